/** A ledger that went back: noticed where something beside it saw more, and never where nothing was lost. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { backUpSqlite } from "../../../server/ledger/backup.ts";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { openLedger, openPostgresLedger, type RecoverySettings } from "../../../server/ledger/open.ts";
import { isFailover } from "../../../server/ledger/postgres-identity.ts";
import { isOlder } from "../../../server/ledger/recovery.ts";
import { createLog } from "../../../server/observing/log.ts";
import { hear } from "../../../server/redemption/course.ts";
import { lookUpFrom } from "../../../server/redemption/look-up.ts";
import { LIST_LAG } from "../../../server/timing.ts";
import { dumpOf, restoreDump } from "../../support/dump.ts";
import { type PostgresServer, startPostgres } from "../../support/postgres.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { keyOf, order } from "./rows.ts";

let lines: string[];
const log = createLog("info", new VirtualClock(), (line) => lines.push(line));
const isTold = (): boolean => lines.some((line) => line.includes("the ledger is older than it was"));
beforeEach(() => {
  lines = [];
});

const addOrder = (ledger: Ledger, id: string): Promise<boolean> =>
  ledger.createOrder(order({ order_id: id }));

describe("a witness", () => {
  it.each([
    ["that saw as much", { id: "a", commits: 7 }, false],
    ["that saw less", { id: "a", commits: 3 }, false],
    ["that saw more", { id: "a", commits: 8 }, true],
    ["of another ledger", { id: "b", commits: 1 }, true],
    ["that is not there", undefined, false],
  ])("%s", (_, witness, older) => expect(isOlder({ id: "a", commits: 7 }, witness)).toBe(older));
});

describe("an SQLite ledger", () => {
  let folder: string;
  let path: string;
  let ledger: Ledger | undefined;
  const open = async (recovery: RecoverySettings = {}): Promise<Ledger> => {
    ledger = await openLedger({ kind: "sqlite", path }, log, recovery);
    return ledger;
  };
  const close = async (): Promise<void> => {
    await ledger?.close();
    ledger = undefined;
  };
  const remove = (...suffixes: string[]): void => {
    for (const suffix of suffixes) rmSync(path + suffix, { force: true });
  };
  /** Puts the copy in the ledger's place, and leaves the marker. */
  const putBack = (copy: string): void => {
    remove("", "-wal", "-shm");
    copyFileSync(copy, path);
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "went-back-"));
    path = join(folder, "ledger.db");
    const first = await open();
    await addOrder(first, "before");
    backUpSqlite(path, join(folder, "copy"));
    await addOrder(first, "after");
    await close();
  });
  afterEach(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("that is put back from a copy is noticed, once, and every row says so", async () => {
    putBack(join(folder, "copy"));
    const since = Date.now();
    const first = await (await open()).recovery();
    expect(first).toEqual({ at: expect.any(Number), isNoticed: true });
    expect(first?.at).toBeGreaterThanOrEqual(since);
    expect((await ledger?.readOrder(keyOf("before")))?.recovered_at).toBe(first?.at);
    expect(isTold()).toBe(true);
    await close();
    lines = [];
    expect(await (await open()).recovery()).toEqual(first);
    expect(isTold()).toBe(false);
  });

  it("that is put back again from the same copy is noticed again", async () => {
    putBack(join(folder, "copy"));
    await open();
    await close();
    lines = [];
    putBack(join(folder, "copy"));
    await open();
    expect(isTold()).toBe(true);
  });

  it("of another server in its place is noticed, also where it has made more commits", async () => {
    const own = path;
    path = join(folder, "other.db");
    for (let n = 0; n < 20; n++) await addOrder(ledger ?? (await open()), `o-${n}`);
    await close();
    copyFileSync(path, own);
    path = own;
    remove("-wal", "-shm");
    await open();
    expect(isTold()).toBe(true);
  });

  it("that is put back while the server runs is noticed at the next request", async () => {
    const running = await open();
    remove("", "-wal", "-shm");
    copyFileSync(join(folder, "copy"), path);
    await expect(running.readOrder(keyOf("before"))).rejects.toThrow("gone");
    await close();
    await open();
    expect(isTold()).toBe(true);
  });

  it("whose loss the operator said is not noticed beside it; with a time before the last commit it is", async () => {
    putBack(join(folder, "copy"));
    const said = Date.now() + 1_000;
    await open({ ledgerRecoveredAt: said });
    expect(isTold()).toBe(false);
    await close();
    putBack(join(folder, "copy"));
    await open({ ledgerRecoveredAt: said - 3_600_000 });
    expect(isTold()).toBe(true);
  });

  it("whose loss was said has it in its rows, also where the start ends right after", async () => {
    const said = Date.now();
    putBack(join(folder, "copy"));
    await open({ ledgerRecoveredAt: said });
    await close();
    expect(await (await open()).recovery()).toEqual({ at: said, isNoticed: false });
    await close();
    remove("", "-wal", "-shm");
    const again = Date.now();
    await open({ ledgerRecoveredAt: again });
    await close();
    expect(await (await open()).recovery(), "an empty one in its place").toEqual({
      at: again,
      isNoticed: false,
    });
  });

  it("that is put back after a recovery noted by a clock ahead is looked up again", async () => {
    const DAYS = 2 * 24 * 3_600_000;
    const at = (now: number) => openLedger({ kind: "sqlite", path }, log, {}, () => now);
    const now = Date.now();
    putBack(join(folder, "copy"));
    await (await at(now + DAYS)).close();
    ledger = await at(now);
    const row = await ledger.readOrder(keyOf("before"));
    if (!row) throw new Error("no order");
    await ledger.replaceOrder(hear(row.order, { kind: "look_up", listed: [] }, row), { kind: "free" });
    backUpSqlite(path, join(folder, "later"));
    await addOrder(ledger, "lost again");
    await close();
    putBack(join(folder, "later"));
    ledger = await at(now + 1_000);
    const again = await ledger.readOrder(keyOf("before"));
    expect(again?.recovered_at).toBe(now + 1_000);
    expect(again && lookUpFrom(again)).toBe(now + 1_000 + LIST_LAG);
  });

  it("whose marker another user owns is told: an older copy would not be noticed", async () => {
    remove("-made");
    mkdirSync(`${path}-made`);
    await open();
    expect(lines.join()).toContain("the marker beside the ledger cannot be read and written");
  });

  it("that went back is refused where it is only looked at, and noticed by the start after it", async () => {
    putBack(join(folder, "copy"));
    await expect(open({ isTrial: true, ledgerRecoveredAt: Date.now() })).rejects.toThrow("this one is older");
    expect((await (await open()).recovery())?.isNoticed).toBe(true);
    expect(isTold()).toBe(true);
  });

  it.each<[string, () => void | Promise<void>]>([
    ["is started again", () => {}],
    ["was killed in the middle of its work", () => remove("-open")],
    ["lost its marker", () => remove("-made")],
    ["has a marker of the release before", () => writeFileSync(`${path}-made`, "A ledger was made here.\n")],
    [
      "has a marker that was cut off",
      () => writeFileSync(`${path}-made`, readFileSync(`${path}-made`).subarray(0, -9)),
    ],
    [
      "is used by two processes",
      async () => {
        const other = await openLedger({ kind: "sqlite", path }, log);
        await addOrder(other, "of the other");
        await addOrder(await open(), "of the first");
        await other.close();
        await close();
      },
    ],
    [
      "had a disk that lost what was not synced",
      () => {
        // The witness is as it was before the last group of commits.
        const marker = `${path}-made`;
        const text = readFileSync(marker, "utf8");
        writeFileSync(
          marker,
          text.replace(/made (\d{16})/, (_, n) => `made ${String(Number(n) - 1).padStart(16, "0")}`),
        );
      },
    ],
    [
      "is moved with its marker",
      () => {
        cpSync(folder, `${folder}-moved`, { recursive: true });
        rmSync(folder, { recursive: true });
        cpSync(`${folder}-moved`, folder, { recursive: true });
        rmSync(`${folder}-moved`, { recursive: true });
      },
    ],
  ])("that %s is not noticed", async (_, change) => {
    await change();
    for (let start = 0; start < 2; start++) {
      await open();
      await addOrder(ledger as Ledger, `o-${start}`);
      expect(await ledger?.recovery()).toBeUndefined();
      await close();
    }
    expect(isTold()).toBe(false);
    expect(existsSync(`${path}-made`)).toBe(true);
  });
});

