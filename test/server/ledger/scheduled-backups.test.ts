/** Copies of the ledger on a schedule: made while others write, checked, counted, and told of where they are late. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BackupError, checkSqlite } from "../../../server/ledger/backup.ts";
import { openLedger } from "../../../server/ledger/open.ts";
import {
  copiesIn,
  createScheduledBackups,
  type ScheduledBackupsOptions,
} from "../../../server/ledger/scheduled-backups.ts";
import { createLog } from "../../../server/observing/log.ts";
import { backupWarnings } from "../../../server/operators/warnings.ts";
import { BACKUP_RETRY } from "../../../server/timing.ts";
import { systemClock } from "../../../server/tools/clock.ts";
import { until } from "../../support/until.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { order } from "./rows.ts";

const HOUR = 3_600_000;
let folder: string;
let clock: VirtualClock;
let lines: string[];
let stopping: AbortController;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "backups-"));
  clock = new VirtualClock();
  lines = [];
  stopping = new AbortController();
});
afterEach(() => {
  stopping.abort();
  rmSync(folder, { recursive: true });
});

function scheduled(more: Partial<ScheduledBackupsOptions> = {}) {
  const log = createLog("info", systemClock, (line) => void lines.push(line));
  const copy: ScheduledBackupsOptions["copy"] = async (_, target) => {
    writeFileSync(target, "a copy");
    return { orders: 1, bytes: 6 };
  };
  const options = { every: HOUR, folder, keep: 3, path: join(folder, "ledger.db"), clock, log, copy };
  const backups = createScheduledBackups({ ...options, ...more });
  void backups.run(stopping.signal);
  return backups;
}
const names = (): string[] => copiesIn(folder, Number.POSITIVE_INFINITY).map(({ name }) => name);

it("a copy is whole, and has what was answered before it, while the ledger goes on", async () => {
  const path = join(folder, "ledger.db");
  const ledger = await openLedger(
    { kind: "sqlite", path },
    createLog("error", systemClock, () => {}),
  );
  await ledger.createOrder(order());
  scheduled({ path, folder: join(folder, "copies"), copy: undefined as never });
  await clock.advance(0);
  await until(() => copiesIn(join(folder, "copies"), Number.POSITIVE_INFINITY).length === 1, "a copy");
  const [copy] = copiesIn(join(folder, "copies"), Number.POSITIVE_INFINITY);
  expect(checkSqlite(join(folder, "copies", copy?.name ?? ""))).toBe(1);
  expect(await ledger.createOrder(order({ order_id: "o-2" }))).toBe(true);
  await ledger.close();
});

it("one is made at once, then at each time of the schedule, and the oldest go", async () => {
  scheduled();
  for (let hour = 0; hour < 6; hour++) {
    await clock.advance(hour === 0 ? 0 : HOUR);
    expect(names()).toHaveLength(Math.min(3, hour + 1));
  }
  const times = copiesIn(folder, Number.POSITIVE_INFINITY).map(({ time }) => time);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(times[0]).toBe(Math.floor(clock.now() / 1000) * 1000);
});

it("a copy of before a restart counts, and files of others stay", async () => {
  writeFileSync(join(folder, "ledger-by-hand.db"), "");
  scheduled();
  await clock.advance(0);
  stopping.abort();
  stopping = new AbortController();
  const again = scheduled({ keep: 1 });
  await clock.advance(HOUR / 2);
  expect(names()).toHaveLength(1);
  expect(again.standing().ageSeconds).toBeGreaterThanOrEqual(HOUR / 2 / 1000);
  await clock.advance(HOUR / 2);
  expect(names()).toHaveLength(1);
  expect(readdirSync(folder)).toContain("ledger-by-hand.db");
});

it("a copy of a clock that was ahead counts as none, and stays", async () => {
  for (const year of [2100, 2101]) writeFileSync(join(folder, `ledger-${year}-01-01T00-00-00Z.db`), "ahead");
  const backups = scheduled({ keep: 2 });
  await clock.advance(0);
  await clock.advance(3 * HOUR);
  const now = clock.now();
  expect(copiesIn(folder, now)).toHaveLength(2);
  expect(copiesIn(folder, now)[0]?.time).toBe(now);
  expect(names()).toHaveLength(4);
  expect(backups.standing().ageSeconds).toBe(0);
});

it("the name of a copy that was never finished is none", () => {
  writeFileSync(join(folder, "ledger-2026-11-21T06-00-00Z.db"), "");
  writeFileSync(join(folder, "ledger-2026-11-20T06-00-00Z.db"), "a copy");
  expect(names()).toEqual(["ledger-2026-11-20T06-00-00Z.db"]);
});

describe("a copy that fails", () => {
  it("is a line of the log, is tried again soon, and removes no older one", async () => {
    let isFull = false;
    const backups = scheduled({
      keep: 1,
      copy: async (_, target) => {
        if (isFull) throw new BackupError("it could not be made: ENOSPC");
        writeFileSync(target, "a copy");
        return { orders: 1, bytes: 6 };
      },
    });
    await clock.advance(0);
    const [first] = names();
    isFull = true;
    await clock.advance(HOUR);
    expect(names()).toEqual([first]);
    expect(lines.join()).toContain("ENOSPC");
    expect(backups.standing().failure).toBe("it could not be made: ENOSPC");
    isFull = false;
    await clock.advance(BACKUP_RETRY);
    expect(names()).toHaveLength(1);
    expect(names()).not.toEqual([first]);
    expect(backups.standing().failure).toBeUndefined();
  });

  it("is told of when the last good one is twice as old as it should be, and not before", async () => {
    const backups = scheduled({
      copy: async () => {
        throw new BackupError("it could not be made: EACCES");
      },
    });
    await clock.advance(2 * HOUR);
    expect(backupWarnings(backups.standing())).toEqual([]);
    await clock.advance(60_000);
    expect(backupWarnings(backups.standing())).toMatchObject([
      { code: "backup_late", message: expect.stringContaining("EACCES") },
    ]);
    expect(backupWarnings(undefined)).toEqual([]);
  });
});
