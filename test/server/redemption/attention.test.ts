/** The reason for which an order needs a person, by its row. */
import { describe, expect, it } from "vitest";
import { attentionOf } from "../../../server/redemption/attention.ts";
import type { Attention } from "../../../server/redemption/model.ts";
import { mayRevive } from "../../../server/redemption/revival.ts";
import { OUTCOME_UNKNOWN_AFTER } from "../../../server/timing.ts";
import { attempt, delivered, NOW, order, redeeming, type Shape } from "./orders.ts";

const LATER = NOW + OUTCOME_UNKNOWN_AFTER + 1;

describe("the current attempt", () => {
  it.each<[string, Shape, Attention | null]>([
    ["that is stopped, for why it is", { phase: "stopped", stop: "denied" }, "denied"],
    ["whose codes cannot be shown", { phase: "redeemed", unreadable: true }, "codes_unreadable"],
    ["that was redeemed, for nothing", { phase: "redeemed" }, null],
    ["that was refunded, whatever its codes were", { phase: "refunded", unreadable: true }, null],
    ["that failed with a code", { phase: "confirmed", state: "failed", had_code: true }, "debited"],
    ["that was canceled and paid for", { phase: "void", billed: true }, "debited"],
    ["that a person released, for nothing", { phase: "stopped", stop: "denied", released_at: NOW }, null],
  ])("%s", (_, change, reason) => {
    expect(attentionOf(order([attempt(change)]), NOW)).toBe(reason);
  });
});

describe("a given-up or ended attempt", () => {
  const beside = (change: Shape) => order([attempt(change), attempt({ n: 2, redemption_id: "AAAAA-00002" })]);
  it.each<[string, Shape, Attention | null]>([
    ["that was given up, for nothing", { phase: "given_up", state: "booked" }, null],
    ["that was paid for", { phase: "given_up", billed: true }, "debited_hold"],
    ["whose id is another user's", { phase: "given_up", others: true }, "other_user"],
    [
      "whose redemption is another order's",
      { phase: "stopped", stop: "redemption_taken" },
      "redemption_taken",
    ],
  ])("%s", (_, change, reason) => {
    expect(attentionOf(beside(change), NOW)).toBe(reason);
  });

  it("whose link is out, where the delivery gives links and the state is not that of its hold", () => {
    const left = beside({ phase: "given_up", state: "pending" });
    expect(attentionOf(delivered("activate", left), NOW)).toBe("later_attempt");
    expect(attentionOf(left, NOW)).toBeNull();
    const held = beside({ phase: "given_up", state: "pending", hold_state: "pending" });
    expect(attentionOf(delivered("activate", held), NOW)).toBeNull();
  });
});

describe("an attempt that only the recovery lookup found", () => {
  const row = (state: string, current: Shape) =>
    order([
      attempt({ n: 2, redemption_id: "AAAAA-00002", phase: "given_up", state, sends: [] }),
      attempt(current),
    ]);
  it.each<[string, Shape, Attention | null]>([
    ["denied", {}, "later_attempt"],
    ["blocked", {}, "later_attempt"],
    ["a_new_state", {}, "later_attempt"],
    ["denied", { phase: "redeemed" }, null],
    ["denied", { phase: "stopped", stop: "failed" }, "failed"],
    ["booked", {}, null],
    ["expired", {}, null],
    ["canceled", {}, null],
  ])("and is %s, beside %j: %s", (state, current, reason) => {
    expect(attentionOf(row(state, current), NOW)).toBe(reason);
    expect(row(state, current).attempts.filter(mayRevive)).toHaveLength(state === "canceled" ? 0 : 1);
  });
});

describe("an outcome that is not known for a quarter of an hour", () => {
  it.each([
    ["a confirmation's", redeeming()],
    ["of a confirmation that was not sent yet", redeeming({ sends: [], confirmed_at: NOW })],
    ["a refund's", order([attempt({ phase: "redeemed", request: { operation: "refund", at: NOW } })])],
  ])("%s", (_, row) => {
    expect(attentionOf(row, LATER - 1)).toBeNull();
    expect(attentionOf(row, LATER)).toBe("outcome_unknown");
  });

  it("comes after what is known", () => {
    const paid = attempt({ n: 2, redemption_id: "AAAAA-00002", phase: "given_up", billed: true });
    const row = order([paid, ...redeeming().attempts]);
    expect(attentionOf(row, LATER)).toBe("debited_hold");
  });
});
