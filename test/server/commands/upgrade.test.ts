/** What `doctor --upgrade` says of a copy of each ledger; the ledger stays as it is, down to its bytes. */
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Finding } from "../../../server/commands/findings.ts";
import { examineUpgrade } from "../../../server/commands/upgrade.ts";
import type { Migrations } from "../../../server/ledger/migrations.ts";
import { POSTGRES_MIGRATIONS, SCHEMA } from "../../../server/ledger/postgres-migrations.ts";
import { SQLITE_MIGRATIONS } from "../../../server/ledger/sqlite-migrations.ts";
import { ORDERS, olderPostgres, olderSqlite } from "../../support/older-ledger.ts";
import { PASSWORD, type PostgresServer, startPostgres } from "../../support/postgres.ts";
import { runCommand } from "../../support/process.ts";

const OLDER = 8;
const NEWEST = SQLITE_MIGRATIONS.steps.length;
const WELL = [
  { is: "ok", part: "settings", says: "this version accepts them" },
  { is: "ok", part: "upgrade", says: `version ${OLDER} to ${NEWEST}, ${ORDERS} orders read` },
];

/** The release after this one, with a migration of its own. */
const next = (sql: string, { steps, worksFrom }: Migrations): Migrations => ({
  steps: [...steps, sql],
  worksFrom,
});
const releaseWith = (sql: string) => ({
  sqlite: next(sql, SQLITE_MIGRATIONS),
  postgres: next(sql, POSTGRES_MIGRATIONS),
});

/** Where copies are made: nothing may stay. */
let temporary: string;
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), "copies-"));
  vi.stubEnv("TMPDIR", temporary);
});
afterEach(() => {
  vi.unstubAllEnvs();
  expect(readdirSync(temporary)).toEqual([]);
});

interface Opened {
  readonly address: string;
  readonly change: (sql: string) => Promise<unknown>;
  /** All that there is of the ledger. */
  readonly whole: () => Promise<unknown>;
}

const openSqlite = async (version = OLDER): Promise<Opened> => {
  const path = join(mkdtempSync(join(temporary, "../ledger-")), "ledger.db");
  olderSqlite(path, version);
  return {
    address: `file:${path}`,
    async change(sql) {
      const db = new DatabaseSync(path);
      db.exec(sql);
      db.close();
    },
    whole: async () => filesBeside(path),
  };
};

const filesBeside = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dirname(path)).map((name) => [name, readFileSync(join(dirname(path), name), "base64")]),
  );

const openPostgres = async (version = OLDER): Promise<Opened> => {
  const url = await postgres.database();
  await olderPostgres(url, version);
  const change = (sql: string) => postgres.query(url, `SET search_path = ${SCHEMA}; ${sql}`);
  return {
    address: url,
    change,
    whole: async () => [
      await postgres.query(
        url,
        "SELECT table_schema, table_name, column_name FROM information_schema.columns WHERE table_schema LIKE 'reward%' ORDER BY 1, 2, 3",
      ),
      await postgres.query(url, `SELECT order_id, body FROM ${SCHEMA}.orders ORDER BY order_id`),
      await postgres.query(url, `SELECT key, value FROM ${SCHEMA}.settings ORDER BY key`),
    ],
  };
};

async function found(address: string, migrations?: ReturnType<typeof releaseWith>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const each of examineUpgrade({ DATABASE_URL: address }, migrations)) findings.push(each);
  expect(JSON.stringify(findings)).not.toMatch(new RegExp(`${PASSWORD}|example\\.com|a-session-hash`));
  return findings;
}

describe.each([
  ["SQLite", openSqlite],
  ["PostgreSQL", openPostgres],
] as const)("on %s", (_, open) => {
  let ledger: Opened;
  let before: unknown;
  beforeEach(async () => {
    ledger = await open();
  });
  const upgraded = async (migrations?: ReturnType<typeof releaseWith>): Promise<Finding[]> => {
    before = await ledger.whole();
    const findings = await found(ledger.address, migrations);
    expect(await ledger.whole()).toEqual(before);
    return findings;
  };

  it("says from which version to which, and how many orders were read", async () => {
    expect(await upgraded()).toEqual(WELL);
  });

  it("names the migration that fails", async () => {
    const [, last] = await upgraded(releaseWith("ALTER TABLE nowhere ADD COLUMN later TEXT"));
    expect(last).toEqual({
      is: "wrong",
      part: "upgrade",
      says: expect.stringMatching(
        `^migration ${NEWEST + 1} fails \\(.+\\), and this version would not start: stay with`,
      ),
    });
  });

  it("names a row that a migration has made unreadable", async () => {
    const findings = await upgraded(
      releaseWith("UPDATE orders SET body = replace(body, 'pins', 'pinned') WHERE order_id = 'o-2'"),
    );
    expect(findings.slice(1)).toEqual([
      { is: "wrong", part: "upgrade", says: "this version cannot read a row: orders shop/o-2" },
      {
        is: "wrong",
        part: "upgrade",
        says: `version ${OLDER} to ${NEWEST + 1}, ${ORDERS} orders read`,
      },
    ]);
  });

  it("reads a ledger that has the newest version", async () => {
    ledger = await open(NEWEST);
    expect((await upgraded())[1]).toEqual({
      is: "ok",
      part: "upgrade",
      says: `version ${NEWEST} stays, ${ORDERS} orders read`,
    });
  });

  it("reads more orders than come at once", async () => {
    await ledger.change(
      `INSERT INTO orders (site, order_id, version, promotion_id, updated_at, body)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
       SELECT site, CAST(i AS text), version, promotion_id, updated_at, body FROM orders CROSS JOIN n WHERE order_id = 'o-1'`,
    );
    expect((await upgraded())[1]?.says).toBe(`version ${OLDER} to ${NEWEST}, 1,${200 + ORDERS} orders read`);
  });

  it("says that a newer version made the ledger", async () => {
    await ledger.change(
      "UPDATE settings SET value = '99' WHERE key IN ('tables_version', 'tables_work_from')",
    );
    expect((await upgraded())[1]).toMatchObject({
      is: "wrong",
      says: expect.stringContaining("this one was made by a newer version"),
    });
  });
});

