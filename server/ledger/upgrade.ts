/**
 * Tries this version's migrations on a copy of a ledger, and reads every row of the copy: what an upgrade would meet is known before it.
 * The ledger itself is only read. On SQLite the copy is a file of its own; on PostgreSQL a schema in a transaction that is never
 * committed, so that nobody else sees it and a process that is killed leaves nothing. Source: docs/upgrades.md.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Client, DatabaseError } from "pg";
import { lineForOperator, OperatorError } from "../problems/operator-error.ts";
import type { DatabaseSetting } from "../settings/setting.ts";
import { backUpSqlite, causeOf } from "./backup.ts";
import { type EveryRow, readEveryRow } from "./every-row.ts";
import { LedgerTooNew, lacking, type Migrations, READ_VERSION, versionOf } from "./migrations.ts";
import { unusable } from "./open.ts";
import { bringUp, LIMITS_TABLE, POSTGRES_MIGRATIONS, SCHEMA } from "./postgres-migrations.ts";
import { connectOnce, reasonOf } from "./postgres-pool.ts";
import { migrateSqlite, SQLITE_MIGRATIONS } from "./sqlite-migrations.ts";
import type { Columns } from "./stored.ts";

/** The version of the tables before and after, and every row. */
export interface Upgraded extends EveryRow {
  readonly from: number;
  readonly to: number;
}

/** The copy could not be made, or brought to the newest version; the message says which migration failed. */
export class UpgradeError extends OperatorError {
  override readonly name = "UpgradeError";
}

export const MIGRATIONS: Readonly<Record<"sqlite" | "postgres", Migrations>> = {
  sqlite: SQLITE_MIGRATIONS,
  postgres: POSTGRES_MIGRATIONS,
};

/**
 * @returns undefined where there is no ledger yet, or none that lasts
 * @throws OperatorError
 */
export async function tryUpgrade(
  database: DatabaseSetting,
  migrations = MIGRATIONS,
): Promise<Upgraded | undefined> {
  try {
    if (database.kind === "sqlite") return await inFile(database.path, migrations.sqlite);
    if (database.kind === "postgres") return await inTransaction(database.url, migrations.postgres);
    return undefined;
  } catch (error) {
    throw error instanceof OperatorError ? error : unusable(error, database);
  }
}

/** A ledger that is too new has an answer of its own. */
function failed(error: unknown, migration: number, cause: string): unknown {
  if (error instanceof LedgerTooNew) return error;
  return new UpgradeError(
    `migration ${migration} fails (${cause}), and this version would not start: stay with the one that runs, and report it`,
  );
}

async function inFile(path: string, migrations: Migrations): Promise<Upgraded | undefined> {
  if (!existsSync(path)) return undefined;
  // With mode 0700.
  const folder = mkdtempSync(join(tmpdir(), "reward-redemption-upgrade-"));
  try {
    const copy = join(folder, "ledger.db");
    copyFile(path, copy);
    const db = new DatabaseSync(copy);
    try {
      // Nothing of the copy has to survive.
      db.exec("PRAGMA synchronous=OFF");
      const versionNow = (): number => versionOf(db.prepare(READ_VERSION).all());
      const from = versionNow();
      let migration = from;
      try {
        migrateSqlite(db, migrations, () => migration++);
      } catch (error) {
        throw failed(error, migration, causeOf(error));
      }
      const rows = await readEveryRow((sql) => db.prepare(sql).iterate() as Iterable<Columns>);
      return { from, to: versionNow(), ...rows };
    } finally {
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyFile(path: string, copy: string): void {
  try {
    backUpSqlite(path, copy, existsSync(`${path}-wal`));
  } catch (error) {
    throw new UpgradeError(`no copy in ${tmpdir()}, which TMPDIR names: ${lineForOperator(error)}`);
  }
}

/** Two trials at once wait for each other. */
const COPY = `${SCHEMA}_upgrade`;
const ROWS_AT_ONCE = 500;

async function inTransaction(url: string, migrations: Migrations): Promise<Upgraded | undefined> {
  const client = await connectOnce(url);
  const versionNow = async (): Promise<number> => versionOf((await client.query(READ_VERSION)).rows);
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    const { rows } = await client.query(`SELECT to_regclass('${SCHEMA}.settings') IS NULL AS is_empty`);
    if (rows[0]?.is_empty) return undefined;
    const { rows: stored } = await client.query(READ_VERSION);
    const from = versionOf(stored);
    // A ledger that is too new is refused before it is copied.
    lacking(migrations, stored);
    await copyTables(client, from, migrations).catch((error) => {
      throw error instanceof DatabaseError ? new UpgradeError(withoutCopy(error)) : error;
    });
    let migration = from;
    await bringUp(client, migrations, COPY, () => migration++).catch((error) => {
      throw failed(error, migration, reasonOf(error));
    });
    const read = await readEveryRow((sql) => rowsOf(client, sql));
    return { from, to: await versionNow(), ...read };
  } finally {
    await client.query("ROLLBACK").catch(() => {});
    await client.end();
  }
}

/** Source: PostgreSQL, "PostgreSQL Error Codes". */
const INSUFFICIENT_PRIVILEGE = "42501";

const withoutCopy = ({ code }: DatabaseError): string =>
  code === INSUFFICIENT_PRIVILEGE
    ? "the user of DATABASE_URL may make no copy: GRANT CREATE ON DATABASE to that user, or name a restored dump in DATABASE_URL"
    : `no copy can be made (${code}): name a restored dump in DATABASE_URL`;

/** Released migrations never change: the first ones make the tables as they are, with the names of their indexes. */
async function copyTables(client: Client, version: number, migrations: Migrations): Promise<void> {
  await client.query(`SET LOCAL search_path = ${COPY}`);
  await bringUp(client, { ...migrations, steps: migrations.steps.slice(0, version) }, COPY);
  await client.query("DELETE FROM settings");
  // Limits are of the last minute, and named by clients' addresses.
  const { rows } = await client.query(
    `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
     WHERE table_schema = $1 AND table_name <> $2 GROUP BY table_name`,
    [COPY, LIMITS_TABLE],
  );
  for (const { name, columns } of rows)
    await client.query(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${SCHEMA}.${name}`,
    );
}

async function* rowsOf(client: Client, sql: string): AsyncGenerator<Columns> {
  await client.query(`DECLARE every_row NO SCROLL CURSOR FOR ${sql}`);
  for (;;) {
    const { rows } = await client.query<Columns>(`FETCH ${ROWS_AT_ONCE} FROM every_row`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query("CLOSE every_row");
}
