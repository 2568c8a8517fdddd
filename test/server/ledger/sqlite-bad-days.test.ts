/** An SQLite file that is full, read-only, damaged, emptied or another one: it is named, nothing is answered that is not stored. */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmdirSync,
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
import { type Ledger, LedgerUnavailable } from "../../../server/ledger/ledger.ts";
import { openLedger } from "../../../server/ledger/open.ts";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { SqliteStore } from "../../../server/ledger/sqlite-store.ts";
import { SqliteThread } from "../../../server/ledger/thread-end.ts";
import { createLog } from "../../../server/log.ts";
import { SettingError } from "../../../server/setting.ts";
import { opened } from "../../support/opened.ts";
import { refusedStart } from "../../support/process.ts";
import { mountSmallDisk, type SmallDisk } from "../../support/small-disk.ts";
import { until } from "../../support/until.ts";
import { order } from "../redemption/orders.ts";
import { VirtualClock } from "../virtual-clock.ts";

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
const open = (): Promise<Ledger> => openLedger({ kind: "sqlite", path }, log);
const key = (order_id: string) => ({ site: "shop", order_id });
const ids = Array.from({ length: 60 }, (_, n) => `o-${n}`);

/** The refusal of a file at the start; "opened" if there is none. */
const refusal = (): Promise<string> =>
  open().then(
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
  await Promise.all(ids.map((order_id) => ledger.createOrder(order([], { order_id }))));
  await ledger.close();
}
const PAGE = 4096;
/** Overwrites every page but the first `kept`. */
function overwrite(kept: number): void {
  const file = openSync(path, "r+");
  const pages = statSync(path).size / PAGE;
  for (let page = kept; page < pages; page++) writeSync(file, Buffer.alloc(PAGE, 0x5a), 0, PAGE, page * PAGE);
  closeSync(file);
}

describe("without room", () => {
  it("changes are refused as full, reading goes on, and with room again so do changes", async () => {
    const { result: ledger, db } = opened(() => openSqliteLedger(path));
    await ledger.createOrder(order());
    const pages = Number(db.prepare("PRAGMA page_count").get()?.page_count);
    db.exec(`PRAGMA max_page_count=${pages}`);
    const large = order([], { order_id: "large", promotion: { name: "x".repeat(20 * PAGE) } });
    expect(await reasonOf(ledger.createOrder(large))).toBe("full");
    expect(await ledger.readOrder(key("large"))).toBeUndefined();
    expect(await ledger.readOrder(key("o-1"))).toEqual(order());
    db.exec("PRAGMA max_page_count=1000000");
    expect(await ledger.createOrder(large)).toBe(true);
    await ledger.close();
  });

  it("a change that is too large for what is left fails alone: those of its group that fit are done", () => {
    const { result: store, db } = opened(() => new SqliteStore(path));
    const set = (name: string, value: string) =>
      [{ sql: "INSERT INTO settings (key, value) VALUES (?, ?)", values: [name, value] }] as const;
    const pages = Number(db.prepare("PRAGMA page_count").get()?.page_count);
    db.exec(`PRAGMA max_page_count=${pages + 2}`);
    const done = store.commit([
      set("a", "1"),
      set("b", "x".repeat(20 * PAGE)),
      set("c", "3"),
      set("a", "again"),
    ]);
    expect(done).toEqual([{ done: 1 }, { failed: "full" }, { done: 1 }, { refused: 1555 }]);
    const kept = store.read({
      sql: "SELECT key FROM settings WHERE length(key) = 1 ORDER BY key",
      values: [],
    });
    expect(kept).toEqual({ done: [{ key: "a" }, { key: "c" }] });
    store.close();
  });
});

