/**
 * What is sure whatever went wrong, and never more than the order's state proves. A gift costs its person nothing, so nothing
 * is said of money: before the confirmation nothing is final, after it a reward is issued once at most.
 */
import { isUnanswered } from "./doubt.ts";
import type { Failure } from "./failure.ts";
import type { KnownOrder } from "./state.ts";

/** The offer, or what was chosen of it, is not to be had. */
const GONE: ReadonlySet<Failure["code"]> = new Set([
  "promotion_unavailable",
  "out_of_stock",
  "reward_unavailable",
]);

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
  if (!assurance || !failure) return assurance;
  // It was issued, or is being worked on, whatever was read of the order since.
  if (failure.code === "codes_unreadable") return "safe";
  if (failure.code === "order_processing" && assurance !== "safe") return "once";
  // There is nothing to confirm.
  if (assurance === "booked_text" && GONE.has(failure.code)) return undefined;
  return mayBeFinal(order, isSent, failure) ? "once" : assurance;
}

/** After a confirmation that failed, where a code may exist all the same: what its person then asks is whether there are two. */
function mayBeFinal(order: KnownOrder, isSent: boolean, failure: Failure): boolean {
  if (order.state !== "open" && order.state !== "booked") return false;
  const { code, isOfConfirmation = false } = failure;
  return isSent || (isOfConfirmation && (isUnanswered(failure) || code.startsWith("upstream_")));
}

function assuranceByState(order: KnownOrder, isSent: boolean): Assurance | undefined {
  switch (order.state) {
    case "open":
    case "booked":
      return isSent ? "once" : "booked_text";
    case "processing":
      return order.step === "book" && !isSent ? "booked_text" : "once";
    case "redeemed":
    case "activated":
    case "notified":
      return "safe";
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
