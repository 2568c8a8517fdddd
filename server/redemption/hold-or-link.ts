/** Whether a redemption that the service calls `pending` is a hold or a link: pure. Source: interface, States. */

import type { Redemption } from "../fulfillment/schemas.ts";
import { CLOCK_SPREAD, HOLD } from "../timing.ts";
import type { Seen } from "./evidence.ts";
import type { Attempt, Evidence, Order } from "./model.ts";
import { isCodeMade } from "./redemption-facts.ts";
import { asWritten } from "./row-times.ts";
import { bookEffectEnd, hasCallInDoubt } from "./sends.ts";

/**
 * Whether the stored state means that the user has a link. An older copy of the ledger, or a new one, may find a link that it did
 * not ask for. False if the order's delivery gives no links, or if the service calls the attempt's hold `pending`. `isLink` judges
 * an observed redemption. Source: interface, States.
 */
export function isLinkOut(
  { pins }: Pick<Order, "pins">,
  state: string,
  attempt: Pick<Attempt, "evidence"> | undefined,
): boolean {
  return state === "pending" && attempt?.evidence.hold_state !== "pending" && pins.delivery !== "redeem";
}

/**
 * Whether the redemption is a delivered link, in any phase of the attempt: `pending`, and neither the answer to a Book nor a hold
 * that is called `pending`. An older copy of the ledger does not know that the hold was activated.
 * @param attempt undefined if the ledger has none
 */
export function isLink(
  order: Pick<Order, "pins">,
  attempt: Attempt | undefined,
  redemption: Redemption,
  { now, answerTo }: Seen,
): boolean {
  const isHold = attempt !== undefined && answerTo !== "activate" && mayBeHold(attempt, redemption, now);
  return isLinkOut(order, redemption.state, isHold ? attempt : undefined);
}

/** Whether the redemption is a code, or a link to one. */
export const isReward = (
  order: Pick<Order, "pins">,
  attempt: Attempt | undefined,
  redemption: Redemption,
  seen: Seen,
): boolean => isCodeMade(redemption) || isLink(order, attempt, redemption, seen);

/**
 * Whether a live redemption may be the hold of the attempt's Book. No hold outlives its 30 minutes. A redemption that changed when
 * no Book could take effect any more was changed by another call.
 */
export function mayBeHold(attempt: Attempt, { changed_at }: Redemption, now: number): boolean {
  const made = bookEffectEnd(attempt);
  return now < made + HOLD && (changed_at === undefined || changed_at <= made + CLOCK_SPREAD);
}

/**
 * Whether a `pending` redemption may be a hold or a link: no answer showed what the attempt's Book made, so the redemption is its
 * hold, or the link of a lost ledger's Activate.
 */
export const mayBeLink = (order: Pick<Order, "pins">, attempt: Attempt, { state }: Redemption): boolean =>
  hasCallInDoubt(attempt) && isLinkOut(order, state, undefined);

/** Whether the stored state is `pending`, and the service does not call the hold so. */
export const isLinkSeen = ({ state, hold_state }: Evidence): boolean =>
  state === "pending" && hold_state !== state;

/** Whether a `pending` redemption listed after a Book is that Book's hold, and not the link of a lost ledger's attempt. */
export function isNewHold(order: Order, attempt: Attempt, redemption: Redemption, now: number): boolean {
  const isBook = attempt.sends.some(({ operation }) => operation === "book");
  return (
    isBook &&
    order.pins.delivery !== "notify" &&
    redemption.state === "pending" &&
    redemption.changed_at !== undefined &&
    mayBeHold(attempt, redemption, now) &&
    !isOlder(order, attempt, redemption)
  );
}

/** Whether the service last changed the redemption before this attempt's first call. */
export function isOlder(order: Order, { sends }: Attempt, { changed_at }: Redemption): boolean {
  const first = sends[0];
  return (
    changed_at !== undefined && first !== undefined && changed_at < asWritten(order, first.at) - CLOCK_SPREAD
  );
}
