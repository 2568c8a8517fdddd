/** The effect of a reading on an attempt that waits for a person, or that a person released. */
import { describe, expect, it } from "vitest";
import { REVISITED_FOR } from "../../../server/timing.ts";
import { absorb, read } from "./observations.ts";
import { attempt, MINUTE, NOW, order, phase, type Shape, todo } from "./orders.ts";

describe("an attempt that waits for a person because of its redemption's state", () => {
  const stopped = (change: Shape = {}) =>
    absorb(order([attempt(change)]), 1, read({ state: "denied" }), NOW + MINUTE);
  const END = NOW + 30 * MINUTE;
  const canceled = read({ state: "canceled" });

  it.each(["denied", "blocked", "on_hold"])(
    "unconfirmed: its hold lapses also after %s, and the user may choose again",
    (state) => {
      const row = absorb(order(), 1, read({ state }), NOW + MINUTE);
      expect(row).toMatchObject({ current: 1, attempts: [{ phase: "stopped" }] });
      expect(absorb(row, 1, canceled, END)).toMatchObject({
        current: null,
        attention: null,
        attempts: [{ phase: "void", stop: null }],
      });
    },
  );

  it("confirmed: a person releases it, whatever follows", () => {
    const sends = [{ operation: "redeem", at: NOW, by: "me", outcome: "clear" }] as const;
    const row = absorb(stopped({ phase: "confirmed", sends }), 1, canceled, END);
    expect(row).toMatchObject({ current: 1, attention: "denied", attempts: [{ phase: "stopped" }] });
  });

  it("unconfirmed, but paid for: a person has to look", () => {
    const row = absorb(stopped(), 1, read({ state: "canceled", debited: true }), END);
    expect(row).toMatchObject({ current: 1, attempts: [{ phase: "stopped" }] });
    expect(row.attention).not.toBeNull();
  });
});

describe("a hold that the ledger did not know, and that called a person", () => {
  const adopted = order([attempt({ phase: "stopped", stop: "later_attempt" })], {
    attention: "later_attempt",
  });
  const END = NOW + 30 * MINUTE;

  it.each(["canceled", "refunded"])(
    "needs nobody once it is %s with nothing made or paid: the user may choose again",
    (state) => {
      expect(absorb(adopted, 1, read({ state }), END)).toMatchObject({
        current: null,
        attention: null,
        attempts: [{ phase: "void", stop: null }],
      });
    },
  );

  it.each([
    { state: "canceled", debited: true },
    { state: "booked" },
    { state: "failed" },
    { state: "expired" },
    { state: "denied" },
  ])("stays on the list as it is (%j)", (change) => {
    const row = absorb(adopted, 1, read(change), END);
    expect(row).toMatchObject({ current: 1, attention: "later_attempt", attempts: [{ phase: "stopped" }] });
  });

  it("is read from time to time until it has ended, for a month", () => {
    const row = absorb(adopted, 1, read({ state: "denied" }), END);
    expect(todo(row, END + MINUTE)).toEqual({ do: "wait", until: END + (30 * MINUTE) / 4 });
    const old = NOW + REVISITED_FOR;
    expect(todo(absorb(row, 1, read({ state: "denied" }), old), old + 60 * MINUTE)).toEqual({ do: "rest" });
    expect(todo(absorb(row, 1, read({ state: "refunded", debited: true }), END), END + 60 * MINUTE)).toEqual({
      do: "rest",
    });
  });

  it("that was acknowledged stays closed in every state", () => {
    const seen = {
      ...adopted,
      attention: null,
      attempts: adopted.attempts.map((each) => ({ ...each, released_at: NOW })),
    };
    expect(absorb(seen, 1, read({ state: "canceled" }), END)).toMatchObject({
      current: 1,
      attempts: [{ phase: "stopped" }],
    });
  });

  it("stays on the list also where it was redeemed and is not what the ledger names", () => {
    const row = absorb(adopted, 1, read({ sku: "OTHER", state: "redeemed" }), END);
    expect(row).toMatchObject({ attention: "later_attempt", attempts: [{ phase: "stopped" }] });
  });

  it("is read no sooner where the service does not know it", () => {
    expect(todo(absorb(adopted, 1, { kind: "missing" }, END), END + MINUTE)).toMatchObject({ do: "wait" });
  });

  it("that was redeemed is the order's reward", () => {
    expect(absorb(adopted, 1, read({ state: "redeemed" }), END)).toMatchObject({
      attention: null,
      attempts: [{ phase: "redeemed" }],
    });
  });
});

describe("a released attempt", () => {
  it("is new with a code, in the same state too", () => {
    const row = order([attempt({ phase: "void", state: "failed", released_at: NOW })], { current: null });
    expect(absorb(row, 1, read({ state: "failed" }), NOW).attention).toBeNull();
    expect(absorb(row, 1, read({ state: "failed", has_codes: true }), NOW)).toMatchObject({
      current: 1,
      attention: "debited",
      attempts: [{ phase: "stopped" }],
    });
  });
  it("is nothing new as it was: a code that stopped the order stays off the list", () => {
    const seen = {
      phase: "stopped",
      stop: "debited",
      billed: true,
      had_code: true,
      state: "failed",
    } as const;
    const row = order([attempt({ ...seen, released_at: NOW })]);
    expect(absorb(row, 1, read({ state: "failed", has_codes: true }), NOW)).toMatchObject({
      current: 1,
      attention: null,
      attempts: [{ phase: "stopped", released_at: NOW }],
    });
    expect(phase(absorb(row, 1, read({ state: "redeemed" }), NOW))).toBe("redeemed");
  });
  it("is nothing new as it was, nor once it has ended: a paid hold stays off the list", () => {
    const seen = { phase: "given_up", billed: true, released_at: NOW } as const;
    const row = order([attempt(seen)], { current: null });
    expect(absorb(row, 1, read({ debited: true }), NOW).attention).toBeNull();
    expect(absorb(row, 1, read({ state: "canceled", debited: true }), NOW).attention).toBeNull();
  });
  it("is new once something is paid for it, and once it lives", () => {
    const row = order([attempt({ phase: "void", state: "denied", released_at: NOW })], { current: null });
    expect(absorb(row, 1, read({ state: "expired", debited: true }), NOW).attention).toBe("debited_hold");
    expect(absorb(row, 1, read({ state: "booked" }), NOW).attempts[0]?.released_at).toBeUndefined();
    expect(absorb(row, 1, read({ state: "expired" }), NOW).attempts[0]?.released_at).toBe(NOW);
  });
});
