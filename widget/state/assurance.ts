/**
 * What is certain despite a failure, and never more than the order's state proves. A gift costs the user nothing, so
 * nothing is said about money: before the confirmation nothing is final, and after the confirmation a reward is issued
 * at most once.
 */
import { isUnanswered } from "./doubt.ts";
import type { Failure } from "./failure.ts";
import type { KnownOrder } from "./state.ts";

/** The offer, or the chosen reward, is not available. */
const GONE: ReadonlySet<Failure["code"]> = new Set([
  "promotion_unavailable",
  "out_of_stock",
  "reward_unavailable",
]);

/** The key of the assurance's sentence. */
export type Assurance = "booked_text" | "once" | "safe";

/** @param failure the failure that the assurance stands beside; undefined for the order alone */
export function assuranceOf(
  order: KnownOrder | undefined,
  isSent: boolean,
  failure?: Failure,
): Assurance | undefined {
  // The failure's own words say what is certain.
  if (!order || failure?.code === "not_made") return undefined;
  const assurance = assuranceByState(order, isSent);
  if (!assurance || !failure) return assurance;
  // The reward was issued, or is being worked on, whatever the order said when it was last read.
  if (failure.code === "codes_unreadable") return "safe";
  if (failure.code === "order_processing" && assurance !== "safe") return "once";
  // Nothing is left to confirm.
  if (assurance === "booked_text" && GONE.has(failure.code)) return undefined;
  return mayBeFinal(order, isSent, failure) ? "once" : assurance;
}

/** Whether a code may exist although the confirmation failed. The user then asks whether there are two codes. */
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