it("where nothing may be written, changes are refused as read-only", async () => {
  const { result: ledger, db } = opened(() => openSqliteLedger(path));
  await ledger.createOrder(order());
  db.exec("PRAGMA query_only=ON");
  expect(await reasonOf(ledger.replaceOrder(order()))).toBe("read_only");
  expect(await reasonOf(ledger.probe())).toBe("read_only");
  expect((await ledger.readOrder(key("o-1")))?.version).toBe(1);
  await ledger.close();
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
  it.each([
    ["all but the first", 1],
    ["the first one, too", 0],
  ])("stop a start: %s", async (_, kept) => {
    await fill();
    overwrite(kept);
    expect(await refusal()).toMatch(/^DATABASE_URL: expected .*damaged/);
  });

  it("that are met later are named, once, and the ledger stays unready", async () => {
    await fill();
    const ledger = await open();
    await ledger.probe();
    overwrite(2);
    const reasons = await Promise.all(ids.map((order_id) => reasonOf(ledger.readOrder(key(order_id)))));
    expect(reasons).toContain("damaged");
    expect(await reasonOf(ledger.probe())).toBe("damaged");
    const told = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === "error");
    expect(told[0]).toMatchObject({
      msg: "the ledger cannot be worked with: it is damaged",
      reason: "damaged",
    });
    await ledger.close().catch(() => {});
  });
});

describe("a ledger that is gone or empty where there was one stops a start", () => {
  const SAID = /^DATABASE_URL: expected the ledger that was at this path; it is gone or empty/;
  const cases: [string, () => void][] = [
    ["the file is gone", () => rmSync(path)],
    ["the file is empty", () => truncateSync(path, 0)],
    [
      "the database has no tables",
      () => {
        rmSync(path);
        const db = new DatabaseSync(path);
        db.exec("PRAGMA user_version = 0; VACUUM");
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
    // On purpose: the note goes with the file.
    rmSync(`${path}-made`);
    expect(await refusal()).toBe("opened");
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
  const change = (version: number) => ledger.replaceOrder(order([], { order_id: "o-7", version }));

  it.each([
    ["taken away", () => {}],
    ["replaced by a copy", (copy: string) => copyFileSync(copy, path)],
  ])(
    "and %s gets nothing that would be lost with it, and is worked with again when it is back",
    async (_, put) => {
      const [copy, away] = [join(folder, "copy.db"), join(folder, "away.db")];
      backUpSqlite(path, copy);
      expect((await change(1))?.version).toBe(2);
      renameSync(path, away);
      put(copy);
      expect(await reasonOf(change(2))).toBe("gone");
      expect(await reasonOf(ledger.readOrder(key("o-7")))).toBe("gone");
      expect(await reasonOf(ledger.probe())).toBe("gone");
      renameSync(away, path);
      expect((await change(2))?.version).toBe(3);
      expect((await ledger.readOrder(key("o-7")))?.version).toBe(3);
      expect(await reasonOf(ledger.probe())).toBe("done");
    },
  );
});

it("a thread that ends fails what it had in hand, and the next ask starts another one", async () => {
  let reopened = 0;
  const thread = new SqliteThread(path, () => reopened++);
  await thread.open();
  const broken = { reads: null } as unknown as Parameters<typeof thread.ask>[0];
  expect(await reasonOf(thread.ask(broken))).toBe("thread_ended");
  const asked = { reads: [{ sql: "SELECT 1 AS one", values: [] }] };
  expect(await thread.ask(asked)).toEqual({ read: [{ done: [{ one: 1 }] }] });
  expect(reopened).toBe(1);
  await thread.close();
});

it("a file that cannot be opened again is not tried again at once", async () => {
  const thread = new SqliteThread(path, () => {});
  mkdirSync(path);
  const asked = { reads: [] };
  expect(await reasonOf(thread.ask(asked))).not.toBe("done");
  rmdirSync(path);
  expect(await reasonOf(thread.ask(asked))).not.toBe("done");
  await until(async () => (await reasonOf(thread.ask(asked))) === "done", "the file is opened");
  await thread.close();
});
