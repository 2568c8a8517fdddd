/** How ledgers come to have the tables of today: new ones, older ones, newer ones, and several starts at once. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LedgerTooNew, type Migrations } from "../../../server/ledger/migrations.ts";
import { openPostgresLedger } from "../../../server/ledger/open.ts";
import { migratePostgres, POSTGRES_MIGRATIONS } from "../../../server/ledger/postgres-migrations.ts";
import { migrateSqlite, SQLITE_MIGRATIONS } from "../../../server/ledger/sqlite-migrations.ts";
import { type PostgresServer, quiet, startPostgres } from "../../support/postgres.ts";
import { openSqliteLedger } from "../../support/sqlite-ledger.ts";
import { keyOf, order } from "./rows.ts";

const inFile = (): string => join(mkdtempSync(join(tmpdir(), "ledger-")), "ledger.db");
const key = keyOf("o-1");
const FREE = { kind: "free" } as const;
const VERSION = "SELECT value FROM settings WHERE key = 'tables_version'";

/** The next release's: one step more, which today's servers can do without or not. */
const next = ({ steps, worksFrom }: Migrations, isAddition: boolean): Migrations => ({
  steps: [...steps, "ALTER TABLE orders ADD COLUMN later TEXT"],
  worksFrom: isAddition ? worksFrom : steps.length + 1,
});

describe("an SQLite file", () => {
  it("of a newer version that does not say who can use it is refused and left as it is", () => {
    const path = inFile();
    const db = new DatabaseSync(path);
    db.exec("CREATE TABLE settings (key, value); INSERT INTO settings VALUES ('tables_version', '99')");
    expect(() => openSqliteLedger(path)).toThrow(LedgerTooNew);
    expect(db.prepare("SELECT count(*) AS tables FROM sqlite_schema").get()).toEqual({ tables: 1 });
    db.close();
  });

  it("of a newer version that only added something is used, and left as it is", async () => {
    const path = inFile();
    const db = new DatabaseSync(path);
    const newer = next(SQLITE_MIGRATIONS, true);
    migrateSqlite(db, newer);
    const ledger = openSqliteLedger(path);
    expect(await ledger.createOrder(order())).toBe(true);
    expect(await ledger.replaceOrder(order(), FREE)).toMatchObject({ order: { version: 2 } });
    await ledger.close();
    expect(db.prepare(VERSION).get()).toEqual({ value: String(newer.steps.length) });
    // And the newer one goes on with it.
    migrateSqlite(db, newer);
    db.close();
  });

  it("of a newer version that changed what older ones need is refused", () => {
    const path = inFile();
    const db = new DatabaseSync(path);
    migrateSqlite(db, next(SQLITE_MIGRATIONS, false));
    expect(() => openSqliteLedger(path)).toThrow(LedgerTooNew);
    db.close();
  });

  it("is brought to a newer version while an older server works on it", async () => {
    const path = inFile();
    const older = openSqliteLedger(path);
    await older.createOrder(order());
    const db = new DatabaseSync(path);
    migrateSqlite(db, next(SQLITE_MIGRATIONS, true));
    db.close();
    expect(await older.replaceOrder(order(), FREE)).toMatchObject({ order: { version: 2 } });
    expect(await older.readOrder(key)).toMatchObject({ order: { version: 2 } });
    await older.close();
  });

  it("is made once by several processes that start on it at once", async () => {
    const path = inFile();
    const modulePath = resolve(import.meta.dirname, "../../support/sqlite-ledger.ts");
    const script = `
      const { openSqliteLedger } = await import(${JSON.stringify(modulePath)});
      const ledger = openSqliteLedger(${JSON.stringify(path)});
      await ledger.swapValue("process-" + process.pid, undefined, "was here");
      await ledger.close();
    `;
    const codes = Array.from({ length: 8 }, async () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
      return (await once(child, "exit"))[0];
    });
    expect(await Promise.all(codes)).toEqual(Array(8).fill(0));
    const db = new DatabaseSync(path);
    expect(db.prepare("SELECT count(*) AS written FROM settings WHERE key LIKE 'process-%'").get()).toEqual({
      written: 8,
    });
    db.close();
  });
});

