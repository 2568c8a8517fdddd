/**
 * The migrations of the ledger on PostgreSQL, in a separate schema of the database. Text compares by its bytes (COLLATE "C"), so that
 * no server's locale changes an order or an equality.
 */
import type { Client } from "pg";
import { MIGRATION_TIMEOUT } from "../timing.ts";
import {
  auditTable,
  CHANGED_INDEX,
  eventTables,
  failureColumn,
  lacking,
  listColumns,
  type Migrations,
  parentColumn,
  READ_VERSION,
  sayingColumns,
  type Types,
  tables,
  triedColumn,
  watchedColumn,
} from "./migrations.ts";

export const SCHEMA = "reward_redemption";

/** The table of the request limits; see http/limits.ts. */
export const LIMITS_TABLE = "limits";

const TYPES: Types = {
  text: 'text COLLATE "C"',
  integer: "bigint",
  real: "double precision",
  counter: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
  end: "",
};

export const POSTGRES_MIGRATIONS: Migrations = {
  steps: [
    `${tables(TYPES)}
    CREATE UNLOGGED TABLE ${LIMITS_TABLE} (
      key text COLLATE "C" PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    );`,
    // A row is numbered after its commit: a number that is given before may become visible after a higher one.
    `CREATE SEQUENCE event_positions;
    ${eventTables(TYPES, { position: "stored bigint GENERATED ALWAYS AS IDENTITY, position bigint UNIQUE", id: "PRIMARY KEY" })}
    CREATE INDEX events_fresh ON events (stored) WHERE position IS NULL;`,
    CHANGED_INDEX,
    watchedColumn(TYPES),
    triedColumn(TYPES),
    listColumns(TYPES),
    parentColumn(TYPES),
    sayingColumns(TYPES),
    auditTable(TYPES),
    failureColumn(TYPES),
  ],
  worksFrom: 1,
};

/** A number that no other application on the database locks; this one spells "redeem". */
const LOCK = 0x72656465656d;

/**
 * Brings the tables to the newest version, all or nothing. Of several concurrent instances one migrates and the others wait.
 * Up-to-date tables need no right to create tables. Newer tables that allow this server stay unchanged.
 * @throws LedgerTooNew
 */
export async function migratePostgres(client: Client, migrations = POSTGRES_MIGRATIONS): Promise<void> {
  await client.query("BEGIN");
  try {
    // An instance that stops in the middle must not keep the others waiting for ever.
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${MIGRATION_TIMEOUT}`);
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    await bringUp(client, migrations, SCHEMA);
    await client.query("COMMIT");
  } catch (error) {
    // The first error is the one to report; a broken connection cannot be rolled back.
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/**
 * The same, inside a transaction of the caller's.
 * @param schema where the tables are; the first in the search path @param begin is called before each migration
 * @throws LedgerTooNew
 */
export async function bringUp(
  client: Client,
  migrations: Migrations,
  schema: string,
  begin = () => {},
): Promise<void> {
  const { rows } = await client.query(
    `SELECT to_regnamespace('${schema}') IS NULL AS is_new, to_regclass('${schema}.settings') IS NULL AS is_empty`,
  );
  // An administrator with more rights may have created the schema already, for a user who owns it.
  if (rows[0]?.is_new) await client.query(`CREATE SCHEMA ${schema}`);
  const stored = rows[0]?.is_empty ? [] : (await client.query(READ_VERSION)).rows;
  for (const sql of lacking(migrations, stored)) {
    begin();
    await client.query(sql);
  }
}
