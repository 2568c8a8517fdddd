/** What the recovery lookup takes for new evidence, and what it makes of it. */
import { describe, expect, it } from "vitest";
import { decideRelease, subjectOf } from "../../../server/attention/release.ts";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import { resume } from "../../../server/redemption/decide.ts";
import { BEFORE_OPENED } from "../../../server/redemption/evidence.ts";
import type { Attempt, Order } from "../../../server/redemption/model.ts";
import { reach } from "../../../server/redemption/moves.ts";
import { isNewEvidence } from "../../../server/redemption/recovery-findings.ts";
import type { Found } from "../../../server/redemption/recovery-lookup.ts";
import { LATE_EFFECT, WAIT_MAX } from "../../../server/timing.ts";
import { absorb, applyFindings, read, redemption } from "./observations.ts";
import { attempt, delivered, NOW, order, type Shape, todo, todoUnproven } from "./orders.ts";

const found = (n: number, change: Partial<Redemption> = {}, asOf = 0): Found => ({
  n,
  asOf,
  redemption: redemption({
    id: `AAAAA-0000${n}`,
    order_id: `shop.o-1.${n}`,
    state: "redeemed",
    has_codes: change.state === undefined,
    was_redeemed: change.state === undefined,
    ...change,
  }),
});
const confirmed = () => order([attempt({ phase: "confirmed" })]);
/** An order whose user is given links. */
const linking = (attempts: readonly Attempt[] = []): Order =>
  order(attempts, { pins: { ...order().pins, delivery: "activate" } });

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

  it("what a person is needed for takes the place of a doubt", () => {
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

  it("a hold beside the reward is offered to nobody: how long it is held is not known", () => {
    const row = applyFindings(
      linking(),
      [found(1, { state: "booked" }), found(2, { state: "pending" })],
      NOW,
    );
    const ended = absorb(row, 2, read({ id: "AAAAA-00002", state: "canceled" }), NOW);
    expect(ended.current).toBeNull();
    expect(
      resume(ended, { sku: "GIFT-10" }, { now: NOW, instance: "me", orderIdMax: 64, isOpen: true }),
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
      row([{ operation: "activate", at: NOW, by: "me", answer: "none" }]),
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

describe("what a person released", () => {
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

describe("what was confirmed and sent", () => {
  it.each<[string, Shape]>([
    ["failed", { phase: "confirmed", state: "failed", observed: 0 }],
    ["is not known to exist", { phase: "confirmed", redemption_id: null, state: null }],
  ])("and %s gives way to a code of a later attempt, once nothing that was sent may arrive", (_, change) => {
    const operation = change.redemption_id === null ? "create" : "redeem";
    const sends = [{ operation, at: NOW, by: "another", answer: "none" }] as const;
    const delivery = operation === "create" ? "notify" : "redeem";
    const row = delivered(delivery, order([attempt({ ...change, sends })]));
    expect(applyFindings(row, [found(2)], NOW)).toMatchObject({
      current: 1,
      attempts: [{ phase: change.phase, retry: { until: NOW + WAIT_MAX } }],
    });
    expect(applyFindings(row, [found(2)], NOW + LATE_EFFECT)).toMatchObject({
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
        sends: [{ operation: "redeem", at: NOW, by: "me", answer: "clear" }],
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

it("of two that have one number the one that was billed is the order's", () => {
  const row = applyFindings(order([]), [found(1, { state: "denied" }), found(1)], NOW);
  expect(row).toMatchObject({ current: 1, attempts: [{ n: 1, phase: "redeemed" }] });
  expect(row.attempts).toHaveLength(1);
});

it("what a person saw to calls one again where it takes the place of what its user confirmed", () => {
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

it("where nothing is new evidence the confirmation may be sent", () => {
  expect(applyFindings(confirmed(), [found(1, { state: "booked" })], NOW)).toMatchObject({
    current: 1,
    attempts: [{ phase: "confirmed" }],
  });
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

it("what was listed before the attempt was in the row does not take back what was read of it since", () => {
  const row = order([attempt({ phase: "given_up", state: "refunded", revision: 3, observed: 3 })], {
    current: null,
  });
  const listed = { id: "AAAAA-00001", state: "booked", debited: true };
  expect(applyFindings(row, [found(1, listed, BEFORE_OPENED)], NOW).attempts).toEqual(row.attempts);
  expect(applyFindings(row, [found(1, listed, 3)], NOW)).toMatchObject({ attention: "debited_hold" });
});

it("a hold that was given up, debited, and paid back at the service needs nobody any more", () => {
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
  const sends = [{ operation: "redeem", at: NOW, by: "me", answer: "doubt" }] as const;
  const row = order([attempt({ phase: "confirmed", observed: 0, sends })]);
  expect(todo(applyFindings(row, [], NOW), NOW)).toMatchObject({ do: "read", n: 1 });
  const late = order([attempt({ phase: "confirmed", observed: 0, sends, tries: 9 })]);
  const reread = absorb(applyFindings(late, [], NOW), 1, read({}), NOW);
  expect(todo(reread, NOW + 2_000)).toEqual({ do: "send", n: 1, operation: "redeem" });
});
