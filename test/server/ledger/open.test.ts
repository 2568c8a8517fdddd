/** A database that cannot hold a ledger stops the start, with one line that says what is expected and nothing secret. */
import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openLedger } from "../../../server/ledger/open.ts";
import { SettingError } from "../../../server/settings/setting.ts";
import { DATABASE_CONNECT_TIMEOUT } from "../../../server/timing.ts";
import { PGBOUNCER, startPgbouncer } from "../../support/pgbouncer.ts";
import { PASSWORD, type PostgresServer, quiet, startPostgres } from "../../support/postgres.ts";
import { refusedStart } from "../../support/process.ts";

const NOBODY = 65_534;
const folder = mkdtempSync(join(tmpdir(), "ledger-"));
let postgres: PostgresServer;
/** Takes connections and never says a word. */
let silent: Server;
beforeAll(async () => {
  postgres = await startPostgres();
  silent = createServer(() => {});
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  silent.close();
  await postgres.close();
});

async function refusal(database: Parameters<typeof openLedger>[0]): Promise<string> {
  try {
    await (await openLedger(database, quiet)).close();
    return "opened";
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
}

describe("PostgreSQL", () => {
  const cases: [string, (url: string) => string | Promise<string>, RegExp][] = [
    ["a wrong password", (url) => url.replace(PASSWORD, `${PASSWORD}x`), /user, a password.*28P01$/],
    ["a user it does not know", (url) => url.replace("//postgres:", "//nobody:"), /user, a password.*28P01$/],
    ["a database it does not have", (url) => `${url}x`, /user, a password and a database.*3D000$/],
    ["no server", (url) => url.replace(/:\d+\//, ":1/"), /can be reached.*ECONNREFUSED$/],
    [
      "no such host",
      (url) => url.replace("127.0.0.1", "db.invalid"),
      /can be reached.*(ENOTFOUND|EAI_AGAIN)$/,
    ],
    [
      "a certificate that is not there",
      (url) => `${url}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`,
      /can be reached.*ENOENT$/,
    ],
    [
      "another encoding",
      () => postgres.database("TEMPLATE template0 ENCODING 'LATIN1'"),
      /expected a PostgreSQL database with the encoding UTF8$/,
    ],
    [
      "a database that cannot be written to",
      async (url) => {
        await postgres.query(
          url,
          `ALTER DATABASE ${url.split("/").at(-1)} SET default_transaction_read_only = on`,
        );
        return url;
      },
      /expected a PostgreSQL database that can be written to$/,
    ],
    [
      "a user who may make no tables",
      async (url) => {
        await postgres.query(url, "CREATE ROLE guest LOGIN PASSWORD 'guest'");
        return url.replace(/\/\/[^@]+@/, "//guest:guest@");
      },
      /42501$/,
    ],
    [
      "tables of a newer version",
      async (url) => {
        await postgres.query(
          url,
          "CREATE SCHEMA reward_redemption CREATE TABLE settings (key text, value text); INSERT INTO reward_redemption.settings VALUES ('tables_version', '99')",
        );
        return url;
      },
      /newer version$/,
    ],
  ];
  it.each(cases)("with %s is refused", async (_, change, expected) => {
    const url = await change(await postgres.database());
    const said = await refusal({ kind: "postgres", url });
    expect(said).toMatch(/^DATABASE_URL: expected /);
    expect(said).toMatch(expected);
    expect(said).not.toContain(PASSWORD);
    expect(said).not.toContain("127.0.0.1");
    expect(said).not.toContain("\n");
  });

  it.skipIf(!PGBOUNCER.isThere()).each([
    ["transaction", /^DATABASE_URL: expected connections.*PgBouncer.*use its session mode/],
    ["session", /^opened$/],
  ] as const)("behind PgBouncer in %s mode says %s", async (mode, expected) => {
    const pooler = await startPgbouncer(await postgres.database(), mode);
    try {
      expect(await refusal({ kind: "postgres", url: pooler.url })).toMatch(expected);
    } finally {
      await pooler.close();
    }
  });

  it("takes a password that the environment holds where the address has none", async () => {
    const url = (await postgres.database()).replace(`:${PASSWORD}@`, "@");
    expect(await refusal({ kind: "postgres", url })).toMatch(/^DATABASE_URL: expected a password/);
    process.env.PGPASSWORD = PASSWORD;
    try {
      expect(await refusal({ kind: "postgres", url })).toBe("opened");
    } finally {
      delete process.env.PGPASSWORD;
    }
  });

  it("that takes the connection and says nothing is not waited for without end", async () => {
    const { port } = silent.address() as { port: number };
    const started = performance.now();
    const said = await refusal({ kind: "postgres", url: `postgres://u:p@127.0.0.1:${port}/x` });
    expect(said).toMatch(/can be reached.*timeout$/);
    expect(performance.now() - started).toBeLessThan(DATABASE_CONNECT_TIMEOUT + 2_000);
  });
});

describe("SQLite", () => {
  const text = join(folder, "text.db");
  writeFileSync(text, "this is no database, and longer than the header of one has to be: ".repeat(20));
  mkdirSync(join(folder, "folder.db"));
  const newer = join(folder, "newer.db");
  const db = new DatabaseSync(newer);
  db.exec("CREATE TABLE settings (key, value); INSERT INTO settings VALUES ('tables_version', '99')");
  db.close();

  it.each([
    ["no database", text, /path of an SQLite database/],
    ["a folder", join(folder, "folder.db"), /path of an SQLite database/],
    ["a path through a file", join(text, "x", "y.db"), /path of an SQLite database/],
    ["a folder that cannot be made", "/proc/x/y.db", /path of an SQLite database/],
    ["a file of a newer version", newer, /newer version$/],
  ])("with %s is refused", async (_, path, expected) => {
    const said = await refusal({ kind: "sqlite", path });
    expect(said).toMatch(/^DATABASE_URL: expected /);
    expect(said).toMatch(expected);
    expect(said).not.toContain(folder);
  });

  it.skipIf(process.getuid?.() !== 0)("in a folder of another user names both, and the remedy", async () => {
    const own = mkdtempSync(join(tmpdir(), "own-"));
    chmodSync(own, 0o755);
    process.seteuid?.(NOBODY);
    try {
      const said = await refusal({ kind: "sqlite", path: join(own, "data/ledger.db") });
      expect(said).toMatch(/^DATABASE_URL: expected an SQLite database that can be written to/);
      expect(said).toContain(
        `; ${own} belongs to the user 0, and the server runs as the user ${NOBODY}: run chown -R ${NOBODY} ${own}`,
      );
      expect(said).not.toContain("\n");
    } finally {
      process.seteuid?.(0);
    }
  });

  it("leaves a folder at its path as it was", async () => {
    const path = join(folder, "shared.db");
    mkdirSync(path);
    chmodSync(path, 0o755);
    await refusal({ kind: "sqlite", path });
    expect(statSync(path).mode & 0o777).toBe(0o755);
  });
});

describe("the process", () => {
  it.each([
    ["file:/proc/x/y.db", /^DATABASE_URL: expected the path of an SQLite database/],
    [
      `postgres://user:${PASSWORD}@127.0.0.1:1/x`,
      /^DATABASE_URL: expected a PostgreSQL server that can be reached/,
    ],
    [`postgres://user:${PASSWORD}@127.0.0.1:port/x`, /^DATABASE_URL: expected file:<path>, postgres:/],
  ])("ends with %s and says so in one line", async (DATABASE_URL, expected) => {
    const { code, stderr } = await refusedStart({ DATABASE_URL, PORT: "0" });
    expect([code, stderr.trimEnd().split("\n")]).toEqual([1, [expect.stringMatching(expected)]]);
    expect(stderr).not.toContain(PASSWORD);
  });
});
