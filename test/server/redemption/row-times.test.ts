/** The conversion of times that another clock wrote, and their stored form. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Attempt, Order } from "../../../server/redemption/model.ts";
import { RowTimes } from "../../../server/redemption/row-times.ts";
import { CLOCK_TOLERANCE, LONGEST_WAIT } from "../../../server/timing.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { attempt, MINUTE, NOW, order } from "./orders.ts";

const HOUR = 60 * MINUTE;

let clock: VirtualClock;
beforeEach(() => {
  clock = new VirtualClock(NOW);
});

/** A process whose service's clock is so far ahead of its machine's, and its machine's so far ahead of the others'. */
function process(ahead = 0, wall = 0) {
  const process = {
    ahead,
    wall,
    now: () => NOW + clock.monotonic() + process.ahead,
  };
  const machine = { now: () => clock.now() + process.wall, monotonic: () => clock.monotonic() };
  return Object.assign(process, { times: new RowTimes({ clock: machine, serviceNow: process.now }) });
}

/** A row whose attempt was opened at a time, as a process with a service's clock so far ahead of the machine's stored it. */
const written = (opened_at: number, clock_offset?: number): Order =>
  order([attempt({ opened_at, sends: [] })], clock_offset === undefined ? {} : { clock_offset });

/** As a whole millisecond. */
const openedAt = ({ times }: { times: RowTimes }, row: Order): number =>
  Math.ceil(times.of(row).attempts[0]?.opened_at ?? 0);

describe("a time that was written", () => {
  it.each<[what: string, mine: number, time: number, theirs: number | undefined, expected: number]>([
    ["by the same clock stays", HOUR, NOW + HOUR - MINUTE, HOUR, NOW + HOUR - MINUTE],
    ["by a clock that is seconds behind stays", CLOCK_TOLERANCE, NOW - MINUTE, 0, NOW - MINUTE],
    ["by a clock an hour behind is moved on with the clock", HOUR, NOW - MINUTE, 0, NOW + HOUR - MINUTE],
    ["by a clock an hour ahead, and is still to come, is now: the wait begins", 0, NOW + MINUTE, HOUR, NOW],
    ["by a clock an hour ahead stays where it is over", 0, NOW - MINUTE, HOUR, NOW - MINUTE],
    ["before rows said by which clock stays", HOUR, NOW - MINUTE, undefined, NOW - MINUTE],
    ["before rows said by which clock, and is still to come, is now", 0, NOW + HOUR, undefined, NOW],
    ["by a machine whose wall clock is an hour ahead, and is still to come, is now", 0, NOW + HOUR, 0, NOW],
  ])("%s", (_, mine, time, theirs, expected) => {
    expect(openedAt(process(mine), written(time, theirs))).toBe(expected);
  });
});

describe("a time that is never later than its first reading", () => {
  /** The reader's wall clock is an hour behind, and the service's clock is right in both. */
  const row = written(NOW - MINUTE, -HOUR);

  it("stays the same while time passes, whichever process stores the row again", async () => {
    const reader = process();
    expect(openedAt(reader, row)).toBe(NOW);
    await clock.advance(LONGEST_WAIT);
    expect(openedAt(reader, { ...row, version: 2 })).toBe(NOW);
  });

  it("is another one's for another order", async () => {
    const reader = process();
    expect(openedAt(reader, row)).toBe(NOW);
    await clock.advance(MINUTE);
    expect(openedAt(reader, { ...row, order_id: "another" })).toBe(NOW + MINUTE);
  });

  it("moves with the clock of the reader", async () => {
    const reader = process();
    expect(openedAt(reader, row)).toBe(NOW);
    await clock.advance(MINUTE);
    reader.ahead = 2 * HOUR;
    expect(openedAt(reader, row)).toBe(NOW + 2 * HOUR);
  });

  it("is forgotten once the row is not read any more", async () => {
    const reader = process();
    expect(openedAt(reader, row)).toBe(NOW);
    await clock.advance(LONGEST_WAIT + 1);
    openedAt(reader, { ...row, order_id: "another" });
    expect(openedAt(reader, row)).toBe(NOW + LONGEST_WAIT + 1);
  });

  it("is before what is written in the same millisecond, and after what was before it", () => {
    const first = attempt({ opened_at: NOW + HOUR, confirmed_at: NOW + HOUR + 1, sends: [] });
    const [read] = process().times.of(order([first])).attempts;
    const { opened_at, confirmed_at = 0 } = read ?? first;
    expect(opened_at).toBeLessThan(confirmed_at);
    expect(confirmed_at).toBeLessThan(NOW);
  });
});

describe("a time that a process writes itself", () => {
  it.each([
    ["ahead of the row's", HOUR],
    ["behind the row's", -HOUR],
    ["as the row's", 0],
  ])(
    "is as old as it is, though the process stood still while it was stored (its clock %s)",
    async (_, wall) => {
      const writer = process(0, wall);
      const read = writer.times.of(written(NOW - MINUTE, 0));
      const announced = { ...read, attempts: read.attempts.map((each) => ({ ...each, confirmed_at: NOW })) };
      const stored = writer.times.toStore(announced);
      await clock.advance(50_000);
      expect(Math.ceil(writer.times.of(stored).attempts[0]?.confirmed_at ?? 0)).toBe(NOW);
    },
  );
});

