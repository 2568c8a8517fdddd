/** Questions about a failure: what it leaves open. */
import type { Failure } from "./failure.ts";

/** Whether the server may have acted although no answer of it arrived. */
export function isUnanswered(failure: Failure): boolean {
  return failure.code === "offline" || failure.code === "unreadable";
}

/** Whether the request fitted a state that the order has left, or never had. A reading of the order shows its state. */
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

/**
 * Whether a confirmation was refused for now and is kept. The server repeats the confirmation for as long as its
 * reservation stands.
 */
export const isWaiting = (failure: Failure | undefined): boolean =>
  failure?.isOfConfirmation === true &&
  (failure.code === "promotion_unavailable" || failure.code === "reward_unavailable");

/** Whether asking the same again later can help without any action of the user. */
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
