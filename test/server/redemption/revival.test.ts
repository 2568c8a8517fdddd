/** Which released attempts are read from time to time, and how often. */
import { describe, expect, it } from "vitest";
import type { Order } from "../../../server/redemption/model.ts";
import { REVISITED_FOR, WAIT_MAX } from "../../../server/timing.ts";
import { absorb, read } from "./observations.ts";
import { attempt, MINUTE, NOW, order, type Shape, todo } from "./orders.ts";

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const released = (change: Shape = {}): Order =>
  order([attempt({ phase: "void", state: "denied", observed: 0, released_at: NOW, ...change })], {
    current: null,
  });

/** The times at which it is read, where the service always says the same, until nothing is left to do. */
function readings(row: Order, state: string): number[] {
  const times: number[] = [];
  let [after, now] = [row, NOW];
  for (;;) {
    const action = todo(after, now);
    if (action.do === "rest") return times;
    if (action.do === "wait") {
      now = action.until;
      continue;
    }
    times.push(now);
    after = absorb(after, 1, read({ state }), now);
  }
}
const between = (times: readonly number[], from: number, to: number): number =>
  times.filter((time) => time >= NOW + from && time < NOW + to).length;

describe("a released attempt in a state that is no end", () => {
  it("is read ever more seldom, every hour at last, and no more after a month", () => {
    const times = readings(released(), "denied");
    expect(between(times, 0, 5 * MINUTE)).toBe(5);
    expect(between(times, DAY, 2 * DAY)).toBe(24);
    expect(between(times, REVISITED_FOR, 10 * REVISITED_FOR)).toBe(0);
  });

  it("is read no more once it ended", () => {
    expect(readings(released(), "canceled")).toEqual([NOW]);
  });

  it("waits no longer than any other where the site asked for a refund", () => {
    const request = { operation: "refund", at: NOW - 2 * MINUTE } as const;
    const sends = (["doubt", "clear"] as const).map((outcome, n) => ({
      operation: "refund" as const,
      at: NOW - (2 - n) * MINUTE,
      by: "me",
      outcome,
    }));
    const row = released({
      phase: "stopped",
      stop: "debited",
      billed: true,
      released_at: NOW - DAY,
      request,
      sends,
    });
    const after = absorb({ ...row, current: 1 }, 1, read({ state: "denied", debited: true }), NOW);
    expect(after.attempts[0]?.retry.until).toBeLessThanOrEqual(NOW + WAIT_MAX);
  });

  it.each<[string, Shape]>([
    ["without a redemption", { redemption_id: null }],
    ["that was canceled", { state: "canceled" }],
    ["that the order has", { phase: "redeemed", state: "redeemed" }],
  ])("is not read %s", (_, change) => {
    expect(todo(released(change), NOW)).toEqual({ do: "rest" });
  });
});
