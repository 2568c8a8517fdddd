/**
 * How much one address, one session and one site may ask in a minute, and how many wrong keys an address may try. Instances
 * on one PostgreSQL count addresses and sessions together; on SQLite, and while PostgreSQL does not answer, each counts by
 * itself. Source: contract, LIMIT_* settings; integrity, "floods".
 */
import type { MiddlewareHandler } from "hono";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { LIMITS_TABLE, SCHEMA } from "../ledger/postgres-migrations.ts";
import { createPool } from "../ledger/postgres-pool.ts";
import { ProblemError } from "../problem.ts";
import type { DatabaseSetting } from "../setting.ts";
import { LIMITS_CONNECTIONS_MAX, LIMITS_TIMEOUT, REFUSED_KEYS_PER_MINUTE } from "../timing.ts";
import { clientAddress, networkOf } from "./client-address.ts";
import type { AppEnv } from "./context.ts";

const MINUTE_SECONDS = 60;

export interface LimitsOptions {
  readonly database: DatabaseSetting;
  readonly perAddress: number;
  readonly perSession: number;
  readonly perSite: number;
  readonly trustedProxies: number;
}

export interface Limits {
  readonly perAddress: MiddlewareHandler<AppEnv>;
  /** After the session is known. */
  readonly perSession: MiddlewareHandler<AppEnv>;
  /** After the site is known; its backend and its users together. */
  readonly perSite: MiddlewareHandler<AppEnv>;
  /** Counted apart: a backend with an old key keeps no operator behind the same address out. */
  readonly refusedOperatorKeys: RefusedKeys;
  readonly refusedSiteKeys: RefusedKeys;
  close(): Promise<void>;
}

/** Wrong keys of one kind, by address. */
export interface RefusedKeys {
  /** @throws ProblemError rate_limited where the address has tried too many */
  requireFew(address: string): Promise<void>;
  count(address: string): Promise<void>;
}

export function createLimits(options: LimitsOptions): Limits {
  const { database, perAddress, perSession, perSite, trustedProxies } = options;
  const { counter, close } = database.kind === "postgres" ? shared(database.url) : OWN;
  const [addresses, sessions] = [counter("address", perAddress), counter("session", perSession)];
  // One row that all of a site's requests change would be waited for: each instance counts sites by itself.
  const sites = inMemory("site", perSite);
  return {
    refusedOperatorKeys: countRefusedKeys("operator"),
    refusedSiteKeys: countRefusedKeys("site"),
    async perSite(c, next) {
      await take(sites, c.get("site").id, `this site: ${perSite}`);
      await next();
    },
    async perAddress(c, next) {
      await take(addresses, networkOf(clientAddress(c, trustedProxies)), `this address: ${perAddress}`);
      await next();
    },
    async perSession(c, next) {
      await take(sessions, c.get("session").hash, `this session: ${perSession}`);
      await next();
    },
    close,
  };
}

/** In memory as well: a guess costs the database nothing, and the limit holds while it is away. */
function countRefusedKeys(kind: "operator" | "site"): RefusedKeys {
  const refused = inMemory(`${kind} key`, REFUSED_KEYS_PER_MINUTE);
  return {
    async requireFew(address) {
      const tried = await refused.get(networkOf(address));
      if (tried && tried.remainingPoints <= 0)
        throw new ProblemError("rate_limited", {
          detail: `Too many wrong ${kind} keys came from this address.`,
          retryAfterMs: tried.msBeforeNext,
        });
    },
    async count(address) {
      await refused.penalty(networkOf(address));
    },
  };
}

/** @param whose what is counted, with its limit, as the client is told */
async function take(counter: RateLimiterAbstract, key: string, whose: string): Promise<void> {
  try {
    await counter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new ProblemError("rate_limited", {
      detail: `More requests than a minute allows for ${whose}.`,
      retryAfterMs: refused.msBeforeNext,
    });
  }
}

interface Counters {
  readonly counter: (kind: "address" | "session", perMinute: number) => RateLimiterAbstract;
  readonly close: () => Promise<void>;
}

const inMemory = (kind: string, perMinute: number): RateLimiterMemory =>
  new RateLimiterMemory({ keyPrefix: kind, points: perMinute, duration: MINUTE_SECONDS });

const OWN: Counters = { counter: inMemory, close: async () => {} };

/** The table is made by the ledger's migrations, and is unlogged: to count a request nothing is written to the disk. */
function shared(url: string): Counters {
  const pool = createPool(url, {
    connections: LIMITS_CONNECTIONS_MAX,
    connectTimeout: LIMITS_TIMEOUT,
    statementTimeout: LIMITS_TIMEOUT,
    durable: false,
  });
  return {
    counter: (kind, perMinute) =>
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        schemaName: SCHEMA,
        tableName: LIMITS_TABLE,
        tableCreated: true,
        // Both count in one table, which one of them keeps free of minutes long past.
        clearExpiredByTimeout: kind === "address",
        keyPrefix: kind,
        points: perMinute,
        duration: MINUTE_SECONDS,
        // Who has used the minute up is refused without asking the database: a flood costs it nothing.
        inMemoryBlockOnConsumed: perMinute,
        insuranceLimiter: inMemory(kind, perMinute),
      }),
    close: () => pool.end(),
  };
}
