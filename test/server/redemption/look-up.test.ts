/** After a lost ledger: what the service lists → what the order becomes. Source: docs/proof/rules.md, rule 16. */
import { describe, expect, it } from "vitest";
import { advance, hear } from "../../../server/redemption/course.ts";
import { attentionOf } from "../../../server/redemption/needs-person.ts";
import { stateOf } from "../../../server/redemption/view.ts";
import type { Order } from "../../../server/rows/order.ts";
import { LIST_LAG, LOOK_UP_AGAIN, LOOK_UP_WITHIN } from "../../../server/timing.ts";
import { attempt, NOW, orderOf, redemption, rowOf, SKU } from "./rows.ts";

const LOST = NOW;
const THEN = LOST + LIST_LAG;

/** `{n}:{state}` of a redemption of the order, with a word more: `paid`, `other` SKU, or `returned`. */
function listed(text: string) {
  const [n = "", state = "", more = ""] = text.split(":");
  const seen = redemption(state, {
    id: `R-${n}`,
    order_id: `shop.o.${n}`,
    ...(more === "paid" && { debited: true }),
    ...(more === "other" && { reward: { sku: "OTHER" } }),
    ...(more === "returned" && { redeemed_datetime: "2026-11-20T11:00:00Z" }),
  });
  return { redemption: seen, reward_name: "Gift card" };
}

const at = (now: number) => ({ now, recovered_at: LOST });

const lookedUp = (order: Order, texts: string[]): Order =>
  hear(order, { kind: "look_up", listed: texts.map(listed) }, at(THEN));

/** The order after the look-up, as its user sees it, with the number of its next attempt. */
function shown(order: Order, texts: string[]): unknown[] {
  const after = lookedUp(order, texts);
  const current = after.known.attempts.find(({ n }) => n === after.known.current);
  const state = stateOf(rowOf(after, { now: THEN, recovered_at: LOST }));
  return [state, current?.phase ?? "-", current?.reason ?? "-", after.known.last_n];
}

