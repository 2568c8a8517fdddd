/** Findings of the recovery lookup for confirmed attempts, and the calls allowed after it. */
import { describe, expect, it } from "vitest";
import { type Order, withAttempt } from "../../../server/redemption/model.ts";
import type { Sighting } from "../../../server/redemption/ownership.ts";
import { isNewEvidence } from "../../../server/redemption/recovery-findings.ts";
import { mayRevive } from "../../../server/redemption/revival.ts";
import { LATE_EFFECT, LIST_SETTLED, WAIT_MAX } from "../../../server/timing.ts";
import { confirmed, found } from "./findings.ts";
import { absorb, applyFindings, read } from "./observations.ts";
import { attempt, delivered, NOW, order, type Shape, todo, todoUnproven } from "./orders.ts";

/** The redeem was sent and answered with `denied`. */
const denied = (): Order => {
  const sends = [{ operation: "redeem", at: NOW - LATE_EFFECT, by: "another", outcome: "clear" }] as const;
  return order([attempt({ phase: "stopped", stop: "denied", state: "denied", sends })], {
    attention: "denied",
  });
};

describe("a confirmed attempt whose call was sent", () => {
  it.each<[string, Shape]>([
    ["failed", { phase: "confirmed", state: "failed", observed: 0 }],
    ["is not known to exist", { phase: "confirmed", redemption_id: null, state: null }],
  ])("and %s gives way to a code of a later attempt, once nothing that was sent may arrive", (_, change) => {
    const operation = change.redemption_id === null ? "create" : "redeem";
    const sends = [{ operation, at: NOW, by: "another", outcome: "unanswered" }] as const;
    const delivery = operation === "create" ? "notify" : "redeem";
    const row = delivered(delivery, order([attempt({ ...change, sends })]));
    expect(applyFindings(row, [found(2)], NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase: change.phase, retry: { until: NOW + WAIT_MAX } }],
    });
    // A list that does not show it may lag behind its last effect.
    const lag = change.redemption_id === null ? LIST_SETTLED : 0;
    expect(applyFindings(row, [found(2)], NOW + LATE_EFFECT + lag - 1)).toMatchObject({ current: 1 });
    // A lookup that was asked for earlier shows no later effect, however late it is absorbed.
    const asked = { askedAt: NOW + LATE_EFFECT + lag - 1 };
    expect(applyFindings(row, [found(2)], NOW + LATE_EFFECT + lag, asked)).toMatchObject({ current: 1 });
    expect(applyFindings(row, [found(2)], NOW + LATE_EFFECT + lag)).toMatchObject({
      current: 2,
      attention: null,
      attempts: [{ phase: "void" }, { phase: "redeemed" }],
    });
  });

  it("and failed is what it has become since, where the look finds it so", () => {
    const row = order([
      attempt({
        phase: "confirmed",
        state: "failed",
        sends: [{ operation: "redeem", at: NOW, by: "me", outcome: "clear" }],
      }),
    ]);
    expect(applyFindings(row, [found(1)], NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase: "redeemed" }],
    });
    expect(isNewEvidence(row, found(1, { state: "failed" }), NOW)).toBe(false);
  });

  it.each(["redeemed", "linked"] as const)(
    "and is %s stays the current one, and a person is called for a code beside it",
    (phase) => {
      const row = order([attempt({ phase })], { pins: { ...order().pins, delivery: "notify" } });
      expect(applyFindings(row, [found(2)], NOW)).toMatchObject({
        current: 1,
        attention: "debited_hold",
        attempts: [{ phase }, { n: 2, evidence: { billed: true } }],
      });
      expect(applyFindings(row, [found(2, { state: "booked" })], NOW)).toMatchObject({
        current: 1,
        attention: null,
      });
    },
  );

  it("and is stopped gives way to a code of a later attempt", () => {
    const row = order([attempt({ phase: "stopped", stop: "failed" })], { attention: "failed" });
    expect(applyFindings(row, [found(2)], NOW)).toMatchObject({
      current: 2,
      attempts: [{}, { phase: "redeemed" }],
    });
  });

  it("and is stopped may still get its code, also where a code of a later attempt took its place", () => {
    const row = applyFindings(denied(), [found(2)], NOW);
    expect(row).toMatchObject({ current: 2, attention: null });
    expect(row.attempts.map(({ phase }) => phase)).toEqual(["void", "redeemed"]);
    expect(row.attempts.filter(mayRevive)).toMatchObject([{ n: 1 }]);
  });

  it.each<[string, Partial<Sighting>]>([
    ["a code of another user", { is_own_users: false }],
    ["a hold", { state: "booked" }],
    ["what was denied as well", { state: "denied" }],
  ])("and is stopped stays what the order waits for beside %s under a later number", (_, change) => {
    const row = applyFindings(denied(), [found(2, change)], NOW);
    expect(row).toMatchObject({ current: 1, attention: "denied" });
    expect(row.attempts.map(({ phase }) => phase)).toEqual(["stopped", "given_up"]);
    // The finding may also get a code, so it is looked up before each later confirmation. Another user's redemption is on the list.
    expect(row.attempts[1]).toSatisfy(
      change.is_own_users === false ? ({ evidence }) => evidence.others : mayRevive,
    );
  });

  it.each<[string, Order, Partial<Sighting>]>([
    ["code", denied(), {}],
    ["link", delivered("activate", denied()), { state: "pending" }],
  ])("and is stopped gives way to the user's own %s, also behind another user's code", (_, row, change) => {
    const after = applyFindings(row, [found(2, { is_own_users: false }), found(3, change)], NOW);
    expect(after).toMatchObject({ current: 3, attention: "other_user" });
  });

  it("and gives way is refunded for its site no more", () => {
    const request = { operation: "refund", at: NOW } as const;
    const row = applyFindings(withAttempt(denied(), 1, { request }), [found(2)], NOW);
    expect(row.attempts[0]?.request).toBeUndefined();
    expect(row.current).toBe(2);
  });

  it("and has ended at the service while it waited for its user gives way, with a cancel for which no lookup ran", () => {
    const row = order(
      [
        attempt({
          phase: "linked",
          request: { operation: "cancel", at: NOW },
          sends: [],
        }),
      ],
      { pins: { ...order().pins, delivery: "activate" } },
    );
    const next = applyFindings(row, [found(1, { state: "canceled" }), found(2)], NOW);
    expect(next).toMatchObject({
      current: 2,
      canceled: false,
      attempts: [{ phase: "void" }, { phase: "redeemed" }],
    });
    const alone = applyFindings(row, [found(1, { state: "canceled" })], NOW).attempts[0];
    expect(alone).toMatchObject({ phase: "linked", request: { operation: "cancel", at: NOW } });
  });
});

