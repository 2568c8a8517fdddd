/**
 * Which orders the service alone may still change: derived from the row whenever it is stored. Pure. Source: docs/proof/rules.md,
 * rule 17.
 */
import type { Attempt, Order } from "../rows/order.ts";
import { LINK_WATCHED_FOR, PRODUCT_WATCHED_FOR } from "../timing.ts";

/** Until when the service alone may change what became of the order; null: it can change nothing more. Epoch ms. */
export function watchedUntil({ known }: Order): number | null {
  const ends = known.attempts.filter(isWatched).map(({ opened_at, state }) =>
    // A link waits for its user; anything else can be refunded within its month (docs/proof/interface.md, R8).
    state === "pending" ? opened_at + LINK_WATCHED_FOR : opened_at + PRODUCT_WATCHED_FOR,
  );
  return ends.length === 0 ? null : Math.max(...ends);
}

/** What the worker still asks for is its own; a hold that was given up matters only where it was paid. */
export function isWatched({ phase, state, debited, redemption_id }: Attempt): boolean {
  if (redemption_id === null || state === "refunded") return false;
  switch (phase) {
    case "made":
    case "stuck":
      return true;
    case "held":
    case "over":
      return debited;
    case "booking":
    case "confirmed":
    case "released":
      return false;
    default:
      return phase satisfies never;
  }
}
