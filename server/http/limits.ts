/**
 * How much one address and one session may ask in a minute. Instances on one PostgreSQL count together; on SQLite, and while
 * PostgreSQL does not answer, each counts by itself. Source: contract, LIMIT_* settings.
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
import { LIMITS_CONNECTIONS_MAX, LIMITS_TIMEOUT } from "../timing.ts";
import { clientAddress } from "./client-address.ts";
import type { AppEnv } from "./context.ts";

const MINUTE_SECONDS = 60;

export interface LimitsOptions {
  readonly database: DatabaseSetting;
  readonly perAddress: number;
  readonly perSession: number;
  readonly trustedProxies: number;
}

export interface Limits {
  readonly perAddress: MiddlewareHandler<AppEnv>;
  /** After the session is known. */
  readonly perSession: MiddlewareHandler<AppEnv>;
  close(): Promise<void>;
}

export function createLimits({ database, perAddress, perSession, trustedProxies }: LimitsOptions): Limits {
  const { counter, close } = database.kind === "postgres" ? shared(database.url) : OWN;
  const [addresses, sessions] = [counter("address", perAddress), counter("session", perSession)];
  return {
    async perAddress(c, next) {
      await take(addresses, addressKey(clientAddress(c, trustedProxies)));
      await next();
    },
    async perSession(c, next) {
      await take(sessions, c.get("session").hash);
      await next();
    },
    close,
  };
}

async function take(counter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await counter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new ProblemError("rate_limited", { retryAfterMs: refused.msBeforeNext });
  }
}

interface Counters {
  readonly counter: (kind: "address" | "session", perMinute: number) => RateLimiterAbstract;
  readonly close: () => Promise<void>;
}

const inMemory: Counters["counter"] = (kind, perMinute) =>
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

/** One network is one client: an IPv6 subscriber owns at least a /64. */
function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
