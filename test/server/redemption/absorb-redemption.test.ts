/** What the service's word means for an attempt that is over, or that nobody waits for. */
import { describe, expect, it } from "vitest";
import { absorb } from "../../../server/redemption/absorb.ts";
import type { Attempt, Order } from "../../../server/redemption/model.ts";
import { LATE_EFFECT } from "../../../server/timing.ts";
import { read, redemption } from "./observations.ts";
import { attempt, booking, MINUTE, NOW, order, phase, todo } from "./orders.ts";

describe("what was redeemed never goes back", () => {
  const redeemed = order([attempt({ phase: "redeemed" })]);
  it.each(["booked", "pending", "canceled", "failed", "expired", "on_hold"])("not to %s", (state) => {
    expect(phase(absorb(redeemed, 1, read({ state }), NOW))).toBe("redeemed");
  });
  it("except to refunded", () => {
    expect(phase(absorb(redeemed, 1, read({ state: "refunded" }), NOW))).toBe("refunded");
  });
});

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
  it("that is another reward's is never resumed under this one's name", () => {
    const unnamed = order([attempt({ phase: "given_up", redemption_id: null })], { current: null });
    const row = absorb(unnamed, 1, { kind: "looked", found: [redemption({ sku: "GIFT-20" })] }, NOW);
    expect(row).toMatchObject({
      current: null,
      attempts: [{ phase: "given_up", redemption_id: null, checked: true }],
    });
  });
  it("that turns out redeemed is the order's reward", () => {
    expect(absorb(givenUp, 1, read({ state: "redeemed", has_codes: true }), NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase: "redeemed" }],
    });
  });
  it("whose book was in doubt is looked for after its effect can no longer be late", () => {
    const row = absorb(
      booking({ sends: [{ operation: "book", at: NOW, by: "me", answer: "doubt" }] }),
      1,
      { kind: "lapsed" },
      NOW + MINUTE,
    );
    expect(todo(row, NOW + MINUTE)).toEqual({ do: "wait", until: NOW + LATE_EFFECT });
    expect(todo(row, NOW + LATE_EFFECT)).toEqual({ do: "look", n: 1 });
  });
});

it("a mail that was thought to be refused and is out is what the order has", () => {
  const base = order([attempt({ phase: "refused", redemption_id: null, refusal: "upstream_forbidden" })], {
    current: null,
  });
  const row: Order = { ...base, pins: { ...base.pins, delivery: "notify" } };
  expect(absorb(row, 1, read({ state: "pending" }), NOW)).toMatchObject({
    current: 1,
    attempts: [{ phase: "notified" }],
  });
});

describe("a link that is out for an attempt that nobody waits for", () => {
  const linked = (change: Partial<Attempt>, more: Partial<Order> = {}): Order => {
    const base = order([attempt({ phase: "given_up", ...change })], { current: null, ...more });
    return { ...base, pins: { ...base.pins, delivery: "activate" } };
  };

  it("is what the order has", () => {
    expect(absorb(linked({ redemption_id: null }), 1, read({ state: "pending" }), NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase: "activated" }],
    });
  });

  it("of a canceled order is a person's case", () => {
    expect(absorb(linked({}, { canceled: true }), 1, read({ state: "pending" }), NOW)).toMatchObject({
      attention: "later_attempt",
      attempts: [{ phase: "given_up", checked: true }],
    });
  });
});
