/** An SQLite file that is full, read-only, damaged, emptied or another one: it is named, nothing is answered that is not stored. */

import { execFileSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { backUpSqlite } from "../../../server/ledger/backup.ts";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { openLedger } from "../../../server/ledger/open.ts";
import { SqliteDatabase } from "../../../server/ledger/sqlite-database.ts";
import { createLog } from "../../../server/observing/log.ts";
import { LedgerUnavailable } from "../../../server/problems/ledger-unavailable.ts";
import { SettingError } from "../../../server/settings/setting.ts";
import { opened } from "../../support/opened.ts";
import { refusedStart } from "../../support/process.ts";
import { mountSmallDisk, type SmallDisk } from "../../support/small-disk.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { keyOf as key, order } from "./rows.ts";

let folder: string;
let path: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bad-days-"));
  path = join(folder, "ledger.db");
  lines = [];
  return () => rmSync(folder, { recursive: true, force: true });
});
const log = createLog("info", new VirtualClock(), (line) => lines.push(line));
const open = (isRecovered = false): Promise<Ledger> =>
  openLedger({ kind: "sqlite", path }, log, isRecovered ? { ledgerRecoveredAt: Date.now() } : {});
const ids = Array.from({ length: 60 }, (_, n) => `o-${n}`);

/** The refusal of a file at the start; "opened" if there is none. */
const refusal = (isRecovered = false): Promise<string> =>
  open(isRecovered).then(
    async (ledger) => {
      await ledger.close();
      return "opened";
    },
    (error) => (error instanceof SettingError ? error.message : String(error)),
  );
/** Why a request of the ledger was refused; "done" where it was not. */
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error) => (error instanceof LedgerUnavailable ? error.reason : String(error)),
  );
/** Makes a ledger with orders, in one file. */
async function fill(): Promise<void> {
  const ledger = await open();
  await Promise.all(ids.map((order_id) => ledger.createOrder(order({ order_id }))));
  await ledger.close();
}
const PAGE = 4096;
/** Overwrites the pages, which count from 1, from the first to the last one. */
function overwrite(first: number, last = statSync(path).size / PAGE): void {
  const file = openSync(path, "r+");
  for (let page = first; page <= last; page++)
    writeSync(file, Buffer.alloc(PAGE, 0x5a), 0, PAGE, (page - 1) * PAGE);
  closeSync(file);
}
/** The first page of a table. */
function pageOf(table: string): number {
  const db = new DatabaseSync(path);
  const row = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(table);
  db.close();
  return Number(row?.rootpage);
}

describe("a connection", () => {
  let db: DatabaseSync;
  let database: SqliteDatabase;
  beforeEach(() => {
    ({ result: database, db } = opened(() => {
      const made = new SqliteDatabase(path);
      made.migrate();
      return made;
    }));
    return () => database.close();
  });
  const step = (text: string, values = {}) => ({ statement: { text }, values });
  const set = (key: string, value: string) =>
    step("INSERT INTO settings (key, value) VALUES (:key, :value) RETURNING key", { key, value });
  const keys = () => database.read(step("SELECT key FROM settings WHERE length(key) = 1 ORDER BY key"));

  it("has a log ahead, a sync for each transaction, and leaves nothing of what was forgotten", () => {
    const FULL = 2;
    for (const [name, value] of [
      ["synchronous", FULL],
      ["journal_mode", "wal"],
      ["secure_delete", 1],
    ])
      expect(database.read(step(`PRAGMA ${name}`))).toEqual({ rows: [{ [String(name)]: value }] });
  });

  it("without room does the changes of a group that fit; with room again all", () => {
    const pages = Number(db.prepare("PRAGMA page_count").get()?.page_count);
    db.exec(`PRAGMA max_page_count=${pages + 2}`);
    const large = set("b", "x".repeat(20 * PAGE));
    const done = database.change([set("a", "1"), large, set("c", "3"), set("a", "again")]);
    expect(done).toEqual([
      { rows: [{ key: "a" }] },
      { failed: "full" },
      { rows: [{ key: "c" }] },
      { refused: 1555 },
    ]);
    expect(keys()).toEqual({ rows: [{ key: "a" }, { key: "c" }] });
    db.exec("PRAGMA max_page_count=1000000");
    expect(database.change([large])).toEqual([{ rows: [{ key: "b" }] }]);
  });

  it("where nothing may be written refuses changes as read-only, and reads", () => {
    database.change([set("a", "1")]);
    db.exec("PRAGMA query_only=ON");
    expect(database.change([set("b", "2")])).toEqual([{ failed: "read_only" }]);
    expect(keys()).toEqual({ rows: [{ key: "a" }] });
  });
});

