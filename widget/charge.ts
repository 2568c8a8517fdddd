/** What may be said about charging: never more than the order's state proves. */
import type { KnownOrder } from "./state.ts";

export type Charge = "none" | "unknown" | "done";

export function chargeOf(order: KnownOrder | undefined, isSent: boolean): Charge | undefined {
  if (!order) return undefined;
  switch (order.state) {
    case "open":
    case "booked":
      return isSent ? "unknown" : "none";
    case "processing":
      return order.step === "book" && !isSent ? "none" : "unknown";
    case "redeemed":
    case "activated":
    case "notified":
      return "done";
    case "canceled":
      return "none";
    case "refunded":
    case "failed":
    case "denied":
    case "blocked":
    case "expired":
      return undefined;
    default:
      return order.state satisfies never;
  }
}
