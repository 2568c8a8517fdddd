/** Which stored times a moved clock moves, and that the ledger keeps what was stored. */
import { describe, expect, it } from "vitest";
import { type ClockShift, MovedTimes, moved } from "../../../server/redemption/clock-shift.ts";
import { LONGEST_WAIT } from "../../../server/timing.ts";
import { MINUTE } from "../../support/rewards.ts";
import { attempt, NOW, order } from "./orders.ts";

const HOUR = 60 * MINUTE;
const forward: ClockShift = { from: NOW, to: NOW + HOUR, age: 0 };
const back: ClockShift = { from: NOW + HOUR, to: NOW, age: 0 };

describe("a stored time", () => {
  it.each<[what: string, time: number, shift: ClockShift, now: number, expected: number]>([
    [
      "of before a shift forward is moved with the clock",
      NOW - MINUTE,
      forward,
      NOW + HOUR,
      NOW + HOUR - MINUTE,
    ],
    ["on which no wait rests any more stays", NOW - LONGEST_WAIT, forward, NOW + HOUR, NOW - LONGEST_WAIT],
    ["of after a shift forward stays", NOW + HOUR + 1, forward, NOW + HOUR + MINUTE, NOW + HOUR + 1],
    [
      "that another process stored by the former clock since is moved as well",
      NOW + MINUTE,
      { ...forward, age: 2 * MINUTE },
      NOW + HOUR + 2 * MINUTE,
      NOW + HOUR + MINUTE,
    ],
    ["that is ahead after a shift back is moved back", NOW + HOUR - MINUTE, back, NOW, NOW - MINUTE],
    ["that is not ahead after a shift back stays", NOW - MINUTE, back, NOW, NOW - MINUTE],
  ])("%s", (_, time, shift, now, expected) => {
    expect(moved(time, shift, now)).toBe(expected);
  });
});

describe("a row", () => {
  const send = { operation: "redeem", at: NOW - MINUTE, by: "a", answer: "doubt" } as const;
  const stored = order([
    attempt({
      opened_at: NOW - 2 * MINUTE,
      confirmed_at: NOW - MINUTE,
      sends: [send],
      refusal: { code: "reward_unavailable", at: NOW - 30_000 },
      request: { operation: "cancel", at: NOW - 20_000 },
    }),
  ]);

  it("is read with its times moved, and stored with those that it had", () => {
    const times = new MovedTimes({ clockShift: () => forward, serviceNow: () => NOW + HOUR });
    const read = times.of(stored);
    expect(read.attempts[0]).toMatchObject({
      opened_at: NOW + HOUR - 2 * MINUTE,
      confirmed_at: NOW + HOUR - MINUTE,
      sends: [{ at: NOW + HOUR - MINUTE }],
      refusal: { at: NOW + HOUR - 30_000 },
      request: { at: NOW + HOUR - 20_000 },
      hold_ends_at: stored.attempts[0]?.hold_ends_at,
    });
    expect(times.toStore(read)).toEqual(stored);
    expect(times.toStore({ ...read, order_id: "another" })).not.toEqual({ ...stored, order_id: "another" });
  });

  it.each<[string, ClockShift | undefined]>([
    ["where the clock was never moved", undefined],
    ["where no wait can rest on the former clock any more", { ...forward, age: LONGEST_WAIT + HOUR + 1 }],
  ])("is read as it is stored %s", (_, shift) => {
    const times = new MovedTimes({ clockShift: () => shift, serviceNow: () => NOW + HOUR });
    expect(times.of(stored)).toBe(stored);
    expect(times.isAtWork).toBe(false);
  });
});
