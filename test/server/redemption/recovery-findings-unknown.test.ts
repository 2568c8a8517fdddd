/** Findings of the recovery lookup for attempts that the ledger does not know. */
import { describe, expect, it } from "vitest";
import { subjectOf } from "../../../server/attention/release.ts";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import { resume } from "../../../server/redemption/decide.ts";
import type { Order } from "../../../server/redemption/model.ts";
import { isNewEvidence } from "../../../server/redemption/recovery-findings.ts";
import { confirmed, found, linking } from "./findings.ts";
import { absorb, applyFindings, read, redemption } from "./observations.ts";
import { attempt, NOW, order } from "./orders.ts";

describe("of an attempt that the ledger does not know", () => {
  it.each(["redeemed", "booked", "pending", "denied", "a_new_state"])("%s is new evidence", (state) => {
    expect(isNewEvidence(confirmed(), found(2, { state }), NOW)).toBe(true);
  });

  it.each(["canceled", "failed", "refunded", "expired"])("%s without code or debit is none", (state) => {
    expect(isNewEvidence(confirmed(), found(2, { state }), NOW)).toBe(false);
    expect(isNewEvidence(confirmed(), found(2, { state, debited: true }), NOW)).toBe(true);
  });

  it("the one that was billed becomes the order's reward, whatever stands before it", () => {
    const row = applyFindings(confirmed(), [found(2, { state: "booked" }), found(4)], NOW);
    expect(row).toMatchObject({
      current: 4,
      attempts: [
        { n: 1, phase: "given_up" },
        { n: 4, phase: "redeemed" },
        { n: 2, phase: "given_up" },
      ],
    });
  });

  it("a finding that needs a person replaces an attempt in doubt", () => {
    const doubtful: Order = { ...confirmed(), attention: "outcome_unknown" };
    expect(applyFindings(doubtful, [found(2, { state: "booked" })], NOW)).toMatchObject({
      current: 2,
      attention: "later_attempt",
    });
  });
});

describe("of several attempts that the ledger does not know", () => {
  it.each(["booked", "denied"])(
    "a link that is out is the reward, though one that is %s stands before it",
    (state) => {
      const row = applyFindings(linking(), [found(1, { state }), found(2, { state: "pending" })], NOW);
      expect(row).toMatchObject({ current: 2, attention: null });
      expect(row.attempts).toMatchObject([
        { n: 2, phase: "linked" },
        { n: 1, phase: "given_up" },
      ]);
    },
  );

  it("a hold beside the code that was paid for is a person's case", () => {
    const row = applyFindings(order([]), [found(1, { state: "booked", debited: true }), found(2)], NOW);
    expect(row).toMatchObject({ current: 2, attention: "debited_hold" });
    expect(subjectOf(row)?.attempt?.n).toBe(1);
  });

  it("a hold beside the reward is not offered: its end is unknown", () => {
    const row = applyFindings(
      linking(),
      [found(1, { state: "booked" }), found(2, { state: "pending" })],
      NOW,
    );
    const ended = absorb(row, 2, read({ id: "AAAAA-00002", state: "canceled" }), NOW);
    expect(ended.current).toBeNull();
    expect(
      resume(ended, { sku: "GIFT-10" }, { now: NOW, instance: "me", orderIdMax: 64, isGateOpen: true }),
    ).toBe(undefined);
  });
});

it.each(["activate", "notify"] as const)(
  "an attempt that the ledger does not know, whose link is out, is the reward (%s)",
  (delivery) => {
    const row = order([], { pins: { ...order().pins, delivery } });
    expect(applyFindings(row, [found(2, { state: "pending" })], NOW)).toMatchObject({
      current: 2,
      attention: null,
      attempts: [{ n: 2, phase: "linked" }],
    });
  },
);

it("of two that have one number the one that was billed is the order's", () => {
  const row = applyFindings(order([]), [found(1, { state: "denied" }), found(1)], NOW);
  expect(row).toMatchObject({ current: 1, attempts: [{ n: 1, phase: "redeemed" }] });
  expect(row.attempts).toHaveLength(1);
});

describe("several redemptions under the number of the current attempt", () => {
  const found = (id: string, change: Partial<Redemption>) => ({
    n: 1,
    asOf: 0,
    redemption: redemption({ id, ...change }),
  });
  const code = { state: "redeemed", has_codes: true };
  it.each([
    ["redeemed", code, { state: "pending" }],
    ["redeemed", code, { state: "pending", sku: "OTHER" }],
    ["redeemed", code, { state: "canceled" }],
    ["linked", { state: "pending" }, { state: "canceled" }],
  ] as const)("are not mixed: what is %s (%j) stays whole beside %j", (phase, ours, other) => {
    const { pins } = order();
    const row = order([attempt({ phase: "confirmed", redemption_id: null, state: null, sends: [] })], {
      pins: { ...pins, delivery: "notify" },
    });
    const [one, two] = [found("AAAAA-OURS", ours), found("AAAAA-OTHER", other)];
    for (const all of [
      [one, two],
      [two, one],
    ])
      expect(applyFindings(row, all, NOW)).toMatchObject({
        current: 1,
        attention: null,
        attempts: [{ phase, redemption_id: "AAAAA-OURS" }],
      });
  });
});
