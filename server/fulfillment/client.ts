/**
 * The client of the fulfillment service: every operation of the interface, typed. Reads throw UpstreamError; changing calls never
 * throw, they return an Outcome. The only retry is the repeat after a refused token.
 * docs/proof/assumptions.md has our assumptions where the interface says "not shown".
 */

import type { Log } from "../observing/log.ts";
import type { Clock } from "../tools/clock.ts";
import type { Auth } from "./auth.ts";
import { Caller, type CallerOptions } from "./calls.ts";
import { type Changes, createChanges } from "./changes.ts";
import type { CredentialStanding } from "./credential-standing.ts";
import type { PathSettings } from "./paths.ts";
import { createReads, type Reads } from "./reads.ts";
import { ResourceReader } from "./resource-reader.ts";
import type { Transport } from "./transport.ts";

export type Fulfillment = Reads & Changes;

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
  const { log, paths } = options;
  const caller = new Caller(options);
  return { ...createReads(new ResourceReader(caller, log), paths), ...createChanges(caller, paths) };
}
