/** The effect of a release on an order: the rules on the row alone. */
import { describe, expect, it } from "vitest";
import { REASONS } from "../../../server/attention/reasons.ts";
import {
  decideRelease,
  effectOf,
  type ReleaseDecision,
  type ReleaseWish,
  subjectOf,
} from "../../../server/attention/release.ts";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import { stateOf } from "../../../server/orders/view.ts";
import { ProblemError } from "../../../server/problem.ts";
import { attentionOf } from "../../../server/redemption/attention.ts";
import type { Attempt, Attention, Order, Send, Stop } from "../../../server/redemption/model.ts";
import { stop } from "../../../server/redemption/moves.ts";
import { LATE_EFFECT } from "../../../server/timing.ts";
import type { ProblemCode } from "../../../shared/problems.ts";
import { absorb, redemption } from "../redemption/observations.ts";
import { attempt, derived, MINUTE, NOW, order, type Shape } from "../redemption/orders.ts";

const LATER = NOW + 20 * MINUTE;

const denied = (change: Partial<Redemption> = {}): Redemption => redemption({ state: "denied", ...change });
const send = (operation: Send["operation"], outcome: Send["outcome"], at = NOW): Send => ({
  operation,
  at,
  by: "me",
  outcome,
});
/** An order that stopped for `reason`, after an answered Redeem. */
const stopped = (reason: Stop, change: Shape = {}, row: Partial<Order> = {}): Order =>
  order(
    [
      attempt({
        phase: "stopped",
        stop: reason,
        state: "denied",
        sends: [send("book", "clear"), send("redeem", "clear")],
        ...change,
      }),
    ],
    { attention: reason, ...row },
  );
type Released =
  | ReleaseDecision
  | { readonly kind: "problem"; readonly code: ProblemCode; readonly retryAfterMs?: number };
const release = (
  row: Order,
  said: Partial<Redemption> = {},
  { wish = {}, now = LATER, at = now }: { wish?: ReleaseWish; now?: number; at?: number } = {},
): Released => {
  const n = subjectOf(row)?.attempt?.n ?? 1;
  try {
    return decideRelease(row, { now, wish, read: { n, redemption: denied(said), asOf: 0, at } });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { kind: "problem", code: error.code, retryAfterMs: error.extras.retryAfterMs };
  }
};
const stored = (decision: Released): Order => {
  if (decision.kind !== "store") throw new Error(JSON.stringify(decision));
  return derived(decision.order, LATER);
};
const codeOf = (decision: Released): string =>
  decision.kind === "problem" ? decision.code : decision.kind === "store" ? decision.did : decision.kind;

