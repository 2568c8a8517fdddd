/**
 * What is sure whatever went wrong, and never more than the order's state proves. A gift costs its person nothing, so nothing
 * is said of money: before the confirmation nothing is final, after it a reward is issued once at most.
 */
import { isUnanswered } from "./doubt.ts";
import type { Failure } from "./failure.ts";
import type { KnownOrder } from "./state.ts";

/** The key of its sentence. */
export type Assurance = "booked_text" | "once" | "safe";

/** Said beside a failure, or of the order alone. */
export function assuranceOf(
  order: KnownOrder | undefined,
  isSent: boolean,
  failure?: Failure,
): Assurance | undefined {
  // Its own words say it.
  if (!order || failure?.code === "not_made") return undefined;
  const assurance = assuranceByState(order, isSent);
  if (assurance !== "booked_text" || !failure) return assurance;
  // Where the offer is over there is nothing to confirm.
  if (failure.code === "promotion_unavailable") return undefined;
  return isDoubtful(failure) ? "once" : assurance;
}

/** A failure after which a code may exist, whatever was read of the order since. */
function isDoubtful(failure: Failure): boolean {
  const { code, isOfConfirmation = false } = failure;
  if (code === "codes_unreadable" || code === "order_processing") return true;
  return isOfConfirmation && (isUnanswered(failure) || code.startsWith("upstream_"));
}

function assuranceByState(order: KnownOrder, isSent: boolean): Assurance | undefined {
  switch (order.state) {
    case "open":
    case "booked":
      return isSent ? "once" : "booked_text";
    case "processing":
      return order.step === "book" && !isSent ? "booked_text" : "once";
    case "redeemed":
      return "safe";
    case "activated":
    case "notified":
    case "blocked":
      // A code may still come, and at most once.
      return "once";
    case "canceled":
    case "failed":
    case "denied":
    case "expired":
    case "refunded":
      return undefined;
    default:
      return order.state satisfies never;
  }
}