describe("a look-up", () => {
  const empty = orderOf();
  const link = orderOf([], { pins: { delivery: "activate" } });
  const booking = orderOf([attempt("booking")], {
    known: { call: { operation: "book", n: 1, since: NOW, asked: false, refused_at: null } },
  });
  const confirmed = orderOf([attempt("confirmed")], {
    known: { call: { operation: "redeem", n: 1, since: NOW, asked: false, refused_at: null } },
  });
  const paidBack = orderOf([attempt("over", { reason: "ended", state: "refunded" })]);
  const refunded = orderOf([attempt("made", { state: "refunded" })], { pins: { delivery: "activate" } });
  const ended = attempt("over", { reason: "ended", state: "canceled" });
  const canceled = orderOf([ended], { known: { canceled: true } });
  it.each<[string, Order, string, unknown[]]>([
    ["nothing: an open order goes on", empty, "", ["open", "-", "-", 0]],
    ["nothing: a booking has ended", booking, "", ["open", "over", "lapsed", 1]],
    ["nothing: a hold has ended", orderOf([attempt("held")]), "", ["open", "over", "lapsed", 1]],
    ["nothing: a confirmation stays in doubt", confirmed, "", ["processing", "confirmed", "-", 1]],
    ["the user's code", empty, "3:redeemed", ["redeemed", "made", "-", 3]],
    ["the code of a booking", booking, "1:redeemed", ["redeemed", "made", "-", 1]],
    ["a code of another SKU than the row's", booking, "1:redeemed:other", ["redeemed", "made", "-", 1]],
    ["a code, and a later hold", empty, "1:redeemed 2:booked", ["redeemed", "made", "-", 2]],
    ["a code that was refunded", empty, "2:refunded:returned", ["refunded", "made", "-", 2]],
    ["the user's link", link, "1:pending", ["activated", "made", "-", 1]],
    ["two codes", empty, "1:redeemed 2:redeemed", ["blocked", "stuck", "several_rewards", 2]],
    ["a code and a link", link, "1:redeemed 2:pending", ["blocked", "stuck", "several_rewards", 2]],
    ["a hold", empty, "1:booked", ["processing", "-", "-", 1]],
    ["a pending that is no link", empty, "1:pending", ["blocked", "stuck", "other_parameters", 1]],
    ["one that failed", empty, "4:failed", ["failed", "stuck", "failed", 4]],
    ["one that is denied", empty, "1:denied", ["denied", "stuck", "denied", 1]],
    ["one that ended and was paid for", empty, "1:canceled:paid", ["blocked", "stuck", "debited", 1]],
    ["dead ones only: the next number is free", empty, "2:canceled 5:canceled", ["open", "-", "-", 5]],
    [
      "one that was paid back, of which the row knows nothing",
      empty,
      "1:refunded",
      ["blocked", "stuck", "debited", 1],
    ],
    ["a hold that the row knows was paid back", paidBack, "1:refunded", ["open", "over", "lapsed", 1]],
    ["a refund after a code is final", refunded, "1:refunded", ["refunded", "made", "-", 1]],
    ["a canceled order stays canceled", canceled, "", ["canceled", "over", "ended", 1]],
    ["a confirmed one that was canceled", confirmed, "1:canceled", ["open", "over", "lapsed", 1]],
  ])("shows %s", (_, order, texts, expected) => {
    expect(shown(order, texts.split(" ").filter(Boolean))).toEqual(expected);
  });

  it("names no redemption where there are several, so that no reading of one takes the order off the list", () => {
    const [made] = lookedUp(empty, ["1:redeemed", "2:redeemed"]).known.attempts;
    expect(made?.redemption_id).toBeNull();
  });

  it("does not hide that the order was canceled", () => {
    expect(stateOf(rowOf(canceled, { now: THEN, recovered_at: LOST }))).toBe("canceled");
  });

  it("leaves out what belongs to other orders", () => {
    const foreign = redemption("redeemed", { order_id: "shop.other.1" });
    const after = hear(
      empty,
      { kind: "look_up", listed: [{ redemption: foreign, reward_name: "" }] },
      at(THEN),
    );
    expect([after.known.attempts, after.known.looked_up_for]).toEqual([[], LOST]);
  });

  const stepAt = (order: Order, now: number, recovered_at: number | null = LOST) =>
    advance({ order, now, recovered_at }, 64).step;

  it("waits for lists to be whole, and comes before everything else", () => {
    const order = orderOf([attempt("held", { sku: SKU })], { wanted: { confirmed: 1 } });
    expect(stepAt(order, THEN - 1)).toEqual({ kind: "wait", until: THEN });
    expect(stepAt(order, THEN)).toEqual({ kind: "look_up" });
    expect(stepAt(order, THEN, null)).toMatchObject({ kind: "call" });
  });

  it("is repeated while a hold stands, and where the service did not answer; done, it is not", () => {
    const waits = lookedUp(empty, ["1:booked"]);
    expect(stepAt(waits, THEN + LOOK_UP_AGAIN - 1)).toMatchObject({ kind: "wait" });
    expect(stepAt(waits, THEN + LOOK_UP_AGAIN)).toEqual({ kind: "look_up" });
    const failed = hear(empty, { kind: "look_up", listed: undefined }, at(THEN));
    expect(stepAt(failed, THEN + 2_000)).toEqual({ kind: "look_up" });
    expect(stepAt(lookedUp(empty, []), THEN + 2_000)).toEqual({ kind: "rest" });
    expect(stepAt(lookedUp(empty, []), THEN + 2_000, THEN + 1)).toMatchObject({ kind: "wait" });
  });

  it("after an earlier recovery counts for no other one, whatever clock noted them", () => {
    for (const ahead of [48 * 60 * 60_000, 0, -60_000])
      expect(stepAt(lookedUp(empty, []), THEN + LIST_LAG, LOST + ahead), `${ahead}`).toEqual(
        ahead === 0
          ? { kind: "rest" }
          : ahead > 0
            ? { kind: "wait", until: LOST + ahead + LIST_LAG }
            : { kind: "look_up" },
      );
  });

  it("that does not end is for a person after the time of a hold, with no lever but the service's answer", () => {
    const unanswered = (order: Order, now: number) =>
      hear(order, { kind: "look_up", listed: undefined }, at(now));
    const first = unanswered(empty, THEN);
    expect(attentionOf(first, THEN + LOOK_UP_WITHIN)).toBeUndefined();
    expect(attentionOf(unanswered(first, THEN + 1), THEN + LOOK_UP_WITHIN + 1)).toEqual({
      reason: "outcome_unknown",
      attempt: undefined,
    });
    const held = hear(first, { kind: "look_up", listed: [listed("1:booked")] }, at(THEN + 1));
    expect(attentionOf(held, THEN + LOOK_UP_WITHIN + 1)?.reason).toBe("outcome_unknown");
    const done = hear(held, { kind: "look_up", listed: [] }, at(THEN + 2));
    expect(attentionOf(done, THEN + 2 * LOOK_UP_WITHIN)).toBeUndefined();
  });

  it("is not made for a user who was forgotten", () => {
    expect(stepAt(orderOf([], { pins: { email: null } }), THEN)).toEqual({ kind: "rest" });
  });
});
