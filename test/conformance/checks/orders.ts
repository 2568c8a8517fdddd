/** Judgements shared by Book, Create a redemption and Create and redeem. Source: docs/proof/interface.md, R1 to R5 and "Limits". */
import type { Order } from "../api.ts";
import type { Answer } from "../exchange.ts";
import { dataIn, holds, isRefused, kindOf, NotSupported, succeeded, told, word } from "../judge.ts";
import { codesKey, codesOf, dataOf, idOf, member, moment } from "../reading.ts";

export const stateOf = (answer: Answer): unknown => member(dataOf(answer), "state");

export function inState(answer: Answer, status: number, state: string): void {
  const found = member(dataIn(answer, status), "state");
  holds(found === state, `state ${word(state)}`, word(found));
}

/** The redemption must have been in this state before the step; otherwise the step says nothing about the rule. */
export function wasIn(answer: Answer, state: string): void {
  if (stateOf(answer) !== state) throw new NotSupported(`the redemption was not ${state} before`);
}

/** The answer to an order: its status, its state, and the order's own data. */
export function isOrder(answer: Answer, status: number, state: string, order: Order): void {
  inState(answer, status, state);
  const orderId = member(dataOf(answer), "order_id");
  holds(orderId === order.orderId, "the order id that was sent", orderId ? "another one" : kindOf(orderId));
}

/** No code is shown; `reward_codes` may be absent or empty. */
export function withoutCodes(...answers: Answer[]): void {
  for (const answer of answers) {
    const codes = codesOf(dataOf(answer)).length;
    holds(codes === 0, "no codes", `${codes} codes after ${answer.operation}`);
  }
}

/** Redeemed: the members that must then be present. */
export function isRedeemed(answer: Answer, status: number): void {
  inState(answer, status, "redeemed");
  const at = member(dataOf(answer), "redeemed_datetime");
  holds(moment(at) !== undefined, "redeemed_datetime is a date-time", kindOf(at));
  holds(codesOf(dataOf(answer)).length > 0, "codes", "none");
}

/** The same redemption with the same codes. */
export function isSame(answer: Answer, first: Answer): void {
  holds(succeeded(answer), `${answer.operation} gives the redemption again`, told(answer));
  holds(idOf(dataOf(answer)) === idOf(dataOf(first)), "the same redemption", "another id");
  const same = codesKey(dataOf(answer)) === codesKey(dataOf(first));
  holds(same, "the same codes", codesOf(dataOf(answer)).length === 0 ? "no codes" : "other codes");
}

/** One order id, one redemption. */
export function isOnlyOne(ofOrder: readonly unknown[]): void {
  const ids = new Set(ofOrder.map(idOf));
  holds(ids.size <= 1, "one redemption of the order", `${ids.size}`, ofOrder);
}

/**
 * An existing order id in a call whose answer is not shown: refused, or answered with the unchanged redemption. There
 * must never be a second redemption.
 */
export function makesNoSecond(answer: Answer, id: string): void {
  if (succeeded(answer)) {
    holds(idOf(dataOf(answer)) === id, "the redemption that exists, or a refusal", "another redemption");
    return;
  }
  isRefused(answer, `${answer.operation} on an order id that exists, if it is not answered with it,`);
}

/** The answer of a call with another SKU; a promotion with one reward does not allow that call. */
export function withSecond(answer: Answer | "" | undefined): Answer {
  if (!answer) throw new NotSupported("the promotion has no second reward with a fixed value");
  return answer;
}

/** No member that matters changed between two readings. */
export function isUnchanged(after: Answer, before: Answer): void {
  const [now, then] = [dataIn(after, 200), dataIn(before, 200)];
  const [state, was] = [member(now, "state"), member(then, "state")];
  holds(state === was, `state ${word(was)} as before`, word(state));
  holds(codesKey(now) === codesKey(then), "the codes as before", "others");
}

/** The other form of a path is unknown, or leads to the same order. */
export function otherFormIsNoSecond(answer: Answer, id: string): void {
  if (answer.status === 404 || answer.status === 405) return;
  makesNoSecond(answer, id);
}

/** The redemption keeps the SKU that was ordered first. */
export function keepsSku(answer: Answer, sku: string): void {
  const shown = member(dataOf(answer), "reward", "sku");
  holds(shown === sku, "the SKU that was ordered first", shown === undefined ? "none" : "another one");
}
