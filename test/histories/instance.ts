/** One process of the real server: a clock of its own, and a gate before everything the process awaits. */

import type { Transport } from "../../server/fulfillment/transport.ts";
import type { LeaseChange, Ledger } from "../../server/ledger/ledger.ts";
import { createLog } from "../../server/observing/log.ts";
import { LedgerUnavailable } from "../../server/problems/ledger-unavailable.ts";
import type { Order as Row } from "../../server/rows/order.ts";
import { createServer, type Server } from "../../server/server.ts";
import { parseSettings } from "../../server/settings/env.ts";
import { CHANGES_EVERY, RECONCILE_EVERY, SENDER_EVERY } from "../../server/timing.ts";
import type { Clock } from "../../server/tools/clock.ts";
import { networkTo } from "../support/network.ts";
import type { Meeting } from "./ledger-faults.ts";
import type { Party, Scheduler } from "./scheduler.ts";

export const UPSTREAM = "http://localhost:9";
export const API_SECRET = "the-secret-of-the-service-4711";
export const OPERATOR_KEY = "operator-key-0123456789abcdef0123";
const webhookOf = (site: string) => ({
  url: `https://hooks.${site}.example/`,
  secret: `whsec_${Buffer.from(`secret of the webhook of ${site}`.padEnd(32)).toString("base64")}`,
});
export const SITES = {
  shop: {
    key: "site-key-of-the-shop-0123456789abcdef",
    origin: "https://shop.example",
    webhook: webhookOf("shop"),
  },
  portal: {
    key: "site-key-of-the-portal-0123456789abc",
    origin: "https://portal.example",
    webhook: webhookOf("portal"),
  },
  /** Is asked before every confirmation. */
  club: {
    key: "site-key-of-the-club-0123456789abcdef",
    origin: "https://club.example",
    webhook: webhookOf("club"),
    authorize: { ...webhookOf("club's points"), url: "https://points.club.example/" },
  },
} as const;
/** The wait between two rounds of the reconciler, or of the webhooks' sender, as a gate. */
export const TICK = "between two rounds";
/** A sleep between two readings of what changed at the service. */
export const SLOW_TICK = "changes";

const settings = parseSettings({
  FULFILLMENT_BASE_URL: `${UPSTREAM}/api`,
  FULFILLMENT_AUTH_URL: `${UPSTREAM}/auth`,
  FULFILLMENT_API_KEY: "key",
  FULFILLMENT_API_SECRET: API_SECRET,
  OPERATOR_KEY,
  PUBLIC_URL: "https://rewards.example",
  SITES: JSON.stringify(
    Object.entries(SITES).map(([id, { origin, ...site }]) => ({ id, origins: [origin], ...site })),
  ),
  LOG_LEVEL: "debug",
  DATABASE_URL: "memory:",
  // Requests of a history are counted in real time.
  LIMIT_SESSION_PER_MINUTE: "1000000",
  LIMIT_ADDRESS_PER_MINUTE: "10000000",
});

export interface InstanceOptions {
  readonly party: Party;
  readonly scheduler: Scheduler;
  readonly ledger: Ledger;
  readonly transport: Transport;
  readonly webhookTransport: Transport;
  /** The present fault of a call of a ledger method. */
  readonly meets: (method: keyof Ledger) => Meeting | undefined;
  /** The start of the history's time, epoch ms. */
  readonly start: number;
  readonly log: (line: string) => void;
  /** A value that instances share was stored. */
  readonly shared: () => void;
  /** A row was stored, and the lease that the write took or kept. */
  readonly wrote: (after: Row, lease: string | undefined) => void;
}

export class Instance {
  readonly party: Party;
  server: Server | undefined;
  readonly #options: InstanceOptions;
  readonly #connectionLost: (() => void)[] = [];

  constructor(options: InstanceOptions) {
    this.#options = options;
    this.party = options.party;
  }

  /** Resolves when the instance serves; never if it dies before. */
  async start(): Promise<void> {
    const { log } = this.#options;
    const clock = this.#clock();
    const { fulfillment, publicUrl } = settings;
    if (!fulfillment || publicUrl === undefined) throw new Error("a history needs a service");
    const server = await createServer({
      settings: { ...settings, fulfillment, publicUrl },
      environment: "production",
      ledgerOwner: fulfillment.baseUrl,
      version: "0.0.0",
      clock,
      log: createLog(settings.logLevel, clock, log),
      network: networkTo(this.#options.transport, this.#options.webhookTransport),
      ledger: this.#gatedLedger(),
    });
    server.start();
    this.server = server;
  }

  /** The connection to the database is lost. */
  loseConnection(): void {
    for (const listener of this.#connectionLost) listener();
  }

  #clock(): Clock {
    const { scheduler, start, party } = this.#options;
    const bootedAt = scheduler.now;
    const due = (ms: number): number => Math.ceil(scheduler.now + Math.max(0, ms));
    return {
      now: () => start + scheduler.now + scheduler.skew,
      // A monotonic clock begins anywhere.
      monotonic: () => scheduler.now - bootedAt + 1_000_000,
      sleep: (ms, signal) => {
        const label =
          ms === RECONCILE_EVERY || ms === SENDER_EVERY ? TICK : ms === CHANGES_EVERY ? SLOW_TICK : "timer";
        return scheduler.wait(party, label, due(ms), signal);
      },
      after: (ms, work) => scheduler.after(party, "timer", due(ms), work),
    };
  }

  /** Each method waits before it is carried out, and again before its caller gets the result. */
  #gatedLedger(): Ledger {
    const { ledger, scheduler, party, wrote, shared } = this.#options;
    const gated =
      (name: keyof Ledger) =>
      async (...args: unknown[]): Promise<unknown> => {
        if (!party.alive) return new Promise(() => {});
        await scheduler.pass(party, `ledger.${name}: before`);
        let result: unknown;
        let error: unknown;
        // A process that finds no ledger at its start ends, and is restarted until it finds one.
        const met = this.server && this.#options.meets(name);
        if (met?.how === "refused") error = new LedgerUnavailable(met.fault);
        try {
          if (error) throw error;
          result = await Reflect.apply(ledger[name] as (...given: unknown[]) => unknown, ledger, args);
          if (name === "replaceOrder" && result) wrote(args[0] as Row, leaseOf(args[1] as LeaseChange));
          if (name === "swapValue" && args[0] === "fulfillment_token" && result) shared();
          if (name === "createOrder" && result) wrote(args[0] as Row, undefined);
          if (name === "succeedOrder" && result) for (const row of args) wrote(row as Row, undefined);
          if (met) throw new LedgerUnavailable(met.fault);
        } catch (thrown) {
          error = thrown;
        }
        await scheduler.pass(party, `ledger.${name}: after`);
        if (error) throw error;
        return result;
      };
    const kept = new Map<string, unknown>([
      ["onConnectionLost", (listener: () => void) => void this.#connectionLost.push(listener)],
    ]);
    return new Proxy(ledger, {
      get(_, name: keyof Ledger & string) {
        if (!kept.has(name)) kept.set(name, gated(name));
        return kept.get(name);
      },
    });
  }
}

const leaseOf = (lease: LeaseChange): string | undefined =>
  lease.kind === "claim" || lease.kind === "hold" ? lease.name : undefined;
