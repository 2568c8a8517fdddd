/** A copy that is put in the ledger's place by the command: checked first, never under a running server, and said in the ledger. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { backUpSqlite } from "../../../server/ledger/backup.ts";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { openLedger } from "../../../server/ledger/open.ts";
import { createLog } from "../../../server/observing/log.ts";
import { runCommand } from "../../support/process.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { keyOf, order } from "./rows.ts";

let folder: string;
let path: string;
let copy: string;
let lines: string[];
let ledger: Ledger | undefined;
const log = createLog("error", new VirtualClock(), (line) => lines.push(line));
const open = async (): Promise<Ledger> => {
  ledger = await openLedger({ kind: "sqlite", path }, log);
  return ledger;
};
const close = async (): Promise<void> => {
  await ledger?.close();
  ledger = undefined;
};
const restore = (file: string) =>
  runCommand("server/commands/restore.ts", [file], { DATABASE_URL: `file:${path}` });

beforeEach(async () => {
  lines = [];
  folder = mkdtempSync(join(tmpdir(), "restore-"));
  [path, copy] = [join(folder, "ledger.db"), join(folder, "copy.db")];
  const first = await open();
  await first.createOrder(order({ order_id: "before" }));
  backUpSqlite(path, copy);
  await first.createOrder(order({ order_id: "after" }));
  await close();
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

it("a copy is restored on a machine that has no folder for the ledger yet, and a file in its place is named", async () => {
  path = join(folder, "new", "data", "ledger.db");
  expect(await restore(copy)).toMatchObject({ code: 0, stderr: "" });
  expect(await (await open()).readOrder(keyOf("before"))).toBeDefined();
  writeFileSync(join(folder, "file"), "");
  path = join(folder, "file", "ledger.db");
  const { code, stderr } = await restore(copy);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/nothing can be written in .*file/)]);
  path = join(folder, "ledger.db");
});

describe("a copy", () => {
  it("takes the ledger's place, says when, and keeps the one before; the next start has nothing to notice", async () => {
    const since = Date.now();
    const { code, stdout, stderr } = await restore(copy);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^restored: 1 orders\.\nThe ledger before it is .*ledger\.db\.before-/);
    const kept = /The ledger before it is (.*)\.\n/.exec(stdout)?.[1] ?? "";
    const restored = await open();
    expect(await restored.readOrder(keyOf("after"))).toBeUndefined();
    const row = await restored.readOrder(keyOf("before"));
    expect(row?.recovered_at).toBeGreaterThanOrEqual(since);
    expect(await restored.recovery()).toEqual({ at: row?.recovered_at, isNoticed: false });
    expect(lines).toEqual([]);
    await close();
    path = kept;
    expect(await (await open()).readOrder(keyOf("after"))).toBeDefined();
  });

  it("is not put under a server that runs", async () => {
    await open();
    const { code, stderr } = await restore(copy);
    expect([code, stderr.trimEnd()]).toEqual([
      1,
      expect.stringMatching(/^not restored: a server has this ledger open/),
    ]);
    expect(await ledger?.readOrder(keyOf("after"))).toBeDefined();
  });

  it.each<[string, () => string, string]>([
    ["that is not there", () => join(folder, "none.db"), "there is no copy"],
    [
      "that is no ledger",
      () => {
        writeFileSync(join(folder, "text.db"), "no database");
        return join(folder, "text.db");
      },
      "the copy is damaged, or no ledger",
    ],
  ])("%s changes nothing", async (_, file, said) => {
    const given = file();
    const before = readdirSync(folder).filter((name) => !name.endsWith("-open"));
    const { code, stderr } = await restore(given);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(readdirSync(folder).filter((name) => !name.endsWith("-open"))).toEqual(before);
    expect(await (await open()).recovery()).toBeUndefined();
    expect(existsSync(`${path}.restoring`)).toBe(false);
  });

  it("of PostgreSQL is none of this command's", async () => {
    const env = { DATABASE_URL: "postgres://user:secret@localhost/rewards" };
    const { code, stderr } = await runCommand("server/commands/restore.ts", [copy], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining("pg_restore")]);
    expect(stderr).not.toContain("secret");
  });
});
