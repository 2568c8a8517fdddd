/**
 * A process that is killed while it brings a ledger to a newer version, after each statement of each migration: afterwards the version
 * before it and the newest one both start, and every row can be read. A migration that fails leaves the ledger as it was.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readEveryRow } from "../../../server/ledger/every-row.ts";
import { type Migrations, READ_VERSION, versionOf } from "../../../server/ledger/migrations.ts";
import { openPostgresLedger } from "../../../server/ledger/open.ts";
import { migratePostgres, POSTGRES_MIGRATIONS } from "../../../server/ledger/postgres-migrations.ts";
import { migrateSqlite, SQLITE_MIGRATIONS } from "../../../server/ledger/sqlite-migrations.ts";
import type { Columns } from "../../../server/ledger/stored.ts";
import { asOf, connected, ORDERS, olderPostgres, olderSqlite } from "../../support/older-ledger.ts";
import { type PostgresServer, quiet, startPostgres } from "../../support/postgres.ts";
import { openSqliteLedger } from "../../support/sqlite-ledger.ts";

const NEWEST = SQLITE_MIGRATIONS.steps.length;
const ALL_READ = { orders: ORDERS, unreadable: 0, named: [] };
const BROKEN = "ALTER TABLE orders ADD COLUMN later TEXT; ALTER TABLE nowhere ADD COLUMN later TEXT";
const withBroken = ({ steps, worksFrom }: Migrations): Migrations => ({
  steps: [...steps, BROKEN],
  worksFrom,
});

/** The statements of a migration one by one. No text in them has a semicolon. */
const statementsOf = (sql: string): string[] => sql.split(";").filter((each) => each.trim() !== "");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "killed-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The files as they are while a process works on them: what is left if it is killed now. */
function leave(path: string, left: string): void {
  rmSync(`${left}-wal`, { force: true });
  for (const suffix of ["", "-wal"])
    if (existsSync(path + suffix)) copyFileSync(path + suffix, left + suffix);
}

/** The database of a process that may be killed after each statement. */
const killable = (db: DatabaseSync, after: () => void): DatabaseSync =>
  new Proxy(db, {
    get(target, name) {
      if (name !== "exec") return Reflect.get(target, name).bind(target);
      return (sql: string) => {
        for (const statement of statementsOf(sql)) {
          target.exec(statement);
          after();
        }
      };
    },
  });

/** Starts a version on a ledger. @returns the version that the ledger had before */
function startOn(path: string, migrations: Migrations): number {
  const db = new DatabaseSync(path);
  const before = versionOf(db.prepare(READ_VERSION).all());
  migrateSqlite(db, migrations);
  db.close();
  return before;
}

const readAll = async (path: string): Promise<unknown> => {
  const db = new DatabaseSync(path);
  const read = await readEveryRow((sql) => db.prepare(sql).iterate() as Iterable<Columns>);
  db.close();
  return read;
};

describe("an SQLite ledger", () => {
  const versions = SQLITE_MIGRATIONS.steps.map((_, at) => at).slice(1);
  it.each(versions)("of version %d starts after each statement of the migrations", async (version) => {
    const [path, left] = [join(folder, "ledger.db"), join(folder, "left.db")];
    olderSqlite(path, version);
    const older = asOf(SQLITE_MIGRATIONS, version);
    const db = new DatabaseSync(path);
    // As soon as a page is changed it is in the file of changes: a kill leaves as much of a transaction as it can.
    db.exec("PRAGMA cache_size=1; PRAGMA synchronous=OFF");
    const kills: string[] = [];
    migrateSqlite(
      killable(db, () => {
        const each = `${left}-${kills.length}`;
        leave(path, each);
        kills.push(each);
      }),
    );
    db.close();
    const were: number[] = [];
    for (const each of kills) {
      were.push(startOn(each, older));
      const ledger = openSqliteLedger(each);
      expect(await ledger.readOrder({ site: "shop", order_id: "o-1" })).toBeDefined();
      await ledger.close();
      expect(await readAll(each)).toEqual(ALL_READ);
      // The older version is started again.
      expect(startOn(each, older)).toBe(NEWEST);
    }
    // BEGIN, the note of the version and COMMIT stand around the migrations' own.
    expect(kills).toHaveLength(SQLITE_MIGRATIONS.steps.slice(version).flatMap(statementsOf).length + 3);
    expect(were).toEqual(kills.map((_, at) => (at === kills.length - 1 ? NEWEST : version)));
  });

  it("starts after a process of its own was killed before each migration", async () => {
    const path = join(folder, "ledger.db");
    olderSqlite(path, 1);
    const modulePath = resolve(import.meta.dirname, "../../../server/ledger/sqlite-migrations.ts");
    // The note of the version comes last.
    for (let kill = 1; kill <= NEWEST; kill++) {
      const script = `
        const { DatabaseSync } = await import("node:sqlite");
        const { migrateSqlite } = await import(${JSON.stringify(modulePath)});
        let begun = 0;
        migrateSqlite(new DatabaseSync(${JSON.stringify(path)}), undefined, () => {
          if (++begun === ${kill}) process.kill(process.pid, "SIGKILL");
        });
      `;
      const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
      expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
      expect(startOn(path, asOf(SQLITE_MIGRATIONS, 1))).toBe(1);
    }
    await openSqliteLedger(path).close();
    expect(await readAll(path)).toEqual(ALL_READ);
  });

  it("stays as it was where a migration fails, and the version before it goes on", async () => {
    const path = join(folder, "ledger.db");
    olderSqlite(path, NEWEST - 1);
    const running = openSqliteOf(path, NEWEST - 1);
    const db = new DatabaseSync(path);
    expect(() => migrateSqlite(db, withBroken(SQLITE_MIGRATIONS))).toThrow("nowhere");
    db.close();
    running.exec("UPDATE orders SET version = version + 1");
    running.close();
    expect(startOn(path, asOf(SQLITE_MIGRATIONS, NEWEST - 1))).toBe(NEWEST - 1);
    expect(startOn(path, SQLITE_MIGRATIONS)).toBe(NEWEST - 1);
    expect(await readAll(path)).toEqual(ALL_READ);
  });
});

