/** What may be said about charging: never more than the order's state proves. */
import { isUnanswered } from "./doubt.ts";
import type { Failure } from "./failure.ts";
import type { KnownOrder } from "./state.ts";

/** `stopped`: what was charged, if anything, nobody here knows; nothing is added to it. */
export type Charge = "none" | "unknown" | "done" | "stopped";

/** Said beside a failure, or of the order alone. */
export function chargeOf(
  order: KnownOrder | undefined,
  isSent: boolean,
  failure?: Failure,
): Charge | undefined {
  // Its own words say it.
  if (!order || failure?.code === "not_made") return undefined;
  const charge = chargeByState(order, isSent);
  return charge === "none" && failure && isDoubtful(failure) ? "unknown" : charge;
}

/** A failure after which a code may exist, whatever was read of the order since. */
function isDoubtful(failure: Failure): boolean {
  const { code, isOfConfirmation = false } = failure;
  if (code === "codes_unreadable" || code === "order_processing") return true;
  return isOfConfirmation && (isUnanswered(failure) || code.startsWith("upstream_"));
}

function chargeByState(order: KnownOrder, isSent: boolean): Charge | undefined {
  switch (order.state) {
    case "open":
    case "booked":
      return isSent ? "unknown" : "none";
    case "processing":
      return order.step === "book" && !isSent ? "none" : "unknown";
    case "redeemed":
      return "done";
    case "activated":
    case "notified":
    case "blocked":
      // A code, and with it what it costs, may still come, and at most once.
      return "unknown";
    case "canceled":
      return "none";
    case "failed":
    case "denied":
    case "expired":
      return "stopped";
    case "refunded":
      return undefined;
    default:
      return order.state satisfies never;
  }
}
