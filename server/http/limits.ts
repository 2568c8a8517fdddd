/**
 * Request limits of an address, a session and a site in a minute, and the limit of wrong keys of an address. Instances on one
 * PostgreSQL count addresses and sessions together; on SQLite, and while PostgreSQL does not answer, each instance counts alone.
 * Source: contract, LIMIT_* settings; integrity, "floods".
 */
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { LIMITS_TABLE, SCHEMA } from "../ledger/postgres-migrations.ts";
import { createPool } from "../ledger/postgres-pool.ts";
import { ProblemError } from "../problem.ts";
import type { DatabaseSetting } from "../setting.ts";
import { LIMITS_CONNECTIONS_MAX, LIMITS_TIMEOUT, REFUSED_KEYS_PER_MINUTE } from "../timing.ts";
import type { Check } from "./checks.ts";
import { clientAddress, networkOf } from "./client-address.ts";
import { MinuteCounts } from "./minute-counts.ts";

const MINUTE_SECONDS = 60;

export interface LimitsOptions {
  readonly database: DatabaseSetting;
  readonly perAddress: number;
  readonly perSession: number;
  readonly perSite: number;
  readonly trustedProxies: number;
}

export interface Limits {
  readonly perAddress: Check;
  /** Checked after the session is known. */
  readonly perSession: Check;
  /** Checked after the site is known; counts its backend and its users together. */
  readonly perSite: Check;
  /** Counted separately: a backend with an old key must not lock out an operator at the same address. */
  readonly refusedOperatorKeys: RefusedKeys;
  readonly refusedSiteKeys: RefusedKeys;
  close(): Promise<void>;
}

/** Wrong keys of one kind, by address. */
export interface RefusedKeys {
  /** @throws ProblemError rate_limited if the address has tried too many */
  requireFew(address: string): void;
  count(address: string): void;
}

export function createLimits(options: LimitsOptions): Limits {
  const { database, perAddress, perSession, perSite, trustedProxies } = options;
  const { counter, close } = database.kind === "postgres" ? shared(database.url) : OWN;
  const [addresses, sessions] = [counter("address", perAddress), counter("session", perSession)];
  // Each instance counts sites alone: all requests of a site would wait for one shared row.
  const sites = inMemory("site", perSite);
  const ofAddress = `this address: ${perAddress}`;
  const ofSession = `this session: ${perSession}`;
  const ofSite = `this site: ${perSite}`;
  return {
    refusedOperatorKeys: countRefusedKeys("operator"),
    refusedSiteKeys: countRefusedKeys("site"),
    perSite: (c) => requireNone(sites(c.get("site").id), ofSite),
    perAddress: (c) => requireNone(addresses(networkOf(clientAddress(c, trustedProxies))), ofAddress),
    perSession: (c) => requireNone(sessions(c.get("session").hash), ofSession),
    close,
  };
}

/** In memory, too: a guess costs the database nothing, and the limit holds while the database is away. */
function countRefusedKeys(kind: "operator" | "site"): RefusedKeys {
  const refused = new MinuteCounts(REFUSED_KEYS_PER_MINUTE);
  return {
    requireFew(address) {
      const retryAfterMs = refused.used(networkOf(address));
      if (retryAfterMs !== undefined)
        throw new ProblemError("rate_limited", {
          detail: `Too many wrong ${kind} keys came from this address.`,
          retryAfterMs,
        });
    },
    count(address) {
      refused.add(networkOf(address));
    },
  };
}

/** Counts a request of the key. @returns ms until the next request is allowed, if this one exceeded the limit */
type Count = (key: string) => number | undefined | Promise<number | undefined>;

/** @param whose the counted key and its limit, as reported to the client */
function requireNone(waitMs: ReturnType<Count>, whose: string): void | Promise<void> {
  if (waitMs instanceof Promise) return waitMs.then((ms) => requireNone(ms, whose));
  if (waitMs === undefined) return;
  throw new ProblemError("rate_limited", {
    detail: `More requests than a minute allows for ${whose}.`,
    retryAfterMs: waitMs,
  });
}

type Counter = (kind: "address" | "session" | "site", perMinute: number) => Count;

interface Counters {
  readonly counter: Counter;
  readonly close: () => Promise<void>;
}

const inMemory: Counter = (_, perMinute) => {
  const counts = new MinuteCounts(perMinute);
  return (key) => counts.add(key);
};

const OWN: Counters = { counter: inMemory, close: async () => {} };

/** The ledger's migrations create the table. It is unlogged: counting a request writes nothing to the disk. */
function shared(url: string): Counters {
  const pool = createPool(url, {
    connections: LIMITS_CONNECTIONS_MAX,
    connectTimeout: LIMITS_TIMEOUT,
    statementTimeout: LIMITS_TIMEOUT,
    durable: false,
  });
  return {
    counter(kind, perMinute) {
      const limiter = new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        schemaName: SCHEMA,
        tableName: LIMITS_TABLE,
        tableCreated: true,
        // Both counters use one table; only one of them deletes expired rows.
        clearExpiredByTimeout: kind === "address",
        keyPrefix: kind,
        points: perMinute,
        duration: MINUTE_SECONDS,
        // A client over its limit is refused without asking the database: a flood costs the database nothing.
        inMemoryBlockOnConsumed: perMinute,
        insuranceLimiter: new RateLimiterMemory({
          keyPrefix: kind,
          points: perMinute,
          duration: MINUTE_SECONDS,
        }),
      });
      return (key) =>
        limiter.consume(key).then(
          () => undefined,
          (refused) => {
            if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
            throw refused;
          },
        );
    },
    close: () => pool.end(),
  };
}
