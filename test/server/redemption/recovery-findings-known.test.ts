/** Findings of the recovery lookup for attempts that the ledger knows. */
import { describe, expect, it } from "vitest";
import { decideRelease, subjectOf } from "../../../server/attention/release.ts";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import { BEFORE_OPENED } from "../../../server/redemption/evidence.ts";
import type { Attempt } from "../../../server/redemption/model.ts";
import { reach } from "../../../server/redemption/moves.ts";
import { next } from "../../../server/redemption/next.ts";
import { hasOutdated, isNewEvidence } from "../../../server/redemption/recovery-findings.ts";
import { RETRY_DELAYS } from "../../../server/timing.ts";
import { confirmed, found, linking } from "./findings.ts";
import { absorb, applyFindings, read } from "./observations.ts";
import { attempt, delivered, MINUTE, NOW, order, type Shape, todo } from "./orders.ts";

describe("of an attempt that the ledger knows", () => {
  it.each(["given_up", "void", "stopped", "refused"] as const)(
    "and holds to be %s, a code is the reward",
    (phase) => {
      const row = order([
        attempt({ phase, n: 1 }),
        attempt({ n: 2, phase: "confirmed", redemption_id: "AAAAA-00002", sends: [] }),
      ]);
      expect(applyFindings(row, [found(1)], NOW)).toMatchObject({
        current: 1,
        attempts: [{ phase: "redeemed" }, { phase: "given_up" }],
      });
    },
  );

  it("and holds to be given up, a link that is out is the reward before what was not sent yet", () => {
    const row = (sends: Attempt["sends"]) =>
      order(
        [
          attempt({ phase: "given_up", n: 1 }),
          attempt({ n: 2, phase: "confirmed", redemption_id: "AAAAA-00002", sends }),
        ],
        { pins: { ...order().pins, delivery: "activate" } },
      );
    const linked = found(1, { state: "pending" });
    expect(applyFindings(row([]), [linked], NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase: "linked" }, { phase: "given_up" }],
    });
    const sent = applyFindings(
      row([{ operation: "activate", at: NOW, by: "me", outcome: "unanswered" }]),
      [linked],
      NOW,
    );
    expect(sent).toMatchObject({ current: 2, attention: "later_attempt" });
    const second = sent.attempts[1] as Attempt;
    const both = reach(sent, second, "linked");
    expect(both.attention).toBe("later_attempt");
    expect(subjectOf(both)).toMatchObject({ reason: "later_attempt", attempt: { n: 1 } });
    expect(decideRelease(both, { now: NOW, wish: {} })).toMatchObject({ kind: "read", n: 1 });
  });

  it("and has as its current attempt without a redemption, what the service has is it, and no create is sent for it", () => {
    const unmade = attempt({ phase: "confirmed", redemption_id: null, state: null, sends: [] });
    const creating = delivered("notify", order([unmade]));
    const mailed = found(1, { state: "pending" });
    expect(isNewEvidence(creating, mailed, NOW)).toBe(true);
    expect(applyFindings(creating, [mailed], NOW).attempts).toMatchObject([
      { phase: "linked", redemption_id: mailed.redemption.id },
    ]);
    expect(applyFindings(creating, [found(1)], NOW).attempts).toMatchObject([{ phase: "redeemed" }]);
  });

  it("and has closed, a debit that was not known is new, and calls a person", () => {
    const closed = attempt({ phase: "given_up", observed: 0 });
    const current = attempt({ n: 2, redemption_id: "AAAAA-00002" });
    const paid = found(1, { state: "denied", debited: true });
    expect(isNewEvidence(order([closed, current]), paid, NOW)).toBe(true);
    const row = applyFindings(order([closed, current]), [paid], NOW);
    expect(row).toMatchObject({ current: 2, attention: "debited_hold" });
    expect(isNewEvidence(row, paid, NOW)).toBe(false);
  });

  it("and has as its current attempt, nothing is new evidence", () => {
    expect(isNewEvidence(confirmed(), found(1, { state: "booked" }), NOW)).toBe(false);
  });
});

describe("a released attempt", () => {
  const activated = attempt({ n: 2, phase: "linked", redemption_id: "AAAAA-00002", state: "pending" });
  it.each<[string, Shape, Partial<Redemption>]>([
    ["a code", { billed: true, had_code: true, state: "redeemed" }, {}],
    ["a link that is out", { state: "pending" }, { state: "pending" }],
  ])("stays off the list when the look finds it as it was (%s)", (_, change, state) => {
    const released = attempt({ phase: "given_up", observed: 0, released_at: NOW - 1, ...change });
    const looked = applyFindings(linking([released, activated]), [found(1, state)], NOW);
    expect(looked).toMatchObject({ current: 2, attention: null, attempts: [{ released_at: NOW - 1 }, {}] });
  });
});

