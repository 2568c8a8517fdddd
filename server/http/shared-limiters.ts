/** Limits that instances on one PostgreSQL count together. */
import { type RateLimiterAbstract, RateLimiterPostgres } from "rate-limiter-flexible";
import { LIMITS_TABLE, SCHEMA } from "../ledger/postgres-migrations.ts";
import { createPool } from "../ledger/postgres-pool.ts";
import { LIMITS_CONNECTIONS_MAX, LIMITS_TIMEOUT, LIMITS_WINDOW_SECONDS } from "../timing.ts";

export interface Limiters {
  readonly limiter: (kind: string, perMinute: number) => RateLimiterAbstract;
  readonly close: () => Promise<void>;
}

/** The ledger's migrations create the table. It is unlogged: counting a request writes nothing to the disk. */
export function sharedLimiters(url: string, inMemory: Limiters["limiter"]): Limiters {
  const pool = createPool(url, {
    connections: LIMITS_CONNECTIONS_MAX,
    connectTimeout: LIMITS_TIMEOUT,
    statementTimeout: LIMITS_TIMEOUT,
    durable: false,
  });
  return {
    limiter: (kind, perMinute) =>
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        schemaName: SCHEMA,
        tableName: LIMITS_TABLE,
        tableCreated: true,
        // Both limiters use one table; only one of them deletes expired rows.
        clearExpiredByTimeout: kind === "address",
        keyPrefix: kind,
        points: perMinute,
        duration: LIMITS_WINDOW_SECONDS,
        // A client over its limit is refused without asking the database: a flood costs the database nothing.
        inMemoryBlockOnConsumed: perMinute,
        insuranceLimiter: inMemory(kind, perMinute),
      }),
    close: () => pool.end(),
  };
}