describe("a stopped attempt", () => {
  const STOPS = REASONS.filter(
    (each): each is Stop =>
      !["outcome_unknown", "codes_unreadable", "debited_hold", "redemption_taken"].includes(each),
  );
  it.each(STOPS)("for %s is only released on the service's word", (reason) => {
    expect(decideRelease(stopped(reason), { now: LATER, wish: {} })).toEqual({
      kind: "read",
      n: 1,
      redemptionId: "AAAAA-00001",
      asOf: 0,
    });
  });

  it.each(STOPS)(
    "for %s becomes void when nothing was made or paid, and the user may choose again",
    (reason) => {
      for (const state of ["denied", "blocked", "expired", "failed", "canceled", "refunded"]) {
        const decision = release(stopped(reason), { state });
        expect(codeOf(decision)).toBe("next_attempt");
        const row = stored(decision);
        expect(row).toMatchObject({
          current: null,
          attention: null,
          attempts: [{ phase: "void", stop: null, released_at: LATER }],
        });
        expect(stateOf(row, LATER)).toBe("open");
      }
    },
  );

  it.each(STOPS)("for %s never opens another while there is a code or a debit, or there may be", (reason) => {
    for (const said of [
      { has_codes: true },
      { debited: true },
      { state: "canceled", debited: true },
      { state: "booked" },
      { state: "pending" },
      { state: "reserved" },
      { state: "redeemed", has_codes: true },
      { state: "refunded", was_redeemed: true },
    ]) {
      const decision = release(stopped(reason), said);
      if (decision.kind === "store") {
        expect(decision.did).not.toBe("next_attempt");
        expect(decision.order.current).toBe(1);
      } else expect(["order_finished", "order_processing"]).toContain(codeOf(decision));
    }
  });

  it("is shown to the user when the service says redeemed, or refunded with a code once", () => {
    const redeemed = release(stopped("blocked"), { state: "redeemed", has_codes: true, debited: true });
    expect(codeOf(redeemed)).toBe("shown");
    expect(stored(redeemed)).toMatchObject({
      current: 1,
      attention: null,
      attempts: [{ phase: "redeemed" }],
    });
    const refunded = release(stopped("debited"), { state: "refunded", was_redeemed: true });
    expect(codeOf(refunded)).toBe("shown");
    expect(stateOf(stored(refunded), LATER)).toBe("refunded");
  });

  it("with other parameters is never shown, because the redemption may be another user's", () => {
    const row = stopped("other_parameters");
    const decision = release(row, { state: "redeemed", has_codes: true, sku: "OTHER" });
    expect(codeOf(decision)).toBe("order_finished");
    expect(codeOf(release(row, { state: "canceled", sku: "OTHER" }))).toBe("next_attempt");
    const refunded = { state: "refunded", was_redeemed: true, sku: "OTHER" };
    expect(codeOf(release(row, refunded))).toBe("order_finished");
    expect(codeOf(release(row, refunded, { wish: { acknowledge: true } }))).toBe("acknowledged");
  });

  it.each(["activate", "notify"] as const)("whose link works again (%s) is shown again", (delivery) => {
    const call = delivery === "activate" ? "activate" : "create";
    const pins = { ...order().pins, delivery };
    const row = stopped("blocked", { sends: [send(call, "clear")] }, { pins });
    const decision = release(row, { state: "pending" });
    expect(codeOf(decision)).toBe("shown");
    expect(stateOf(stored(decision), LATER)).toBe(delivery === "activate" ? "activated" : "notified");
    // Without a confirmation there is no link of ours.
    expect(codeOf(release(stopped("blocked", { sends: [] }, { pins }), { state: "pending" }))).toBe(
      "order_processing",
    );
  });

  it.each(["book", "redeem", "cancel"] as const)(
    "waits for ten minutes after a %s that nobody saw answered, counted when the service was asked",
    (operation) => {
      for (const outcome of ["unanswered", "doubt"] as const) {
        const row = stopped("denied", { sends: [send("redeem", "clear"), send(operation, outcome)] });
        const early = release(row, {}, { now: NOW + LATE_EFFECT - MINUTE });
        expect(early).toMatchObject({ code: "order_processing", retryAfterMs: MINUTE });
        expect(codeOf(release(row, {}, { now: NOW + LATE_EFFECT, at: NOW + LATE_EFFECT - MINUTE }))).toBe(
          "order_processing",
        );
        expect(codeOf(release(row, {}, { now: NOW + LATE_EFFECT }))).toBe("next_attempt");
        // Rule 4, independent of the margin for the moment at which a call leaves.
        expect(codeOf(release(row, {}, { now: NOW + 10 * MINUTE - 1 }))).toBe("order_processing");
      }
    },
  );

  it("that is only acknowledged leaves the list and stays unchanged", () => {
    const decision = release(stopped("denied"), { debited: true }, { wish: { acknowledge: true } });
    expect(codeOf(decision)).toBe("acknowledged");
    expect(stored(decision)).toMatchObject({ current: 1, attention: null, attempts: [{ phase: "stopped" }] });
    expect(stateOf(stored(decision), LATER)).toBe("denied");
  });

  it("that is acknowledged stays closed, even if it has ended with nothing meanwhile", () => {
    const decision = release(
      stopped("later_attempt"),
      { state: "canceled" },
      { wish: { acknowledge: true } },
    );
    expect(codeOf(decision)).toBe("acknowledged");
    expect(stored(decision)).toMatchObject({ current: 1, attention: null, attempts: [{ phase: "stopped" }] });
    expect(stateOf(stored(decision), LATER)).toBe("blocked");
  });

  it("of a canceled order opens nothing", () => {
    const decision = release(stopped("debited", {}, { canceled: true }), { state: "canceled" });
    expect(codeOf(decision)).toBe("acknowledged");
    expect(stateOf(stored(decision), LATER)).toBe("canceled");
  });

  it("with a wish of the site under way waits for its answer", () => {
    expect(codeOf(release(stopped("failed", { request: { operation: "cancel", at: NOW } })))).toBe(
      "order_processing",
    );
  });
});

describe("an unknown outcome", () => {
  it.each(["redeem", "activate", "notify"] as const)(
    "(%s) cannot be released, nor acknowledged",
    (delivery) => {
      const pins = { ...order().pins, delivery };
      const row = order([attempt({ phase: "confirmed" })], { attention: "outcome_unknown", pins });
      expect(effectOf(row, { reason: "outcome_unknown", attempt: row.attempts[0] })).toBeUndefined();
      for (const wish of [{}, { acknowledge: true }])
        expect(codeOf(release(row, { state: "canceled" }, { wish }))).toBe("order_processing");
    },
  );

  it("that has become known is replaced by the known reason", () => {
    const row = order([attempt({ phase: "confirmed" })], { attention: "outcome_unknown" });
    const [current] = row.attempts;
    expect(attentionOf(row, LATER)).toBe("outcome_unknown");
    expect(current && attentionOf(stop(row, current, "denied", "denied"), LATER)).toBe("denied");
  });
});