it("a released attempt needs a person again if it replaces the confirmed attempt", () => {
  const acknowledged = attempt({
    phase: "given_up",
    state: "failed",
    billed: true,
    had_code: true,
    released_at: NOW,
    observed: 0,
  });
  const row = order([acknowledged, attempt({ n: 2, redemption_id: "AAAAA-00002" })]);
  const code = found(1, { state: "failed", has_codes: true });
  expect(applyFindings(row, [code], NOW)).toMatchObject({
    current: 1,
    attention: "debited",
    attempts: [{ phase: "stopped" }, { phase: "given_up" }],
  });
});

it("a list from before the attempt was in the row does not undo later readings of it", () => {
  const row = order([attempt({ phase: "given_up", state: "refunded", revision: 3, observed: 3 })], {
    current: null,
  });
  const listed = { id: "AAAAA-00001", state: "booked", debited: true };
  expect(applyFindings(row, [found(1, listed, BEFORE_OPENED)], NOW).attempts).toEqual(row.attempts);
  expect(applyFindings(row, [found(1, listed, 3)], NOW)).toMatchObject({ attention: "debited_hold" });
});

it("a given-up, debited hold that was refunded at the service needs no person any more", () => {
  const paid = order(
    [
      attempt({ phase: "given_up", billed: true, observed: 0 }),
      attempt({ n: 2, redemption_id: "BBBBB-00002", upstream_order_id: "shop.o-1.2" }),
    ],
    { attention: "debited_hold" },
  );
  const listed = { id: "AAAAA-00001", debited: true, has_codes: false, was_redeemed: false };
  expect(applyFindings(paid, [found(1, { ...listed, state: "booked" })], NOW).attention).toBe("debited_hold");
  const after = applyFindings(paid, [found(1, { ...listed, state: "refunded", debited: false })], NOW);
  expect(after).toMatchObject({
    attention: null,
    current: 2,
    attempts: [{ phase: "given_up" }, { phase: "booked" }],
  });
});

it("a hold that may have left a link is looked up again, with growing waits", () => {
  const sends = [{ operation: "book", at: NOW, by: "another", outcome: "unanswered" }] as const;
  let row = linking([
    attempt({ phase: "given_up", state: "pending", hold_state: "pending", sends }),
    attempt({
      n: 2,
      phase: "booking",
      state: null,
      redemption_id: null,
      sends,
      hold_ends_at: NOW + 30 * MINUTE,
    }),
  ]);
  row = { ...row, current: 2 };
  const waits: number[] = [];
  let now = NOW + MINUTE;
  for (let time = 0; time < 3; time++) {
    row = applyFindings(row, [found(1, { state: "pending" })], now);
    const action = next(row, { now, instance: "me", isGateOpen: false });
    if (action.do !== "wait") throw new Error(`it does not wait, but ${action.do}s`);
    waits.push(action.until - now);
    now = action.until;
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits[0]).toBeGreaterThanOrEqual(RETRY_DELAYS[0]);
});

describe("a code that the lookup found of an attempt whose Book was refused meanwhile", () => {
  const refused = order([attempt({ phase: "refused", revision: 3, redemption_id: null, state: null })], {
    current: null,
  });

  it("has the lookup run again", () => {
    expect(hasOutdated(refused, [found(1, {}, 1)], NOW)).toBe(true);
    expect(hasOutdated(refused, [found(1, {}, 3)], NOW)).toBe(false);
    expect(hasOutdated(refused, [found(1, { state: "canceled" }, 1)], NOW)).toBe(false);
  });

  it("is read at once, and is what the order has", () => {
    const recalled = applyFindings(refused, [found(1, {}, 1)], NOW);
    expect(recalled.attempts).toMatchObject([{ phase: "given_up", redemption_id: "AAAAA-00001" }]);
    const action = todo(recalled, NOW);
    expect(action).toEqual({ do: "read", n: 1, redemptionId: "AAAAA-00001" });
    const row = absorb(recalled, 1, read({ state: "redeemed", has_codes: true }), NOW);
    expect(row).toMatchObject({ current: 1, attempts: [{ phase: "redeemed" }] });
  });
});
