/** Opens the ledger that `DATABASE_URL` names, with its tables at the newest version. */

import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Client, type ClientBase, DatabaseError } from "pg";
import type { Log } from "../observing/log.ts";
import { LedgerUnavailable } from "../problems/ledger-unavailable.ts";
import { type DatabaseSetting, SettingError } from "../settings/setting.ts";
import { DATABASE_CONNECT_TIMEOUT, DATABASE_CONNECTIONS_MAX, DATABASE_STATEMENT_TIMEOUT } from "../timing.ts";
import type { Ledger } from "./ledger.ts";
import { type LedgerFault, ledgerFaultOf } from "./ledger-fault.ts";
import { openMemoryLedger } from "./memory.ts";
import { LedgerTooNew } from "./migrations.ts";
import { createPostgresDatabase } from "./postgres.ts";
import { isAnother, noteIfAnother } from "./postgres-identity.ts";
import { migratePostgres } from "./postgres-migrations.ts";
import { connectOnce, createPool, reasonOf } from "./postgres-pool.ts";
import { createLedger } from "./sql-ledger.ts";
import { openInThread } from "./sqlite-thread.ts";

/** Source: docs/server/settings.md. */
export interface RecoverySettings {
  /** LEDGER_RECOVERED_AT, epoch ms: an empty ledger may take the place of a lost one. */
  readonly ledgerRecoveredAt?: number;
  /** LEDGER_FAILOVER=lossless. */
  readonly isFailoverLossless?: boolean;
  /** The ledger is only looked at: one that went back is refused, and nothing of it is noted. */
  readonly isTrial?: boolean;
}

/** A ledger that is only looked at is older than it was. */
export class LedgerWentBack extends SettingError {
  override readonly name = "LedgerWentBack";
}

/**
 * @param recovery what operators said of the ledger's recovery
 * @param now see `createLedger`
 * @throws SettingError that says what is expected instead, and quotes nothing of the address
 */
export async function openLedger(
  database: DatabaseSetting,
  log: Log,
  recovery: RecoverySettings = {},
  now?: () => number,
): Promise<Ledger> {
  try {
    switch (database.kind) {
      case "memory":
        return openMemoryLedger(now);
      case "sqlite":
        return createLedger(await openInThread(database.path, openingOf(recovery, now?.()), log), now);
      case "postgres":
        return await openPostgresLedger(database.url, log, recovery, now);
      default:
        return database satisfies never;
    }
  } catch (error) {
    throw unusable(error, database);
  }
}

/** What to do about a ledger that cannot be opened; nothing of the address is quoted. */
export function unusable(error: unknown, database: DatabaseSetting): SettingError {
  const expected = expectedInstead(error, database);
  return new (expected.includes(AS_IT_WAS) ? LedgerWentBack : SettingError)("DATABASE_URL", expected);
}

const openingOf = ({ ledgerRecoveredAt, isTrial = false }: RecoverySettings, now: number | undefined) => ({
  recoveredAt: isTrial ? undefined : ledgerRecoveredAt,
  isTrial,
  now,
});

/** @param now see `createLedger` */
export async function openPostgresLedger(
  url: string,
  log: Log,
  { isFailoverLossless = false, isTrial = false }: RecoverySettings = {},
  now?: () => number,
): Promise<Ledger> {
  const client = await connectOnce(url);
  try {
    const { rows } = await client.query(
      "SELECT current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') AS read_only",
    );
    if (rows[0]?.encoding !== "UTF8") throw new Unfit("a PostgreSQL database with the encoding UTF8");
    if (rows[0]?.read_only !== "off") throw new Unfit("a PostgreSQL database that can be written to");
    if (await isShared(client, url))
      throw new Unfit(
        "connections to PostgreSQL that stay the server's own; a pooler such as PgBouncer hands them to others after each transaction: use its session mode, or connect without it",
      );
    await migratePostgres(client);
    if (isTrial && (await isAnother(client, isFailoverLossless))) throw new Unfit(AS_IT_WAS);
  } finally {
    await client.end();
  }
  const check = (each: ClientBase): Promise<void> => noteIfAnother(each, isFailoverLossless, log, now);
  const pool = createPool(url, {
    connections: DATABASE_CONNECTIONS_MAX,
    connectTimeout: DATABASE_CONNECT_TIMEOUT,
    statementTimeout: DATABASE_STATEMENT_TIMEOUT,
    durable: true,
    ...(!isTrial && { check }),
  });
  return createLedger(createPostgresDatabase(pool, log, isTrial ? undefined : check), now);
}

/**
 * Whether a pooler stands between that gives a connection to others after each transaction: settings and prepared statements of a
 * connection would be lost. Two open connections have two processes of the database for good; behind such a pooler the second one
 * gets the process of the first, or the first one gets another.
 */
async function isShared(client: Client, url: string): Promise<boolean> {
  const processOf = async (each: Client): Promise<unknown> =>
    (await each.query("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
  const first = await processOf(client);
  const other = await connectOnce(url);
  try {
    return (await processOf(other)) === first || (await processOf(client)) !== first;
  } finally {
    await other.end();
  }
}

/** The database cannot hold a ledger; the message says which database could. */
class Unfit extends Error {
  override readonly name = "Unfit";
}

const AS_IT_WAS =
  "the ledger as it was; this one is older. The next start notes that, and looks every order up at the service before anything is chosen (runbook, A ledger that went back)";

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
  went_back: `expected ${AS_IT_WAS}`,
  too_new: TOO_NEW,
};

/** Faults that another owner of the file or its folder may be the cause of. */
const BY_OWNER: readonly LedgerFault[] = ["read_only", "gone", "unknown"];

/** Names the file, or the nearest folder on the way to it, if it belongs to somebody else; and the remedy. */
function otherOwner(path: string): string {
  const own = process.geteuid?.();
  let nearest = resolve(path);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  const others = [nearest, dirname(nearest)].map((each) => ({ each, uid: statSync(each).uid }));
  // A folder above may be anybody's, if the file or its own folder can be written to.
  const [other] = others.slice(0, nearest === resolve(path) ? 2 : 1).filter(({ uid }) => uid !== own);
  if (own === undefined || !other) return "";
  const { each, uid } = other;
  return `; ${each} belongs to the user ${uid}, and the server runs as the user ${own}: run chown -R ${own} ${each}`;
}

function expectedInstead(error: unknown, database: DatabaseSetting): string {
  if (error instanceof Unfit) return `expected ${error.message}`;
  if (error instanceof LedgerTooNew) return TOO_NEW;
  if (database.kind === "sqlite") {
    const fault = error instanceof LedgerUnavailable ? ledgerFaultOf(error.reason) : "unknown";
    const expected =
      SQLITE_EXPECTED[fault] ?? "expected the path of an SQLite database, or of one that can be made";
    return BY_OWNER.includes(fault) ? `${expected}${otherOwner(database.path)}` : expected;
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
