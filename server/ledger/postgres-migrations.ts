/**
 * The migrations of the ledger on PostgreSQL, in a separate schema of the database. Text compares by its bytes
 * (COLLATE "C"), so that no server's locale changes an order or an equality.
 */
import type { Client } from "pg";
import { MIGRATION_TIMEOUT } from "../timing.ts";
import { lacking, type Migrations, tables, WORKS_FROM_KEY } from "./migrations.ts";

export const SCHEMA = "reward_redemption";

/** The table of the request limits; see http/limits.ts. */
export const LIMITS_TABLE = "limits";

const STEPS: readonly string[] = [
  `${tables({
    text: 'text COLLATE "C"',
    integer: "bigint",
    real: "double precision",
    counter: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    end: "",
  })}
    CREATE UNLOGGED TABLE ${LIMITS_TABLE} (
      key text COLLATE "C" PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    );
  `,
];

export const POSTGRES_MIGRATIONS: Migrations = { steps: STEPS, worksFrom: 1 };

/** A number that no other application on the database locks; this one spells "redeem". */
const LOCK = 0x72656465656d;

/**
 * Reads the catalog's own tables: within a transaction `to_regclass` may cache that a table was missing before the lock was
 * granted.
 */
async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = '${SCHEMA}' AND c.relname = $1`,
    [name],
  );
  return rows.length > 0;
}

/** The version of the tables; 0 if there are none. */
async function versionOf(client: Client): Promise<number> {
  if (!(await hasTable(client, "version"))) return 0;
  return Number((await client.query(`SELECT number FROM ${SCHEMA}.version`)).rows[0]?.number ?? 0);
}

async function lackingIn(client: Client, migrations: Migrations): Promise<readonly string[]> {
  const version = await versionOf(client);
  if (version <= migrations.steps.length) return lacking(migrations, version, undefined);
  const { rows } = (await hasTable(client, "settings"))
    ? await client.query(`SELECT value FROM ${SCHEMA}.settings WHERE key = $1`, [WORKS_FROM_KEY])
    : { rows: [] };
  return lacking(migrations, version, rows[0]?.value);
}

/**
 * Brings the tables to the newest version, all or nothing. Of several concurrent instances one migrates and the others wait.
 * Up-to-date tables need no lock and no right to create tables. Newer tables that allow this server stay unchanged.
 * @throws LedgerTooNew
 */
export async function migratePostgres(client: Client, migrations = POSTGRES_MIGRATIONS): Promise<void> {
  if ((await lackingIn(client, migrations)).length === 0) return;
  await client.query("BEGIN");
  try {
    // An instance that stops in the middle must not keep the others waiting for ever.
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${MIGRATION_TIMEOUT}`);
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    // Read again under the lock: another instance may have been first.
    if ((await versionOf(client)) === 0) await createSchema(client);
    const steps = await lackingIn(client, migrations);
    for (const sql of steps) await client.query(sql);
    if (steps.length > 0) {
      await client.query(`UPDATE ${SCHEMA}.version SET number = $1`, [migrations.steps.length]);
      await client.query(
        `INSERT INTO ${SCHEMA}.settings (key, value) VALUES ($1, $2)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        [WORKS_FROM_KEY, String(migrations.worksFrom)],
      );
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** An administrator with more rights may have created the schema already, for a user who owns it. */
async function createSchema(client: Client): Promise<void> {
  const { rows } = await client.query(`SELECT FROM pg_namespace WHERE nspname = '${SCHEMA}'`);
  if (rows.length === 0) await client.query(`CREATE SCHEMA ${SCHEMA}`);
  await client.query(`CREATE TABLE ${SCHEMA}.version (number integer NOT NULL)`);
  await client.query(`INSERT INTO ${SCHEMA}.version VALUES (0)`);
}