describe("a PostgreSQL database", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());

  it("gets its tables once from several instances that start on it at once", async () => {
    const url = await postgres.database();
    const ledgers = await Promise.all(Array.from({ length: 8 }, () => openPostgresLedger(url, quiet)));
    await ledgers[0]?.createOrder(order());
    expect(await ledgers[7]?.readOrder(key)).toMatchObject({ order: order() });
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });

  it("is opened again with what stands in it, beside other tables of the same names", async () => {
    const url = await postgres.database();
    await postgres.query(url, "CREATE TABLE orders (id int); CREATE TABLE settings (id int)");
    const first = await openPostgresLedger(url, quiet);
    await first.createOrder(order());
    await first.close();
    const second = await openPostgresLedger(url, quiet);
    expect(await second.readOrder(key)).toMatchObject({ order: order() });
    await second.close();
    expect(await postgres.query(url, "SELECT * FROM public.orders")).toEqual([]);
  });

  it("of a newer version that does not say who can use it is refused", async () => {
    const url = await postgres.database();
    await (await openPostgresLedger(url, quiet)).close();
    await postgres.query(
      url,
      "UPDATE reward_redemption.settings SET value = '99' WHERE key = 'tables_version'; DELETE FROM reward_redemption.settings WHERE key = 'tables_work_from'",
    );
    await expect(openPostgresLedger(url, quiet)).rejects.toBeInstanceOf(LedgerTooNew);
  });

  const migrate = async (url: string, migrations: Migrations): Promise<void> => {
    const client = new Client({ connectionString: url, options: "-c search_path=reward_redemption" });
    await client.connect();
    await migratePostgres(client, migrations).finally(() => client.end());
  };

  it("of a newer version that only added something is used, also while it is changed", async () => {
    const url = await postgres.database();
    const older = await openPostgresLedger(url, quiet);
    await older.createOrder(order());
    await migrate(url, next(POSTGRES_MIGRATIONS, true));
    expect(await older.replaceOrder(order(), FREE)).toMatchObject({ order: { version: 2 } });
    await older.close();
    const again = await openPostgresLedger(url, quiet);
    expect(await again.readOrder(key)).toMatchObject({ order: { version: 2 } });
    await again.close();
    expect(await postgres.query(url, VERSION.replace("settings", "reward_redemption.settings"))).toEqual([
      { value: String(POSTGRES_MIGRATIONS.steps.length + 1) },
    ]);
  });

  it("of a newer version that changed what older ones need is refused", async () => {
    const url = await postgres.database();
    await migrate(url, next(POSTGRES_MIGRATIONS, false));
    await expect(openPostgresLedger(url, quiet)).rejects.toBeInstanceOf(LedgerTooNew);
  });

  it("has all of a migration or nothing of it", async () => {
    const url = await postgres.database();
    // An unexpected table exists already: the tables cannot be created.
    await postgres.query(url, "CREATE SCHEMA reward_redemption CREATE TABLE sessions (id int)");
    await expect(openPostgresLedger(url, quiet)).rejects.toThrow("already exists");
    const left = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'reward_redemption'";
    expect(await postgres.query(url, left)).toEqual([{ table_name: "sessions" }]);
  });

  it("is opened by a user who may use the tables and make none", async () => {
    const url = await postgres.database();
    await (await openPostgresLedger(url, quiet)).close();
    await postgres.query(
      url,
      `CREATE ROLE clerk LOGIN PASSWORD 'clerk'; GRANT USAGE ON SCHEMA reward_redemption TO clerk;
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA reward_redemption TO clerk`,
    );
    const ledger = await openPostgresLedger(url.replace(/\/\/[^@]+@/, "//clerk:clerk@"), quiet);
    await ledger.createOrder(order());
    expect(await ledger.replaceOrder(order(), FREE)).toMatchObject({ order: { version: 2 } });
    await ledger.close();
  });
});