it("where nothing is new evidence the confirmation may be sent", () => {
  expect(applyFindings(confirmed(), [found(1, { state: "booked" })], NOW)).toMatchObject({
    current: 1,
    attempts: [{ phase: "confirmed" }],
  });
});

it("a lookup that finds nothing lets a cancel leave", () => {
  const row = order([
    attempt({ phase: "linked", request: { operation: "cancel", at: NOW }, state: "pending", observed: 0 }),
  ]);
  const after = applyFindings(row, [], NOW);
  expect(after.attempts[0]).toMatchObject({ evidence: { observed: 0 }, retry: { tries: 0, until: NOW } });
  expect(todo(after, NOW)).toEqual({ do: "send", n: 1, operation: "cancel" });
  expect(todoUnproven(after, NOW)).toEqual({ do: "recover", n: 1 });
});

it("a lookup for a confirmation that was sent is followed by a reading: an older copy does not know what came of it", () => {
  const sends = [{ operation: "redeem", at: NOW, by: "me", outcome: "doubt" }] as const;
  const row = order([attempt({ phase: "confirmed", observed: 0, sends })]);
  expect(todo(applyFindings(row, [], NOW), NOW)).toMatchObject({ do: "read", n: 1 });
  const late = order([attempt({ phase: "confirmed", observed: 0, sends, tries: 9 })]);
  const reread = absorb(applyFindings(late, [], NOW), 1, read({}), NOW);
  expect(todo(reread, NOW + 2_000)).toEqual({ do: "send", n: 1, operation: "redeem" });
});