describe("an SQLite ledger", () => {
  it("may be open in a server, or left by one that was killed: its file of changes is copied, and stays", async () => {
    const [open, left] = [await openSqlite(), await openSqlite()].map(({ address }) => address.slice(5));
    if (!open || !left) throw new Error("no ledgers");
    const server = new DatabaseSync(open);
    server.exec("UPDATE orders SET body = 'null' WHERE order_id = 'o-3'");
    expect(statSync(`${open}-wal`).size).toBeGreaterThan(0);
    for (const suffix of ["", "-wal"]) copyFileSync(open + suffix, left + suffix);
    for (const path of [open, left]) {
      // The index of the file of changes is made anew from it.
      const { "ledger.db-shm": _, ...before } = filesBeside(path);
      expect((await found(`file:${path}`))[1]?.says).toContain("cannot read a row: orders shop/o-3");
      const { "ledger.db-shm": __, ...after } = filesBeside(path);
      expect(after).toEqual(before);
    }
    server.close();
  });

  it("that is not there yet is none to upgrade, and is not made", async () => {
    const { address } = await openSqlite();
    const path = address.replace("file:", "");
    unlinkSync(path);
    expect((await found(address))[1]).toMatchObject({ is: "note", part: "upgrade" });
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it("that is none is told as such, with the folder of the copy", async () => {
    const path = join(mkdtempSync(join(temporary, "../ledger-")), "ledger.db");
    writeFileSync(path, "no database, but a text that nobody may read in a finding");
    const says = `no copy in ${temporary}, which TMPDIR names: it could not be made: ERR_SQLITE_ERROR`;
    expect((await found(`file:${path}`))[1]).toMatchObject({
      is: "wrong",
      says: expect.stringContaining(says),
    });
  });

  it("is copied where only its owner may look", async () => {
    const { address } = await openSqlite();
    chmodSync(temporary, 0o755);
    const seen: string[] = [];
    const look = (): void => {
      for (const name of readdirSync(temporary))
        seen.push((statSync(join(temporary, name)).mode & 0o777).toString(8));
    };
    const migrations = releaseWith("SELECT 1");
    const steps = new Proxy(migrations.sqlite.steps, {
      get(target, name) {
        look();
        return Reflect.get(target, name);
      },
    });
    await found(address, { ...migrations, sqlite: { ...migrations.sqlite, steps } });
    expect([...new Set(seen)]).toEqual(["700"]);
  });

  it("is tried by the command, also as one document", async () => {
    const { address } = await openSqlite();
    const run = (...args: string[]) =>
      runCommand("server/command.ts", ["doctor", "--upgrade", ...args], { DATABASE_URL: address });
    expect(await run()).toEqual({
      code: 0,
      stderr: "",
      stdout: WELL.map(({ is, part, says }) => `${is.padEnd(5)}  ${part}: ${says}\n`).join(""),
    });
    expect(JSON.parse((await run("--json")).stdout)).toEqual({ is_well: true, findings: WELL });
  });
});

it("on PostgreSQL says which right is missing, where the user may make no copy", async () => {
  const { address } = await openPostgres();
  await postgres.query(
    address,
    `CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT USAGE ON SCHEMA ${SCHEMA} TO reader;
     GRANT SELECT ON ALL TABLES IN SCHEMA ${SCHEMA} TO reader`,
  );
  expect((await found(address.replace(/\/\/[^@]+@/, "//reader:reader@")))[1]).toMatchObject({
    is: "wrong",
    says: expect.stringContaining("GRANT CREATE ON DATABASE"),
  });
});
