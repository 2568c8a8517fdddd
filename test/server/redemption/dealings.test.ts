/** What went to the service and came back, as an operator sees it: read from the changes of an order's row. */
import { describe, expect, it } from "vitest";
import { DEALINGS_KEPT, dealingsOf } from "../../../server/redemption/dealings.ts";
import type { Attempt, Call, Order } from "../../../server/rows/order.ts";
import { attempt, NOW, orderOf } from "./rows.ts";

const call = (more: Partial<Call> = {}): Call => ({
  ...{ operation: "redeem", n: 1, since: NOW, asked: false, refused_at: null },
  ...more,
});
const confirmed = (more: Partial<Attempt> = {}, known: object = {}): Order =>
  orderOf([attempt("confirmed", { state: "booked", ...more })], { known });
const told = (before: Order, after: Order, now = NOW): string[] =>
  dealingsOf(before, after, now).map(({ n, kind, what }) => `${n} ${kind} ${what}`);

describe("a change of the row tells", () => {
  it("a call that leaves now", () => {
    const after = confirmed({ sent: [NOW] }, { call: call() });
    expect(told(confirmed(), after)).toEqual(["1 sent redeem"]);
  });

  it("the same call that leaves again", () => {
    const before = confirmed({ sent: [NOW] }, { call: call({ asked: true }) });
    const after = confirmed({ sent: [NOW, NOW + 1] }, { call: call() });
    expect(told(before, after, NOW + 1)).toEqual(["1 sent redeem"]);
  });

  it("a state that the service names, and no state twice", () => {
    const before = confirmed({ sent: [NOW] }, { call: call() });
    expect(told(before, confirmed({ sent: [NOW], state: "denied" }))).toEqual(["1 answered denied"]);
    expect(told(before, confirmed({ sent: [NOW] }, { call: call({ asked: true }) }))).toEqual([]);
  });

  it("an answer, and the call that follows it at once", () => {
    const before = orderOf([attempt("booking", { sent: [NOW] })], {
      known: { call: call({ operation: "book" }) },
    });
    const after = confirmed({ sent: [NOW + 5] }, { call: call() });
    expect(told(before, after, NOW + 5)).toEqual(["1 answered booked", "1 sent redeem"]);
  });

  it("a refusal, and a call that never left", () => {
    const before = confirmed({ sent: [NOW] }, { call: call() });
    const refused = confirmed({ sent: [NOW], refusal: "reward_unavailable" }, { call: call() });
    expect(told(before, refused)).toEqual(["1 answered refused"]);
    expect(told(before, confirmed({ sent: [] }, { call: call() }))).toEqual(["1 answered turned_away"]);
  });

  it("nothing where nothing went or came", () => {
    const order = confirmed({ sent: [NOW] }, { call: call() });
    expect(told(order, { ...order, wanted: { ...order.wanted, cancels: 1 } }, NOW + 1)).toEqual([]);
  });
});

it("keeps the last ones, so that a row stays small", () => {
  let order = confirmed();
  for (let at = NOW; at < NOW + 2 * DEALINGS_KEPT; at++) {
    const after = { ...order, ...confirmed({ sent: [at] }, { call: call() }), dealings: order.dealings };
    order = { ...after, dealings: dealingsOf(order, after, at) };
  }
  expect(order.dealings).toHaveLength(DEALINGS_KEPT);
  expect(order.dealings.at(-1)?.at).toBe(NOW + 2 * DEALINGS_KEPT - 1);
});
