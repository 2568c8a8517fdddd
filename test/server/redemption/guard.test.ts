/** What the look behind a confirmation takes for news, and what it makes of it. */
import { describe, expect, it } from "vitest";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import { applyFindings, type Found, isNews } from "../../../server/redemption/guard.ts";
import type { Attempt } from "../../../server/redemption/model.ts";
import { reach } from "../../../server/redemption/moves.ts";
import { decideRelease, subjectOf } from "../../../server/redemption/release.ts";
import { redemption } from "./observations.ts";
import { attempt, NOW, order } from "./orders.ts";

const found = (n: number, change: Partial<Redemption> = {}): Found => ({
  n,
  redemption: redemption({
    id: `AAAAA-0000${n}`,
    order_id: `shop.o-1.${n}`,
    state: "redeemed",
    has_codes: change.state === undefined,
    was_redeemed: change.state === undefined,
    ...change,
  }),
});
const confirmed = () => order([attempt({ phase: "redeeming", guarded: false })]);

describe("of an attempt that the ledger does not know", () => {
  it.each(["redeemed", "booked", "pending", "denied", "a_new_state"])("%s is news", (state) => {
    expect(isNews(confirmed(), found(2, { state }))).toBe(true);
  });

  it.each(["canceled", "failed", "refunded", "expired"])("%s without code or debit is none", (state) => {
    expect(isNews(confirmed(), found(2, { state }))).toBe(false);
    expect(isNews(confirmed(), found(2, { state, debited: true }))).toBe(true);
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
});

it.each([
  ["activate", "activated"],
  ["notify", "notified"],
] as const)(
  "an attempt that the ledger does not know, whose link is out, is the reward (%s)",
  (delivery, phase) => {
    const row = order([], { pins: { ...order().pins, delivery } });
    expect(applyFindings(row, [found(2, { state: "pending" })], NOW)).toMatchObject({
      current: 2,
      attention: null,
      attempts: [{ n: 2, phase }],
    });
  },
);

describe("of an attempt that the ledger knows", () => {
  it.each(["given_up", "void", "stopped", "refused"] as const)(
    "and holds to be %s, a code is the reward",
    (phase) => {
      const row = order([
        attempt({ phase, n: 1 }),
        attempt({ n: 2, phase: "redeeming", redemption_id: "AAAAA-00002", guarded: false, sends: [] }),
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
          attempt({ n: 2, phase: "activating", redemption_id: "AAAAA-00002", guarded: false, sends }),
        ],
        { pins: { ...order().pins, delivery: "activate" } },
      );
    const linked = found(1, { state: "pending" });
    expect(applyFindings(row([]), [linked], NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase: "activated" }, { phase: "given_up" }],
    });
    const sent = applyFindings(
      row([{ operation: "activate", at: NOW, by: "me", answer: "none" }]),
      [linked],
      NOW,
    );
    expect(sent).toMatchObject({ current: 2, attention: "later_attempt" });
    const second = sent.attempts[1] as Attempt;
    const both = reach(sent, second, "activated");
    expect(both.attention).toBe("later_attempt");
    expect(subjectOf(both)).toMatchObject({ reason: "later_attempt", attempt: { n: 1 } });
    expect(decideRelease(both, { now: NOW, wish: {} })).toMatchObject({ kind: "read", n: 1 });
  });

  it("and has in hand without its redemption, what the service has is it, and no create is sent for it", () => {
    const creating = order([
      attempt({ phase: "creating", redemption_id: null, seen: null, guarded: false, sends: [] }),
    ]);
    const mailed = found(1, { state: "pending" });
    expect(isNews(creating, mailed)).toBe(true);
    expect(applyFindings(creating, [mailed], NOW).attempts).toMatchObject([
      { phase: "notified", redemption_id: mailed.redemption.id },
    ]);
    expect(applyFindings(creating, [found(1)], NOW).attempts).toMatchObject([{ phase: "redeemed" }]);
  });

  it("and has in hand, nothing is news", () => {
    expect(isNews(confirmed(), found(1, { state: "booked" }))).toBe(false);
  });
});

describe("what was confirmed and sent", () => {
  it("is not touched by a look that comes late: it is read before anything is repeated", () => {
    const row = order([
      attempt({ phase: "redeeming", sends: [{ operation: "redeem", at: NOW, by: "me", answer: "doubt" }] }),
    ]);
    expect(applyFindings(row, [found(1)], NOW)).toBe(row);
  });

  it.each(["redeemed", "notified"] as const)(
    "and is %s stays in hand, and a person is called for a code beside it",
    (phase) => {
      const row = order([attempt({ phase })], { pins: { ...order().pins, delivery: "notify" } });
      expect(applyFindings(row, [found(2)], NOW)).toMatchObject({
        current: 1,
        attention: "debited_hold",
        attempts: [{ phase }, { n: 2, billed: true }],
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

  it("and has ended at the service while it waited for its user gives way, with a cancel that nobody looked behind", () => {
    const row = order(
      [
        attempt({
          phase: "activated",
          closing: "cancel",
          closing_at: NOW,
          closing_unlooked: true,
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
    expect(alone).toMatchObject({ phase: "activated", closing: "cancel" });
    expect(alone?.closing_unlooked).toBeUndefined();
  });
});

it("where nothing is news the confirmation may be sent", () => {
  expect(applyFindings(confirmed(), [found(1, { state: "booked" })], NOW)).toMatchObject({
    current: 1,
    attempts: [{ phase: "redeeming", guarded: true }],
  });
});
