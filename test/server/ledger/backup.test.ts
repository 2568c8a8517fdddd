/** A copy of the ledger while the server runs. The life that begins with an old one: `test/processes/recovery.test.ts`. */
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { BackupError, backUpSqlite, checkSqlite } from "../../../server/ledger/backup.ts";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { openLedger } from "../../../server/ledger/open.ts";
import { quiet } from "../../support/postgres.ts";
import { runCommand } from "../../support/process.ts";
import { openSqliteLedger } from "../../support/sqlite-ledger.ts";
import { keyOf as key, order } from "./rows.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "backup-"));
  path = join(folder, "ledger.db");
});

describe("a copy", () => {
  let ledger: Ledger;
  beforeEach(async () => {
    ledger = await openLedger({ kind: "sqlite", path }, quiet);
    await ledger.createOrder(order({ order_id: "before" }));
    return () => ledger.close();
  });

  it("has everything that was stored before, and is for its owner only", async () => {
    const target = join(folder, "copies", "one.db");
    const made = backUpSqlite(path, target);
    await ledger.createOrder(order({ order_id: "after" }));
    expect(made).toEqual({ orders: 1, bytes: statSync(target).size });
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "copies"))).toEqual(["one.db"]);
    const copy = openSqliteLedger(target);
    expect((await copy.readOrder(key("before")))?.order).toEqual(order({ order_id: "before" }));
    expect(await copy.readOrder(key("after"))).toBeUndefined();
    await copy.close();
    expect(await ledger.readOrder(key("after"))).toBeDefined();
  });

  it("is never written over another file", () => {
    const target = join(folder, "mine");
    writeFileSync(target, "precious");
    expect(() => backUpSqlite(path, target)).toThrow(BackupError);
    expect(readFileSync(target, "utf8")).toBe("precious");
  });

  it.each<[string, () => string, string]>([
    ["no ledger", () => join(folder, "none.db"), "no ledger"],
    [
      "a file that is no database",
      () => {
        const other = join(folder, "other.db");
        writeFileSync(other, "x".repeat(5_000));
        return other;
      },
      "could not be made",
    ],
  ])("of %s is refused and leaves nothing behind", (_, source, said) => {
    const from = source();
    const before = readdirSync(folder);
    expect(() => backUpSqlite(from, join(folder, "copy.db"))).toThrow(said);
    expect(readdirSync(folder).toSorted()).toEqual(before.toSorted());
  });

  it("that is damaged is not taken for one, nor is one of a damaged ledger", async () => {
    for (let n = 0; n < 40; n++) await ledger.createOrder(order({ order_id: `o-${n}` }));
    const copy = join(folder, "copy.db");
    expect(backUpSqlite(path, copy).orders).toBe(41);
    const whole = readFileSync(copy);
    // Each page in turn but the first, which has the file's header.
    for (let at = 4096; at < whole.length; at += 4096) {
      const bytes = Buffer.from(whole);
      bytes.fill(0x5a, at, at + 4096);
      const damaged = join(folder, "damaged.db");
      writeFileSync(damaged, bytes);
      expect(() => checkSqlite(damaged)).toThrow();
    }
    expect(() => backUpSqlite(join(folder, "damaged.db"), join(folder, "other.db"))).toThrow(BackupError);
    expect(readdirSync(folder)).not.toContain("other.db");
  });

  it("is made by the command, in a process of its own, while the ledger is open and written to", async () => {
    const target = join(folder, "by-command.db");
    const env = { DATABASE_URL: `file:${path}` };
    const running = runCommand("server/commands/backup.ts", [target], env);
    let isRunning = true;
    void running.finally(() => {
      isRunning = false;
    });
    let written = 0;
    while (isRunning) {
      await ledger.createOrder(order({ order_id: `w-${written++}` }));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await running).toMatchObject({ code: 0, stderr: "" });
    expect((await running).stdout).toMatch(/^backed up: \d+ orders, \d+ bytes\n$/);
    const copy = openSqliteLedger(target);
    expect(await copy.readOrder(key("before"))).toBeDefined();
    await copy.close();
    const again = await runCommand("server/commands/backup.ts", [target], env);
    expect([again.code, again.stdout]).toEqual([1, ""]);
    expect(again.stderr).toContain("exists already");
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ["no file", [], {}, "expected a file to write"],
    ["memory:", ["x.db"], { DATABASE_URL: "memory:" }, "DATABASE_URL: expected file:<path>"],
  ])("by the command with %s is refused in one line", async (_, args, env, said) => {
    const { code, stderr } = await runCommand("server/commands/backup.ts", args, env);
    expect(code).toBe(1);
    expect(stderr).toContain(said);
    expect(stderr.trim()).not.toContain("\n");
  });
});
