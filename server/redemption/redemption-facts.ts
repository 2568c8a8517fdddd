/** Facts about a redemption as the service shows it, independent of the ledger: pure. Source: interface, States. */

import type { Redemption } from "../fulfillment/schemas.ts";
import type { Attempt, Order } from "./model.ts";

/** Whether no transition leads out of the state. Source: interface, Redemption states. */
export const isFinal = (state: string | null): boolean => state === "canceled" || state === "refunded";

/**
 * Whether the service has ended the redemption. A call for the same order may revive one that `failed`; the interface does not show
 * the states after `expired`.
 */
export const isEnded = (state: string | null): boolean =>
  isFinal(state) || state === "failed" || state === "expired";

/** Whether a code was made for the redemption. */
export function isCodeMade(redemption: Redemption): boolean {
  return redemption.state === "redeemed" || redemption.has_codes || isRefundedCode(redemption);
}

/** Whether a refunded redemption had a code: the order then has had its one code. */
export function isRefundedCode({ state, has_codes, was_redeemed }: Redemption): boolean {
  return state === "refunded" && (has_codes || was_redeemed);
}

/** Whether the redemption was paid for: it is debited, or has a code, because every code is billed. */
export function isBilled(redemption: Redemption): boolean {
  return redemption.debited || isCodeMade(redemption);
}

/**
 * The redemption, marked as having a code if one was seen before: a code that was made stays made, even if the service shows it no
 * more.
 */
export const withSeenCode = ({ phase, evidence }: Attempt, redemption: Redemption): Redemption =>
  evidence.had_code || phase === "redeemed" ? withCode(redemption) : redemption;

/** The redemption, marked as having a code that another answer showed. */
export function withCode(redemption: Redemption): Redemption {
  return redemption.state === "refunded"
    ? { ...redemption, was_redeemed: true }
    : { ...redemption, has_codes: true };
}

/** Whether a redemption ended with nothing: it does not delay a new confirmation. */
export function isHarmless(redemption: Redemption): boolean {
  return isEnded(redemption.state) && !isBilled(redemption);
}

/**
 * Whether the redemption has this attempt's parameters. A missing member is no contradiction, unless the attempt stopped for other
 * parameters: then the member has to be present and equal.
 */
export function hasOurParameters(order: Order, attempt: Attempt, redemption: Redemption): boolean {
  const isOursUnnamed = attempt.stop !== "other_parameters";
  const { sku, promotion_id, value } = redemption;
  if (promotion_id !== undefined && promotion_id !== order.pins.promotion_id) return false;
  if (sku === undefined ? !isOursUnnamed : sku !== attempt.sku) return false;
  if (attempt.amount === null) return true;
  return value === undefined ? isOursUnnamed : value.amount === Number(attempt.amount);
}