describe("a start", () => {
  const onDisk = async (
    spoil: (disk: SmallDisk) => void,
    skip: (note: string) => unknown,
    expected: RegExp,
  ) => {
    const disk = mountSmallDisk(2);
    if (!disk) return skip("needs root to mount a small file system");
    try {
      const DATABASE_URL = `file:${join(disk.folder, "ledger.db")}`;
      await (await openLedger({ kind: "sqlite", path: DATABASE_URL.slice(5) }, log)).close();
      spoil(disk);
      const { code, stderr } = await refusedStart({ DATABASE_URL, PORT: "0" });
      expect([code, stderr.trimEnd()]).toEqual([1, expect.stringMatching(expected)]);
      expect(stderr.trimEnd()).not.toContain("\n");
      expect(stderr).not.toContain(disk.folder);
    } finally {
      disk.remove();
    }
  };

  it("on a file system that is read-only says so in one line", ({ skip }) =>
    onDisk(
      ({ folder: at }) => execFileSync("mount", ["-o", "remount,ro", at]),
      skip,
      /^DATABASE_URL: expected an SQLite database that can be written to/,
    ));

  it("on a disk that is full says so in one line", ({ skip }) =>
    onDisk((disk) => disk.fill(), skip, /^DATABASE_URL: expected .*room/));

  it("on a file that another program locks says so in one line", async () => {
    await (await open()).close();
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const { code, stderr } = await refusedStart({ DATABASE_URL: `file:${path}`, PORT: "0" });
    expect([code, stderr.trimEnd()]).toEqual([1, expect.stringMatching(/^DATABASE_URL: expected .* lock/)]);
    other.exec("COMMIT");
    other.close();
  });
});

describe("damaged pages", () => {
  it.each<[string, () => void]>([
    ["all but the first", () => overwrite(2)],
    ["the first one, too", () => overwrite(1)],
    [
      "one of a table that nobody reads at the start",
      () => overwrite(pageOf("sessions"), pageOf("sessions")),
    ],
  ])("stop a start: %s", async (_, damage) => {
    await fill();
    damage();
    expect(await refusal()).toMatch(/^DATABASE_URL: expected .*damaged/);
  });
});

describe("a ledger that is gone or empty where there was one stops a start", () => {
  const SAID =
    /^DATABASE_URL: expected the ledger that was at this path; it is gone or empty.*LEDGER_RECOVERED_AT/;
  const cases: [string, () => void][] = [
    ["the file is gone", () => rmSync(path)],
    ["the file is empty", () => truncateSync(path, 0)],
    [
      "the database has no tables",
      () => {
        rmSync(path);
        const db = new DatabaseSync(path);
        db.exec("VACUUM");
        db.close();
      },
    ],
  ];
  it.each(cases)("%s", async (_, empty) => {
    await fill();
    empty();
    const before = existsSync(path) ? statSync(path).size : undefined;
    const said = await refusal();
    expect(said).toMatch(SAID);
    expect(said).not.toContain(folder);
    // Nothing was made in its place, so that a second start says the same.
    expect(existsSync(path) ? statSync(path).size : undefined).toBe(before);
    expect(await refusal()).toMatch(SAID);
    // An operator says that it was lost: an empty one takes its place, and the next loss is noticed again.
    expect(await refusal(true)).toBe("opened");
    expect(await refusal()).toBe("opened");
    rmSync(path);
    expect(await refusal()).toMatch(SAID);
  });

  it("and a new file that was made empty beforehand is taken", async () => {
    writeFileSync(path, "");
    expect(await refusal()).toBe("opened");
  });

  it("and a copy that was put in its place is taken", async () => {
    await fill();
    const copy = join(folder, "copy.db");
    backUpSqlite(path, copy);
    truncateSync(path, 0);
    rmSync(`${path}-wal`, { force: true });
    copyFileSync(copy, path);
    expect(await refusal()).toBe("opened");
  });
});

describe("a file that is taken away or replaced while the server runs", () => {
  let ledger: Ledger;
  beforeEach(async () => {
    await fill();
    ledger = await open();
  });
  afterEach(() => ledger.close());
  const change = (version: number) =>
    ledger.replaceOrder(order({ order_id: "o-7", version }), { kind: "free" });

  it.each([
    ["taken away", () => {}],
    ["replaced by a copy", (copy: string) => copyFileSync(copy, path)],
  ])(
    "and %s gets nothing that would be lost with it, and is worked with again when it is back",
    async (_, put) => {
      const [copy, away] = [join(folder, "copy.db"), join(folder, "away.db")];
      backUpSqlite(path, copy);
      expect((await change(1))?.order.version).toBe(2);
      renameSync(path, away);
      put(copy);
      expect(await reasonOf(change(2))).toBe("gone");
      expect(await reasonOf(ledger.readOrder(key("o-7")))).toBe("gone");
      expect(await reasonOf(ledger.probe())).toBe("gone");
      renameSync(away, path);
      expect((await change(2))?.order.version).toBe(3);
      expect((await ledger.readOrder(key("o-7")))?.order.version).toBe(3);
      expect(await reasonOf(ledger.probe())).toBe("done");
    },
  );
});
