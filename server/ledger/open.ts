/** Opens the ledger that `DATABASE_URL` names, with its tables at the newest version. */
import { DatabaseError } from "pg";
import type { Log } from "../log.ts";
import { type DatabaseSetting, SettingError } from "../setting.ts";
import { DATABASE_CONNECT_TIMEOUT, DATABASE_CONNECTIONS_MAX, DATABASE_STATEMENT_TIMEOUT } from "../timing.ts";
import { type Ledger, LedgerUnavailable } from "./ledger.ts";
import { type LedgerFault, ledgerFaultOf } from "./ledger-fault.ts";
import { LedgerTooNew } from "./migrations.ts";
import { createPostgresDatabase } from "./postgres.ts";
import { migratePostgres } from "./postgres-migrations.ts";
import { connectOnce, createPool, reasonOf } from "./postgres-pool.ts";
import { createLedger } from "./sql-ledger.ts";
import { openSqliteLedger } from "./sqlite.ts";
import { openInThread } from "./sqlite-thread.ts";

/**
 * @param isRecovered an operator said that the ledger was lost or restored: an empty one may take its place
 * @throws SettingError that says what is expected instead, and quotes nothing of the address
 */
export async function openLedger(database: DatabaseSetting, log: Log, isRecovered = false): Promise<Ledger> {
  try {
    switch (database.kind) {
      case "sqlite":
        return database.path === ":memory:"
          ? openSqliteLedger(database.path)
          : createLedger(await openInThread(database.path, isRecovered, log));
      case "postgres":
        return await openPostgresLedger(database.url, log);
      default:
        return database satisfies never;
    }
  } catch (error) {
    throw new SettingError("DATABASE_URL", expectedInstead(error, database));
  }
}

/** @param now see `createLedger` */
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
  return createLedger(createPostgresDatabase(pool, log), now);
}

/** The database cannot hold a ledger; the message says which database could. */
class Unfit extends Error {
  override readonly name = "Unfit";
}

const TOO_NEW =
  "expected a ledger that this version of the server knows; this one was made by a newer version";

/** The expectation reported for an unusable file, by fault; for any other fault only that there is no database. */
const SQLITE_EXPECTED: Readonly<Partial<Record<LedgerFault, string>>> = {
  locked: "expected an SQLite database that no other program locks",
  full: "expected room on the disk of the SQLite database",
  read_only: "expected an SQLite database that can be written to, in a folder that can be written to",
  damaged:
    "expected the path of an SQLite database that is whole, or of one that can be made; this file is damaged, or no database",
  emptied:
    "expected the ledger that was at this path; it is gone or empty. Put it back; where it is lost, set LEDGER_RECOVERED_AT to the time of the loss, and an empty one takes its place",
  too_new: TOO_NEW,
};

function expectedInstead(error: unknown, { kind }: DatabaseSetting): string {
  if (error instanceof Unfit) return `expected ${error.message}`;
  if (error instanceof LedgerTooNew) return TOO_NEW;
  if (kind === "sqlite") {
    const fault = error instanceof LedgerUnavailable ? ledgerFaultOf(error.reason) : "unknown";
    return SQLITE_EXPECTED[fault] ?? "expected the path of an SQLite database, or of one that can be made";
  }
  // 28: no such user, or the wrong password. 3D: no such database. 42501: it may not make the tables.
  if (error instanceof DatabaseError) {
    return `expected a user, a password and a database that PostgreSQL accepts; it answered ${reasonOf(error)}`;
  }
  if (error instanceof Error && /^SASL: .*password/.test(error.message)) {
    return "expected a password for PostgreSQL, in the address or in PGPASSWORD";
  }
  return `expected a PostgreSQL server that can be reached; connecting ended with ${reasonOf(error)}`;
}
