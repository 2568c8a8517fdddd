/** Which clock is believed: nothing is deleted for its age by one that leaped ahead. */
import { describe, expect, it } from "vitest";
import { ClockWatch, noted } from "../../../server/ledger/clock-watch.ts";
import { openMemoryLedger } from "../../../server/ledger/memory.ts";
import { createLog } from "../../../server/observing/log.ts";
import { VirtualClock } from "../virtual-clock.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const T = 1_000 * DAY;

describe("the time that is noted", () => {
  it.each([
    ["goes on", { seen: T, doubted: null }, T + HOUR, { seen: T + HOUR, doubted: null }],
    ["stays where the clock was set back", { seen: T, doubted: null }, T - HOUR, { seen: T, doubted: null }],
    [
      "stays where the clock leaped",
      { seen: T, doubted: null },
      T + 200 * DAY,
      { seen: T, doubted: T + 200 * DAY },
    ],
    [
      "goes on after a leap that was taken back",
      { seen: T, doubted: T + 200 * DAY },
      T + HOUR,
      { seen: T + HOUR, doubted: null },
    ],
    [
      "waits for a day after a leap",
      { seen: T, doubted: T + 3 * DAY },
      T + 4 * DAY - 1,
      { seen: T, doubted: T + 3 * DAY },
    ],
    [
      "follows a clock that went on for a day after a leap",
      { seen: T, doubted: T + 3 * DAY },
      T + 4 * DAY,
      { seen: T + 4 * DAY, doubted: null },
    ],
    [
      "doubts anew where the clock leaps again",
      { seen: T, doubted: T + 3 * DAY },
      T + 90 * DAY,
      { seen: T, doubted: T + 90 * DAY },
    ],
  ])("%s", (_, before, now, after) => expect(noted(before, now)).toEqual(after));
});

describe("a clock watch", () => {
  const lines: string[] = [];
  const clock = new VirtualClock();
  const ledger = openMemoryLedger(() => clock.now());
  const watch = () =>
    new ClockWatch({ ledger, clock, log: createLog("warn", clock, (line) => lines.push(line)) });

  it("lets nothing be deleted while the clock stands ahead, also after a restart, and says so once", async () => {
    const first = watch();
    expect(await first.mayDelete()).toBe(true);
    clock.jumpWall(200 * DAY);
    expect([await first.mayDelete(), await first.mayDelete()]).toEqual([false, false]);
    expect(first.offset).toBe(200 * DAY);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", shift_ms: 200 * DAY });
    expect(await watch().mayDelete()).toBe(false);
    clock.jumpWall(-200 * DAY);
    expect(await first.mayDelete()).toBe(true);
    expect(first.offset).toBe(0);
  });

  it("names a clock that was set back, by which nothing is deleted too early", async () => {
    const one = watch();
    await one.mayDelete();
    clock.jumpWall(-HOUR);
    expect([await one.mayDelete(), one.offset]).toEqual([true, -HOUR]);
    clock.jumpWall(HOUR);
  });

  it("believes a machine that was off for a weekend after a day", async () => {
    const before = watch();
    await before.mayDelete();
    clock.jumpWall(3 * DAY);
    const after = watch();
    expect(await after.mayDelete()).toBe(false);
    await clock.advance(DAY);
    expect(await after.mayDelete()).toBe(true);
  });
});
