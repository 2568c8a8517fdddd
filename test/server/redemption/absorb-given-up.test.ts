/** The effect of a reading on a given-up hold or link. */
import { describe, expect, it } from "vitest";
import { attentionOf } from "../../../server/redemption/attention.ts";
import { isObserved } from "../../../server/redemption/evidence.ts";
import { type Order, withAttempt } from "../../../server/redemption/model.ts";
import { LATE_EFFECT, LIST_SETTLED } from "../../../server/timing.ts";
import { absorb, found, read } from "./observations.ts";
import { attempt, booking, MINUTE, NOW, order, type Shape, todo } from "./orders.ts";

describe("a hold that was given up", () => {
  const givenUp = order([attempt({ phase: "given_up" })], { current: null });
  it("is read once", () => {
    expect(todo(givenUp, NOW)).toMatchObject({ do: "read", n: 1 });
    const row = absorb(givenUp, 1, read({}), NOW);
    expect(todo(row, NOW)).toEqual({ do: "rest" });
  });
  it("that is debited goes to the operator's list at once", () => {
    expect(absorb(givenUp, 1, read({ debited: true }), NOW).attention).toBe("debited_hold");
  });
  it.each([
    ["GIFT-10", "refunded"],
    ["OTHER-20", "refunded"],
    ["OTHER-20", "canceled"],
  ])("of %s leaves the list once it is no longer debited, but %s", (sku, state) => {
    const paid = absorb(givenUp, 1, read({ sku, debited: true }), NOW);
    expect(paid.attention).toBe("debited_hold");
    const row = absorb(paid, 1, read({ sku, state, debited: false }), NOW + 40 * MINUTE);
    expect(row.attention).toBe(null);
    expect(todo(row, NOW + 80 * MINUTE)).toEqual({ do: "rest" });
  });
  it("that is another reward's bears its own name", () => {
    const unnamed = order([attempt({ phase: "given_up", redemption_id: null })], { current: null });
    const row = absorb(unnamed, 1, found({ sku: "GIFT-20" }), NOW);
    expect(row).toMatchObject({
      current: null,
      attempts: [{ phase: "given_up", sku: "GIFT-20" }],
    });
    expect(row.attempts.every(isObserved)).toBe(true);
  });
  it("that turns out redeemed is the order's reward", () => {
    expect(absorb(givenUp, 1, read({ state: "redeemed", has_codes: true }), NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase: "redeemed" }],
    });
  });
  it("whose book was in doubt is looked for when every list must show its effect", () => {
    const row = absorb(
      booking({ sends: [{ operation: "book", at: NOW, by: "me", outcome: "doubt" }] }),
      1,
      { kind: "lapsed" },
      NOW + MINUTE,
    );
    expect(todo(row, NOW + MINUTE)).toEqual({ do: "wait", until: NOW + LATE_EFFECT + LIST_SETTLED });
    expect(todo(row, NOW + LATE_EFFECT + LIST_SETTLED)).toEqual({ do: "list", n: 1 });
  });
});

it("a mail that was thought to be refused and is out is what the order has", () => {
  const base = order(
    [attempt({ phase: "refused", redemption_id: null, refusal: { code: "upstream_forbidden" } })],
    {
      current: null,
    },
  );
  const row: Order = { ...base, pins: { ...base.pins, delivery: "notify" } };
  expect(absorb(row, 1, read({ state: "pending" }), NOW)).toMatchObject({
    current: 1,
    attempts: [{ phase: "linked" }],
  });
});

it("a debited, given-up hold needs no person once the service says that it was refunded", () => {
  const row = order([attempt({ phase: "given_up" })], { current: null });
  const paid = absorb(row, 1, read({ state: "booked", debited: true }), NOW);
  expect(paid.attention).toBe("debited_hold");
  expect(absorb(paid, 1, read({ state: "refunded" }), NOW + MINUTE).attention).toBeNull();
  const two = { ...paid, attempts: [...paid.attempts, attempt({ n: 2, phase: "given_up", billed: true })] };
  expect(absorb(two, 1, read({ state: "refunded" }), NOW + MINUTE).attention).toBe("debited_hold");
});

describe("a delivered link of a given-up attempt", () => {
  const linked = (change: Shape, more: Partial<Order> = {}): Order => {
    const base = order([attempt({ phase: "given_up", ...change })], { current: null, ...more });
    return { ...base, pins: { ...base.pins, delivery: "activate" } };
  };

  it("is what the order has", () => {
    expect(absorb(linked({ redemption_id: null }), 1, read({ state: "pending" }), NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase: "linked" }],
    });
  });

  it("of a canceled order is a person's case", () => {
    const row = absorb(linked({}, { canceled: true }), 1, read({ state: "pending" }), NOW);
    expect(row).toMatchObject({ attention: "later_attempt", attempts: [{ phase: "given_up" }] });
    expect(row.attempts.every(isObserved)).toBe(true);
  });
});

describe("a hold with other parameters", () => {
  const beside = (change: Shape): Order =>
    order([
      attempt({ phase: "given_up", redemption_id: null, state: null, ...change }),
      attempt({ n: 2, phase: "redeemed", redemption_id: "AAAAA-00002", unreadable: true }),
    ]);
  it.each([{ debited: true }, { state: "redeemed" }])(
    "that is owed (%j) comes before another reason, which is left when a person released it",
    (change) => {
      const row = absorb(beside({}), 1, read({ sku: "GIFT-20", ...change }), NOW);
      expect(row.attention).toBe("debited_hold");
      expect(attentionOf(withAttempt(row, 1, { released_at: NOW }), NOW)).toBe("codes_unreadable");
    },
  );
  it("that was released stays off the list, even after it lapsed with its debit", () => {
    const seen = { billed: true, state: "booked", released_at: NOW } as const;
    const row = withAttempt(beside(seen), 2, { evidence: { unreadable: undefined } });
    expect(absorb(row, 1, read({ sku: "GIFT-20", debited: true }), NOW).attention).toBeNull();
    const lapsed = read({ sku: "GIFT-20", state: "canceled", debited: true });
    expect(absorb(row, 1, lapsed, NOW).attention).toBeNull();
  });
});
