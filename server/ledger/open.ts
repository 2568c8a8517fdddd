/** Opens the ledger that `DATABASE_URL` names, with its tables at the newest version. */
import { DatabaseError } from "pg";
import type { Log } from "../log.ts";
import { type DatabaseSetting, SettingError } from "../setting.ts";
import { DATABASE_CONNECT_TIMEOUT, DATABASE_CONNECTIONS_MAX, DATABASE_STATEMENT_TIMEOUT } from "../timing.ts";
import type { Ledger } from "./ledger.ts";
import { LedgerTooNew } from "./migrations.ts";
import { createPostgresLedger } from "./postgres.ts";
import { migratePostgres } from "./postgres-migrations.ts";
import { connectOnce, createDatabase, createPool, reasonOf } from "./postgres-pool.ts";
import { createSqliteLedger, openSqliteLedger } from "./sqlite.ts";
import { openInThreads } from "./sqlite-threads.ts";

/** @throws SettingError that says what is expected instead, never with anything of the address */
export async function openLedger(database: DatabaseSetting, log: Log): Promise<Ledger> {
  try {
    switch (database.kind) {
      case "sqlite":
        return database.path === ":memory:"
          ? openSqliteLedger(database.path)
          : createSqliteLedger(await openInThreads(database.path));
      case "postgres":
        return await openPostgresLedger(database.url, log);
      default:
        return database satisfies never;
    }
  } catch (error) {
    throw new SettingError("DATABASE_URL", expectedInstead(error, database));
  }
}

/** @param now see `createPostgresLedger` */
export async function openPostgresLedger(url: string, log: Log, now?: () => number): Promise<Ledger> {
  const client = await connectOnce(url);
  try {
    const { rows } = await client.query(
      "SELECT current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') AS read_only",
    );
    if (rows[0]?.encoding !== "UTF8") throw new Unfit("a PostgreSQL database with the encoding UTF8");
    if (rows[0]?.read_only !== "off") throw new Unfit("a PostgreSQL database that can be written to");
    await migratePostgres(client);
  } finally {
    await client.end();
  }
  const pool = createPool(url, {
    connections: DATABASE_CONNECTIONS_MAX,
    connectTimeout: DATABASE_CONNECT_TIMEOUT,
    statementTimeout: DATABASE_STATEMENT_TIMEOUT,
    durable: true,
  });
  return createPostgresLedger(createDatabase(pool, log), now);
}

/** The database is there, but not one that can hold a ledger; the message says which could. */
class Unfit extends Error {
  override readonly name = "Unfit";
}

function expectedInstead(error: unknown, { kind }: DatabaseSetting): string {
  if (error instanceof Unfit) return `expected ${error.message}`;
  if (error instanceof LedgerTooNew) {
    return "expected a ledger that this version of the server knows; this one was made by a newer version";
  }
  if (kind === "sqlite") return "expected the path of an SQLite database, or of one that can be made";
  // 28: no such user, or the wrong password. 3D: no such database. 42501: it may not make the tables.
  if (error instanceof DatabaseError) {
    return `expected a user, a password and a database that PostgreSQL accepts; it answered ${reasonOf(error)}`;
  }
  if (error instanceof Error && /^SASL: .*password/.test(error.message)) {
    return "expected a password for PostgreSQL, in the address or in PGPASSWORD";
  }
  return `expected a PostgreSQL server that can be reached; connecting ended with ${reasonOf(error)}`;
}