describe("a PostgreSQL ledger", () => {
  let postgres: PostgresServer;
  let other: PostgresServer;
  let url: string;
  beforeAll(async () => {
    postgres = await startPostgres();
    other = await startPostgres();
  });
  afterAll(() => Promise.all([postgres.close(), other.close()]));
  /** The dump of the ledger in tables that are made anew. */
  const restoreInto = async (server: PostgresServer, target: string): Promise<void> => {
    await restoreDump(server, target, await dumpOf(postgres, url));
    lines = [];
  };
  const recoveryOf = async (target: string, recovery: RecoverySettings = {}) => {
    const ledger = await openPostgresLedger(target, log, recovery);
    await ledger.readOrder(keyOf("before"));
    const found = await ledger.recovery();
    await ledger.close();
    return found;
  };
  beforeEach(async () => {
    url = await postgres.database();
    const ledger = await openPostgresLedger(url, log);
    await addOrder(ledger, "before");
    await ledger.close();
  });

  it("that is started again, or whose connections break, is not noticed", async () => {
    expect(await recoveryOf(url)).toBeUndefined();
    await postgres.stop();
    await postgres.start();
    expect(await recoveryOf(url)).toBeUndefined();
    await postgres.crash();
    await postgres.start();
    expect(await recoveryOf(url)).toBeUndefined();
    expect(isTold()).toBe(false);
  });

  it("whose dump was restored in the same database is noticed, once", async () => {
    await restoreInto(postgres, url);
    const first = await recoveryOf(url);
    expect(first).toEqual({ at: expect.any(Number), isNoticed: true });
    expect(isTold()).toBe(true);
    lines = [];
    expect(await recoveryOf(url)).toEqual(first);
    expect(isTold()).toBe(false);
  });

  it("whose dump was restored in one transaction under a running server is noticed by it", async () => {
    const ledger = await openPostgresLedger(url, log);
    await ledger.readOrder(keyOf("before"));
    const orders = "reward_redemption.orders";
    await postgres.query(
      url,
      `BEGIN; CREATE TABLE ${orders}_copy (LIKE ${orders} INCLUDING ALL); INSERT INTO ${orders}_copy SELECT * FROM ${orders};
       DROP TABLE ${orders} CASCADE; ALTER TABLE ${orders}_copy RENAME TO orders; COMMIT`,
    );
    await ledger.checkRecovery();
    expect((await ledger.recovery())?.isNoticed).toBe(true);
    await ledger.close();
  });

  it("that went back is refused where it is only looked at, but for a failover that lost nothing", async () => {
    await recoveryOf(url);
    await postgres.promoteCopy();
    expect(await recoveryOf(url, { isTrial: true, isFailoverLossless: true })).toBeUndefined();
    await expect(recoveryOf(url, { isTrial: true })).rejects.toThrow("this one is older");
    expect(await recoveryOf(url, { isFailoverLossless: true })).toBeUndefined();
  });

  it("whose dump was restored in another cluster is noticed", async () => {
    const target = await other.database();
    await restoreInto(other, target);
    expect((await recoveryOf(target))?.isNoticed).toBe(true);
  });

  it("whose replica took over is noticed, unless the settings say that it lost nothing", async () => {
    await recoveryOf(url);
    await postgres.promoteCopy();
    expect(await recoveryOf(url, { isFailoverLossless: true })).toBeUndefined();
    expect(isTold()).toBe(false);
    await postgres.promoteCopy();
    expect((await recoveryOf(url))?.isNoticed).toBe(true);
  });

  it.each([
    ["7/00000001/16400", "7/00000002/16400", true],
    ["7/00000001/16400", "8/00000001/16400", false],
    ["7/00000001/16400", "7/00000002/16500", false],
  ])("from %s to %s is a failover: %s", (known, present, is) => expect(isFailover(known, present)).toBe(is));
});
