/**
 * Shortly after a start the ledger may be an older copy, or a new one. Before the first redeem, activate or create of an attempt the service
 * is asked for what such a ledger would not know: later attempts, and refused ones whose refusal may have meant "exists
 * already". Source: integrity I16.
 */
import type { Fulfillment } from "../fulfillment/client.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { LOOK_AHEAD } from "../timing.ts";
import { absorb } from "./absorb.ts";
import { adopt, isHarmless } from "./adopt.ts";
import { currentAttempt, isConfirmed, type Order } from "./model.ts";
import { upstreamOrderId } from "./upstream-order-id.ts";

export interface Findings {
  /** Redemptions of attempts that count as refused. */
  readonly refused: readonly { readonly n: number; readonly found: readonly Redemption[] }[];
  /** The first later attempt that may have made a code. */
  readonly later?: { readonly n: number; readonly orderId: string; readonly redemption: Redemption };
}

/** Asks the service; changes nothing. @throws UpstreamError */
export async function lookBehind(
  order: Order,
  { fulfillment, orderIdMax }: { readonly fulfillment: Fulfillment; readonly orderIdMax: number },
): Promise<Findings> {
  const promotionId = order.pins.promotion_id;
  const suspects = order.attempts.filter(
    ({ phase, refusal }) => phase === "refused" && refusal === "reward_unavailable",
  );
  const refused = await Promise.all(
    suspects.map(async ({ n, upstream_order_id: orderId }) => ({
      n,
      found: await fulfillment.findRedemptions({ promotionId, orderId }),
    })),
  );
  // Refused books leave gaps in the numbers, so one missing attempt says nothing of the next.
  const first = Math.max(0, ...order.attempts.map((each) => each.n)) + 1;
  const ahead = await Promise.all(
    Array.from({ length: LOOK_AHEAD }, async (_, index) => {
      const n = first + index;
      const orderId = upstreamOrderId(order.site, order.order_id, n, orderIdMax);
      const [redemption] = await fulfillment.findRedemptions({ promotionId, orderId });
      return redemption && !isHarmless(redemption) ? { n, orderId, redemption } : undefined;
    }),
  );
  const later = ahead.find((each) => each !== undefined);
  return later ? { refused, later } : { refused };
}

/** What the findings mean: pure. With nothing found, the attempt in hand may be redeemed. `now` is service time. */
export function applyFindings(order: Order, { refused, later }: Findings, now: number): Order {
  const current = order.current;
  let next = order;
  for (const { n, found } of refused) {
    if (found.length > 0) next = absorb(next, n, { kind: "looked", found }, now);
  }
  if (later && !next.attempts.some((each) => each.n >= later.n)) {
    next = adopt(next, later.n, later.orderId, later.redemption, now);
  }
  const inHand = currentAttempt(next);
  const isKept = inHand !== undefined && inHand.n === current && isConfirmed(inHand);
  return isKept ? absorb(next, inHand.n, { kind: "guarded" }, now) : next;
}