describe("an acknowledgement", () => {
  it.each<[Attention, Shape]>([
    ["codes_unreadable", { phase: "redeemed", unreadable: true }],
    ["redemption_taken", { phase: "stopped", stop: "redemption_taken", redemption_id: null }],
  ])("%s leaves the list without another attempt, and asks the service nothing", (attention, change) => {
    const row = order([attempt(change)], { attention });
    const decision = decideRelease(row, { now: LATER, wish: {} });
    expect(codeOf(decision)).toBe("acknowledged");
    expect(stored(decision)).toMatchObject({
      attention: null,
      current: 1,
      attempts: [{ phase: change.phase }],
    });
  });

  const held = (n: number, change: Shape = {}): Attempt =>
    attempt({
      n,
      redemption_id: `AAAAA-0000${n}`,
      phase: "given_up",
      billed: true,
      observed: 0,
      ...change,
    });

  it("debited holds go one by one, each on the service's word", () => {
    const row = order([held(1), held(2), attempt({ n: 3, redemption_id: null, phase: "booking" })], {
      attention: "debited_hold",
    });
    expect(subjectOf(row)?.attempt?.n).toBe(1);
    const first = stored(release(row, { state: "booked", debited: true }));
    expect(first).toMatchObject({ attention: "debited_hold", current: 3 });
    expect(subjectOf(first)?.attempt?.n).toBe(2);
    const second = stored(release(first, { id: "AAAAA-00002", state: "canceled", debited: true }));
    expect(second).toMatchObject({ attention: null, current: 3, attempts: [{}, { phase: "given_up" }, {}] });
  });

  it("a stopped attempt behind a debited hold comes next", () => {
    const row = order([held(1), attempt({ n: 2, phase: "stopped", stop: "denied" })], {
      attention: "debited_hold",
    });
    const left = stored(release(row, { state: "booked", debited: true }));
    expect(left.attention).toBe("denied");
    const acknowledged = stored(release(left, {}, { wish: { acknowledge: true } }));
    expect(acknowledged.attention).toBeNull();
  });

  it("a held attempt that has a code is shown where the order is free, or not sent yet, and waits where it is busy", () => {
    const said = { state: "redeemed", has_codes: true };
    const free = order([held(1)], { current: null, attention: "debited_hold" });
    expect(codeOf(release(free, said))).toBe("shown");
    expect(stored(release(free, said))).toMatchObject({ current: 1, attention: null });
    const second = (sends: readonly Send[]) =>
      order([held(1), attempt({ n: 2, phase: "confirmed", sends })], { attention: "debited_hold" });
    const booked = send("book", "clear");
    expect(codeOf(release(second([booked]), said))).toBe("shown");
    expect(codeOf(release(second([booked, send("redeem", "unanswered")]), said))).toBe("order_processing");
  });
});

describe("a code that appears on an attempt after it was released", () => {
  const code = { kind: "read", redemption: redemption({ state: "redeemed", has_codes: true }) } as const;
  const released = stored(release(stopped("denied"), {}));

  it("is the order's reward where nothing else is confirmed", () => {
    expect(absorb(released, 1, code, LATER)).toMatchObject({ current: 1, attempts: [{ phase: "redeemed" }] });
  });

  it.each<[string, Shape, Partial<Order>]>([
    ["another one is being redeemed", { phase: "confirmed", sends: [send("redeem", "unanswered")] }, {}],
    ["another one was redeemed", { phase: "redeemed" }, {}],
    ["another one stands still, too", { phase: "stopped", stop: "blocked" }, { attention: "blocked" }],
    ["the order was canceled", { phase: "void" }, { canceled: true }],
  ])("puts the order back on the list when %s, and is not lost behind another reason", (_, change, more) => {
    const second = attempt({ n: 2, redemption_id: "AAAAA-00002", ...change });
    const row = { ...released, ...more, attempts: [...released.attempts, second], current: 2 };
    let found = absorb(row, 1, code, LATER);
    if (more.attention) {
      expect(found.attention).toBe(more.attention);
      found = stored(release(found, { id: "AAAAA-00002", state: "canceled" }));
    }
    expect(found.attention).toBe("debited_hold");
    expect(subjectOf(found)?.attempt?.n).toBe(1);
  });
});

describe("the reason and attempt of a request", () => {
  it.each<[ReleaseWish, string]>([
    [{ reason: "denied", attempt: 1 }, "next_attempt"],
    [{ reason: "blocked" }, "confirmation_mismatch"],
    [{ attempt: 2 }, "confirmation_mismatch"],
  ])("%j: %s", (wish, done) => {
    expect(codeOf(release(stopped("denied"), {}, { wish }))).toBe(done);
  });

  it("an order that is not on the list is left alone", () => {
    expect(decideRelease(order(), { now: NOW, wish: { acknowledge: true } })).toEqual({ kind: "nothing" });
  });
});
