/** Ledgers as older releases left them: the tables of a version, with a row in each and the orders that 0.1.0 stored. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import type { Migrations } from "../../server/ledger/migrations.ts";
import { migratePostgres, POSTGRES_MIGRATIONS, SCHEMA } from "../../server/ledger/postgres-migrations.ts";
import { migrateSqlite, SQLITE_MIGRATIONS } from "../../server/ledger/sqlite-migrations.ts";

const RELEASED = resolve(import.meta.dirname, "../server/rows/releases/0.1.0.jsonl");

interface Body {
  readonly pins: { readonly promotion_id: string; readonly email: string | null };
  readonly due_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

type Row = Readonly<Record<string, string | number | null>>;

const orders = readFileSync(RELEASED, "utf8")
  .trim()
  .split("\n")
  .map((line, at): Row => {
    const { version, body } = JSON.parse(line) as { version: number; body: Body };
    const order_id = `o-${at + 1}`;
    const { pins, due_at, created_at, updated_at } = body;
    return {
      site: "shop",
      order_id,
      version,
      due_at,
      promotion_id: pins.promotion_id,
      email: pins.email,
      updated_at,
      created_at,
      body: JSON.stringify({ ...body, order_id }),
    };
  });
export const ORDERS = orders.length;

/** Of every table, with the columns of every version. */
export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  orders,
  redemptions: [
    {
      digest: "d-1",
      redemption_id: "AAAAA-1",
      site: "shop",
      order_id: "o-1",
      promotion_id: "4001",
      n: 1,
      sku: "GIFT-30",
    },
  ],
  sessions: [{ hash: "a-session-hash", site: "shop", order_id: "o-1", groups: "[]", expires_at: 1 }],
  events: [
    { id: "evt_1", site: "shop", order_id: "o-1", sequence: 1, type: "order.opened", time: 1, body: "{}" },
  ],
  webhooks: [{ site: "shop", fingerprint: "f" }],
  audit: [{ id: "aud_1", time: 1, what: "order.canceled", role: "site", who: "shop" }],
  settings: [{ key: "recovered_at", value: "1" }],
  widget_versions: [{ version: "0.1.0-a", used_at: 1, files: "{}" }],
  reward_values: [{ sku: "GIFT-30", amount: 30, currency: "USD" }],
  leases: [{ name: "webhooks", holder: "h", until: 1 }],
};

/** The first migrations, as a release of that time had them. */
export const asOf = ({ steps, worksFrom }: Migrations, version: number): Migrations => ({
  steps: steps.slice(0, version),
  worksFrom,
});

/** The rows of the tables that are there, with the columns that are there. */
function* insertions(tables: ReadonlyMap<string, readonly string[]>) {
  for (const [table, columns] of tables)
    for (const row of ROWS[table] ?? []) {
      const names = columns.filter((each) => row[each] !== undefined);
      yield { table, names, values: names.map((each) => row[each] ?? null) };
    }
}

export function olderSqlite(path: string, version: number): void {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF");
  migrateSqlite(db, asOf(SQLITE_MIGRATIONS, version));
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  const columnsOf = (table: string): string[] =>
    db
      .prepare("SELECT name FROM pragma_table_info(?)")
      .all(table)
      .map(({ name }) => String(name));
  const all = new Map(tables.map(({ name }) => [String(name), columnsOf(String(name))]));
  for (const { table, names, values } of insertions(all))
    db.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => "?").join()})`).run(
      ...values,
    );
  db.close();
}

/** A connection whose statements are about the ledger's tables. */
export async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, options: `-c search_path=${SCHEMA}` });
  client.on("error", () => {});
  await client.connect();
  return client;
}

export async function olderPostgres(url: string, version: number): Promise<void> {
  const client = await connected(url);
  await migratePostgres(client, asOf(POSTGRES_MIGRATIONS, version));
  const { rows } = await client.query(
    `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
     WHERE table_schema = '${SCHEMA}' GROUP BY table_name`,
  );
  const all = new Map(rows.map(({ name, columns }) => [String(name), columns as string[]]));
  for (const { table, names, values } of insertions(all))
    await client.query(
      `INSERT INTO ${table} (${names.join()}) VALUES (${names.map((_, at) => `$${at + 1}`).join()})`,
      values,
    );
  await client.end();
}