/** The connection of a server that runs. */
function openSqliteOf(path: string, version: number): DatabaseSync {
  const db = new DatabaseSync(path);
  migrateSqlite(db, asOf(SQLITE_MIGRATIONS, version));
  return db;
}

describe("a PostgreSQL ledger", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());

  const migrated = async (url: string, migrations: Migrations): Promise<void> => {
    const client = await connected(url);
    await migratePostgres(client, migrations).finally(() => client.end());
  };
  const versionIn = async (url: string): Promise<number> => {
    const client = await connected(url);
    return versionOf((await client.query(READ_VERSION).finally(() => client.end())).rows);
  };
  const readAllIn = async (url: string): Promise<unknown> => {
    const client = await connected(url);
    return readEveryRow(async function* (sql) {
      yield* (await client.query<Columns>(sql)).rows;
    }).finally(() => client.end());
  };

  /** Migrates, and is gone after that many statements. @returns whether it came to its end before */
  async function migrateUntil(url: string, kill: number): Promise<boolean> {
    const client = await connected(url);
    let done = 0;
    const query = client.query.bind(client) as (sql: string, values?: unknown[]) => Promise<unknown>;
    client.query = (async (sql: string, values?: unknown[]) => {
      let result: unknown;
      for (const statement of values ? [sql] : statementsOf(sql)) {
        result = await query(statement, values);
        if (++done === kill) {
          (client as Client & { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
          throw new Error("killed");
        }
      }
      return result;
    }) as typeof client.query;
    try {
      await migratePostgres(client);
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }

  it("of version 1 starts after each statement of the migrations", async () => {
    const url = await postgres.database();
    await olderPostgres(url, 1);
    let kill = 1;
    for (; !(await migrateUntil(url, kill)); kill++) {
      const isCommitted = (await versionIn(url)) === NEWEST;
      await migrated(url, asOf(POSTGRES_MIGRATIONS, 1));
      if (!isCommitted) expect(await versionIn(url)).toBe(1);
    }
    // Statements beside the migrations' own: BEGIN, the time limit, the lock, two looks, the note and COMMIT.
    expect(kill).toBeGreaterThan(POSTGRES_MIGRATIONS.steps.slice(1).flatMap(statementsOf).length + 5);
    const ledger = await openPostgresLedger(url, quiet);
    expect(await ledger.readOrder({ site: "shop", order_id: "o-1" })).toBeDefined();
    await ledger.close();
    expect(await readAllIn(url)).toEqual(ALL_READ);
  });

  it("stays as it was where a migration fails, and the version before it goes on", async () => {
    const url = await postgres.database();
    await olderPostgres(url, NEWEST - 1);
    await expect(migrated(url, withBroken(POSTGRES_MIGRATIONS))).rejects.toThrow("nowhere");
    await migrated(url, asOf(POSTGRES_MIGRATIONS, NEWEST - 1));
    expect(await versionIn(url)).toBe(NEWEST - 1);
    const ledger = await openPostgresLedger(url, quiet);
    await ledger.close();
    expect(await readAllIn(url)).toEqual(ALL_READ);
  });
});
