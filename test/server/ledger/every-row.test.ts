/** Every table of a ledger has a reader, and a row that cannot be read is named by its ids alone. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EveryRow, NAMED_MOST, READINGS, readEveryRow } from "../../../server/ledger/every-row.ts";
import { LIMITS_TABLE, POSTGRES_MIGRATIONS, SCHEMA } from "../../../server/ledger/postgres-migrations.ts";
import { SQLITE_MIGRATIONS } from "../../../server/ledger/sqlite-migrations.ts";
import type { Columns } from "../../../server/ledger/stored.ts";
import { connected, ORDERS, olderPostgres, olderSqlite, ROWS } from "../../support/older-ledger.ts";
import { type PostgresServer, startPostgres } from "../../support/postgres.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

interface Opened {
  readonly tables: () => Promise<string[]>;
  readonly read: () => Promise<EveryRow>;
  readonly change: (sql: string) => Promise<void>;
}

const openSqlite = async (): Promise<Opened> => {
  const path = join(mkdtempSync(join(tmpdir(), "every-row-")), "ledger.db");
  olderSqlite(path, SQLITE_MIGRATIONS.steps.length);
  const db = new DatabaseSync(path);
  return {
    tables: async () =>
      db
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .all()
        .map(({ name }) => String(name)),
    read: () => readEveryRow((sql) => db.prepare(sql).iterate() as Iterable<Columns>),
    change: async (sql) => db.exec(sql),
  };
};

const openPostgres = async (): Promise<Opened> => {
  const url = await postgres.database();
  await olderPostgres(url, POSTGRES_MIGRATIONS.steps.length);
  const asked = async (sql: string): Promise<Columns[]> => {
    const client = await connected(url);
    return (await client.query(sql).finally(() => client.end())).rows;
  };
  return {
    tables: async () =>
      (await asked(`SELECT table_name FROM information_schema.tables WHERE table_schema = '${SCHEMA}'`))
        .map(({ table_name }) => String(table_name))
        .filter((each) => each !== LIMITS_TABLE),
    async read() {
      return readEveryRow(async function* (sql) {
        yield* await asked(sql);
      });
    },
    change: async (sql) => void (await asked(sql)),
  };
};

describe.each([
  ["SQLite", openSqlite],
  ["PostgreSQL", openPostgres],
] as const)("on %s", (_, open) => {
  let ledger: Opened;
  beforeEach(async () => {
    ledger = await open();
  });

  it("every table is read, and the tests have a row of each", async () => {
    const tables = (await ledger.tables()).sort();
    expect(Object.keys(READINGS).sort()).toEqual(tables);
    expect(Object.keys(ROWS).sort()).toEqual(tables);
    expect(await ledger.read()).toEqual({ orders: ORDERS, unreadable: 0, named: [] });
  });

  it.each([
    ["orders SET body = '{}' WHERE order_id = 'o-3'", "orders shop/o-3"],
    ["redemptions SET redemption_id = 'a\"b'", "redemptions shop/o-1/1"],
    ["redemptions SET sku = 'a\"b'", "redemptions shop/o-1/1"],
    ["sessions SET groups = '[{\"a'", "sessions shop/o-1"],
    ["events SET body = '{\"a'", "events evt_1"],
    ["audit SET who = 'a\"b'", "audit aud_1"],
    ["settings SET value = 'then' WHERE key = 'recovered_at'", "settings recovered_at"],
    ["widget_versions SET files = '{\"a'", "widget_versions 0.1.0-a"],
    ["reward_values SET currency = 'a\"b'", "reward_values GIFT-30"],
  ])("a row that cannot be read is named by its ids: %s", async (change, row) => {
    await ledger.change(`UPDATE ${change}`);
    const { named } = await ledger.read();
    expect(named).toContain(row);
    expect(JSON.stringify(named)).not.toMatch(/a-session-hash|AAAAA-1|example\.com|a\\"b/);
  });

  it("of many such rows the first are named, and all are counted", async () => {
    await ledger.change("UPDATE orders SET body = 'null'");
    const { orders, unreadable, named } = await ledger.read();
    expect([orders, unreadable, named.length]).toEqual([ORDERS, ORDERS, NAMED_MOST]);
  });

  it("a column that the server needs and is not there is told with its table", async () => {
    await ledger.change("ALTER TABLE webhooks RENAME COLUMN off_reason TO other");
    await expect(ledger.read()).rejects.toThrow("this version cannot read the table webhooks");
  });
});