describe("every time of a row", () => {
  const row = order(
    [
      attempt({
        opened_at: NOW - 2 * MINUTE,
        confirmed_at: NOW - MINUTE,
        released_at: NOW - 40_000,
        sends: [{ operation: "redeem", at: NOW - MINUTE, by: "a", outcome: "doubt" }],
        refusal: { code: "reward_unavailable", at: NOW - 30_000 },
        request: { operation: "cancel", at: NOW - 20_000 },
        unlisted_since: NOW - 15_000,
        codeless_since: NOW - 10_000,
      }),
    ],
    { clock_offset: 0 },
  );
  const moved = (time: number) => expect.closeTo(time + HOUR, -1);

  it("is moved but what lies ahead: the end of the hold and the next try", () => {
    const [read] = process(HOUR).times.of(row).attempts;
    expect(read).toMatchObject({
      opened_at: moved(NOW - 2 * MINUTE),
      confirmed_at: moved(NOW - MINUTE),
      sends: [{ at: moved(NOW - MINUTE) }],
      hold_ends_at: row.attempts[0]?.hold_ends_at,
      retry: row.attempts[0]?.retry,
    });
    expect(read).toMatchObject({
      released_at: moved(NOW - 40_000),
      refusal: { at: moved(NOW - 30_000) },
      request: { at: moved(NOW - 20_000) },
      evidence: { unlisted_since: moved(NOW - 15_000), codeless_since: moved(NOW - 10_000) },
    });
  });

  it.each([HOUR, -HOUR])("is stored as it was, where the clock is off by %i ms", (ahead) => {
    const { times } = process(ahead);
    expect(times.toStore(times.of(row))).toEqual(row);
  });
});

describe("a time that a process writes", () => {
  /** The row with a call that is announced now. */
  const announced = (row: Order, at: number): Order => ({
    ...row,
    attempts: row.attempts.map((each) => ({
      ...each,
      sends: [...each.sends, { operation: "redeem" as const, at, by: "b", outcome: "unanswered" as const }],
    })),
  });
  const sentAt = (row: Order): number => Math.ceil(row.attempts[0]?.sends[0]?.at ?? 0);

  it("says by which clock the first of it was written", () => {
    const { times } = process(HOUR);
    expect(times.toStore(order())).toEqual({ ...order(), clock_offset: HOUR });
  });

  it.each<[string, { ahead: number; wall?: number }, { ahead: number; wall?: number }]>([
    ["a process whose clock is an hour ahead", { ahead: 0 }, { ahead: HOUR }],
    ["a process whose clock is an hour behind", { ahead: HOUR }, { ahead: 0 }],
    ["a machine whose wall clock is an hour ahead", { ahead: 0 }, { ahead: 0, wall: HOUR }],
    ["a machine whose wall clock is an hour behind", { ahead: 0, wall: HOUR }, { ahead: 0 }],
  ])("is no older for others where %s wrote it, nor for itself", async (_, theirs, mine) => {
    const [first, second] = [process(theirs.ahead, theirs.wall), process(mine.ahead, mine.wall)];
    const row = first.times.toStore(written(first.now()));
    const stored = second.times.toStore(announced(second.times.of(row), second.now()));
    for (const each of [first, second, process(theirs.ahead, theirs.wall)]) {
      expect(sentAt(each.times.of(stored))).toBe(each.now());
    }
    // However often both store it again, the time passes.
    await clock.advance(MINUTE);
    const again = first.times.toStore(first.times.of(second.times.toStore(second.times.of(stored))));
    for (const each of [first, second]) expect(sentAt(each.times.of(again))).toBe(each.now() - MINUTE);
  });
});

it("a row that was read before the clock was corrected is not current", () => {
  const reader = process();
  const row = reader.times.of(written(NOW, 0));
  expect(reader.times.isCurrent(row)).toBe(true);
  reader.ahead = CLOCK_TOLERANCE + 1;
  expect(reader.times.isCurrent(row)).toBe(false);
});

it("a clock that creeps is noticed: the row keeps the clock of its first time", () => {
  const reader = process();
  let row = written(NOW, 0);
  for (let steps = 0; steps < 3; steps++) {
    reader.ahead += CLOCK_TOLERANCE - 1_000;
    row = reader.times.toStore(reader.times.of(row));
  }
  expect(row.clock_offset).toBe(0);
  expect(reader.times.isCurrent(row)).toBe(false);
});

it("a row that was read by another clock is not current", () => {
  let ahead = -20 * MINUTE;
  const times = new RowTimes({
    clock: { now: () => NOW, monotonic: () => 0 },
    serviceNow: () => NOW + ahead,
  });
  const read = times.of({ ...order([attempt({ opened_at: NOW, sends: [] })], {}), clock_offset: 0 });
  ahead = 0;
  // The row then says 20 minutes ago for an event of now.
  expect(NOW - (read.attempts[0]?.opened_at ?? 0)).toBeGreaterThan(19 * MINUTE);
  expect(times.isCurrent(read)).toBe(false);
});

it("a stored time never changes, however many times a row has had", () => {
  let passed = 0;
  const now = () => NOW + passed + 6_000;
  const times = new RowTimes({
    clock: { now: () => NOW + passed, monotonic: () => passed },
    serviceNow: now,
  });
  let stored = {
    ...order([attempt({ phase: "confirmed", opened_at: NOW, sends: [] })], {}),
    clock_offset: 0,
  };
  for (let n = 1; n <= 1_200; n++) {
    passed += MINUTE;
    const read = times.of(stored);
    const [first] = read.attempts;
    const sends = [
      ...(first?.sends ?? []).slice(-9),
      { operation: "redeem", at: now(), by: "me", outcome: "doubt" },
    ] as const;
    stored = times.toStore({ ...read, attempts: [{ ...(first as Attempt), sends }] }) as typeof stored;
    stored = times.toStore(times.of(stored)) as typeof stored;
    expect([n, stored.attempts[0]?.sends.at(-1)?.at]).toEqual([n, now()]);
  }
});
