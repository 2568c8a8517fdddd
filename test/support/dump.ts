/** What a dump of a PostgreSQL ledger carries: the rows of every table, for tables that are made anew. */
import { openPostgresLedger } from "../../server/ledger/open.ts";
import { type PostgresServer, quiet } from "./postgres.ts";

const SCHEMA = "reward_redemption";
const TABLES = [
  "orders",
  "redemptions",
  "sessions",
  "settings",
  "reward_values",
  "events",
  "webhooks",
  "leases",
];
/** Made by the database itself. */
const IDENTITIES = ["known", "stored"];

type Dump = ReadonlyMap<string, readonly Record<string, unknown>[]>;

export async function dumpOf(server: PostgresServer, url: string): Promise<Dump> {
  const dump = new Map<string, Record<string, unknown>[]>();
  for (const table of TABLES) dump.set(table, await server.query(url, `SELECT * FROM ${SCHEMA}.${table}`));
  return dump;
}

const literal = (value: unknown): string =>
  value === null ? "NULL" : `'${String(value).replaceAll("'", "''")}'`;

export async function restoreDump(server: PostgresServer, url: string, dump: Dump): Promise<void> {
  await server.query(url, `DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  await (await openPostgresLedger(url, quiet)).close();
  const inserts = [...dump].flatMap(([table, rows]) =>
    rows.map((row) => {
      const own = Object.entries(row).filter(([name]) => !IDENTITIES.includes(name));
      const names = own.map(([name]) => name).join();
      return `INSERT INTO ${SCHEMA}.${table} (${names}) VALUES (${own.map(([, value]) => literal(value)).join()});`;
    }),
  );
  await server.query(url, `TRUNCATE ${SCHEMA}.settings; ${inserts.join("\n")}`);
}
