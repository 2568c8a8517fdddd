/** The moves of an attempt, one by one: other parameters of a redemption, ended holds, and a site's requests. */

import { describe, expect, it } from "vitest";
import { resume } from "../../../server/redemption/decide.ts";
import { decideCancel, decideRefund } from "../../../server/redemption/decide-request.ts";
import { endedAs, isRefusedHold } from "../../../server/redemption/hold.ts";
import { giveUp } from "../../../server/redemption/moves.ts";
import { hasOurParameters } from "../../../server/redemption/redemption-facts.ts";
import { CODES_WITHIN, HOLD, LATE_EFFECT } from "../../../server/timing.ts";
import { absorb, read, redemption } from "./observations.ts";
import { attempt, delivered, MINUTE, NOW, order, phase, problemOf, redeeming } from "./orders.ts";

const withoutGate = { now: NOW, instance: "me" };

describe("a redemption", () => {
  it.each([
    ["as it was chosen", { value: { amount: 20 } }, true],
    ["without a value", {}, true],
    ["of another amount", { value: { amount: 25 } }, false],
    ["of another reward", { sku: "GIFT-20" }, false],
    ["of another promotion", { promotion_id: "4002" }, false],
  ])("%s is the attempt's: %j %s", (_, change, isOurs) => {
    const chosen = attempt({ amount: "20" });
    expect(hasOurParameters(order([chosen]), chosen, redemption(change))).toBe(isOurs);
  });

  it("without codes is waited for within the minute, and redeemed after it", () => {
    const bare = read({ state: "redeemed", codes: {}, has_codes: false });
    const first = absorb(redeeming(), 1, bare, NOW);
    expect(phase(absorb(first, 1, bare, NOW + CODES_WITHIN - 1))).toBe("confirmed");
    expect(phase(absorb(first, 1, bare, NOW + CODES_WITHIN))).toBe("redeemed");
  });
});

describe("a hold", () => {
  it("that is given up again does not count as released any more", () => {
    const held = attempt({ released_at: NOW - MINUTE });
    expect(giveUp(order([held]), held, NOW).attempts[0]?.released_at).toBeUndefined();
  });

  it("that expired before it was confirmed needs no person: the user chooses again", () => {
    const row = absorb(order(), 1, read({ state: "expired" }), NOW);
    expect(row).toMatchObject({ current: null, attention: null, attempts: [{ phase: "given_up" }] });
  });

  it("that was given up and is read as ended is live no longer", () => {
    const row = order([attempt({ phase: "given_up" })], { current: null });
    const ended = absorb(row, 1, read({ state: "canceled" }), NOW + MINUTE);
    expect(ended.attempts[0]?.hold_ends_at).toBe(NOW + MINUTE);
  });

  it("that was given up and ended debited is not chosen again", () => {
    const row = order([attempt({ phase: "given_up" })], { current: null });
    const ended = absorb(row, 1, read({ state: "canceled", debited: true }), NOW + MINUTE);
    expect(ended.attention).toBe("debited_hold");
    const context = { now: NOW + MINUTE, instance: "me", orderIdMax: 64 };
    expect(resume(row, { sku: "GIFT-10" }, context)).toMatchObject({ kind: "store" });
    expect(resume(ended, { sku: "GIFT-10" }, context)).toBeUndefined();
  });

  it("that the service canceled is told so before its time only", () => {
    const canceled = attempt({ state: "canceled" });
    expect(endedAs(canceled, NOW + MINUTE)).toBe("canceled");
    expect(endedAs(canceled, NOW + HOLD)).toBeUndefined();
  });

  it("counts as refused only where it was read after the refusal", () => {
    const sends = [{ operation: "redeem", at: NOW, by: "me", outcome: "clear" }] as const;
    const refused = { phase: "confirmed", sends, revision: 2 } as const;
    const row = order();
    expect(isRefusedHold(row, attempt({ ...refused, observed: 2 }))).toBe(true);
    expect(isRefusedHold(row, attempt({ ...refused, observed: 1 }))).toBe(false);
  });
});

describe("a site", () => {
  it("may ask for one thing at a time", () => {
    const asked = attempt({ phase: "linked", request: { operation: "cancel", at: NOW } });
    expect(problemOf(() => decideRefund(order([asked]), withoutGate))?.code).toBe("order_processing");
    expect(decideCancel(order([asked]), withoutGate)).toEqual({ kind: "join", n: 1 });
  });

  it("has its answer once no earlier call of its cancel can take effect any more", () => {
    const sends = [
      { operation: "cancel", at: NOW, by: "me", outcome: "doubt" },
      { operation: "cancel", at: NOW + MINUTE, by: "me", outcome: "clear" },
    ] as const;
    const asked = attempt({ phase: "linked", request: { operation: "cancel", at: NOW }, sends });
    const row = delivered("activate", order([asked]));
    const pending = { ...read({ state: "pending" }), isGateOpen: true };
    const quiet = NOW + LATE_EFFECT;
    expect(absorb(row, 1, pending, quiet - 1).attempts[0]?.request).toBeDefined();
    expect(absorb(row, 1, pending, quiet).attempts[0]?.request).toBeUndefined();
  });

  it.each([
    ["nothing is chosen", order([])],
    ["a hold is the current attempt", order()],
  ])("cancels in the ledger alone only after a recovery lookup (%s)", (_, row) => {
    expect(problemOf(() => decideCancel(row, withoutGate))?.code).toBe("upstream_unavailable");
    expect(decideCancel(row, { ...withoutGate, isGateOpen: true })).toMatchObject({ kind: "store" });
  });
});
