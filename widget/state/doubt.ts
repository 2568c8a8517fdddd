/** What a failure leaves open. */
import type { Failure } from "./failure.ts";

/** True when the server may have acted although we hold no answer of it. */
export function isUnanswered(failure: Failure): boolean {
  return failure.code === "offline" || failure.code === "unreadable";
}

/** True when it was asked for in a state that the order has left, or never had: reading the order tells. */
export function hasMovedOn(failure: Failure): boolean {
  switch (failure.code) {
    case "order_finished":
    case "order_processing":
    case "not_redeemed":
    case "not_booked":
    case "hold_expired":
    case "confirmation_mismatch":
      return true;
    default:
      return false;
  }
}

/** True when a confirmation was refused for now and is kept: the server tries it again while its reservation stands. */
export const isWaiting = (failure: Failure | undefined): boolean =>
  failure?.isOfConfirmation === true &&
  (failure.code === "promotion_unavailable" || failure.code === "reward_unavailable");

/** True when asking the same again later can help without the person doing anything. */
export function isPassing(failure: Failure): boolean {
  switch (failure.code) {
    case "offline":
    case "unreadable":
    case "rate_limited":
    case "order_processing":
    case "upstream_invalid":
    case "upstream_unavailable":
      return true;
    default:
      return false;
  }
}
