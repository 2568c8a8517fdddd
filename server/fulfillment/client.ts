/**
 * The client of the fulfillment service: every operation of the interface, typed, and the service's time. Reads throw
 * UpstreamError; changing calls never throw, they return an Outcome. The only retry is the repeat after a refused token.
 * docs/assumptions.md has our assumptions where the interface says "not shown".
 */
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { CLOCK_DOUBTS, TIME_RETRY } from "../timing.ts";
import type { Auth } from "./auth.ts";
import { Caller, type CallerOptions } from "./calls.ts";
import { type Changes, createChanges } from "./changes.ts";
import type { CredentialStanding } from "./credential-standing.ts";
import { ACCOUNT_PATH, type PathSettings } from "./paths.ts";
import { createReads, type Reads } from "./reads.ts";
import { ResourceReader } from "./resource-reader.ts";
import { ServiceClock } from "./service-clock.ts";
import type { Transport } from "./transport.ts";

export { UpstreamError, type UpstreamErrorCode } from "./outcome.ts";

export interface Fulfillment extends Reads, Changes {
  /**
   * Asks the service once if no answer has shown its time yet; concurrent callers share one call.
   * @returns whether the time is known now; never rejects. Source: Get current account; integrity rule 9.
   */
  learnTime(): Promise<boolean>;
  /** Whether the service's time is known now. */
  isTimeKnown(): boolean;
  /** The service's clock, epoch ms, by its answers; before the first answer the wall clock. */
  serviceNow(): number;
  /** The newest `updated_datetime` in an answer to a changing call, epoch ms; undefined before the first. */
  newestChange(): number | undefined;
}

export interface FulfillmentClientOptions {
  /** May carry a path and a trailing slash. */
  readonly baseUrl: string;
  readonly paths: PathSettings;
  readonly transport: Transport;
  readonly auth: Auth;
  readonly clock: Clock;
  readonly log: Log;
  readonly credentials: CredentialStanding;
  /** Called for every call that was made. */
  readonly measure?: CallerOptions["measure"];
}

export function createFulfillmentClient(options: FulfillmentClientOptions): Fulfillment {
  const { clock, log, paths } = options;
  const serviceClock = new ServiceClock(clock, log);
  const caller = new Caller({ ...options, serviceClock });
  const reader = new ResourceReader(caller, log);
  let learning: { readonly at: number; readonly asked: Promise<unknown> } | undefined;

  /** Asks until the answers show the time, or have shown that they lack it; a failed call ends the loop. */
  const askForTime = async (): Promise<void> => {
    for (let asked = 0; asked < CLOCK_DOUBTS && !serviceClock.isKnown; asked++) {
      const { kind } = await reader.ask("account", () => ACCOUNT_PATH);
      if (kind !== "data" && kind !== "refused") return;
    }
  };

  return {
    ...createReads(reader, paths),
    ...createChanges({ caller, paths, serviceClock }),

    async learnTime() {
      if (serviceClock.isKnown) return true;
      if (!learning || clock.monotonic() - learning.at > TIME_RETRY) {
        learning = { at: clock.monotonic(), asked: askForTime() };
      }
      await learning.asked;
      return serviceClock.isKnown;
    },

    isTimeKnown: () => serviceClock.isKnown,
    serviceNow: () => serviceClock.now(),
    newestChange: () => serviceClock.newestChange,
  };
}
