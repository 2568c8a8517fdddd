/** The operators' view of an order: pure, from the row and the time. */

import { stateOf } from "../orders/view.ts";
import { type Attempt, currentAttempt, type Order } from "../redemption/model.ts";
import type { AttentionOrder, ReleasedOrder } from "./query.ts";
import { effectOf, releasableFrom, type Subject, subjectOf } from "./release.ts";

/** @param now service time, epoch ms */
export function attentionRow(order: Order, now: number): AttentionOrder | undefined {
  const subject = subjectOf(order);
  if (!subject) return undefined;
  const since = order.attention_since ?? order.updated_at;
  return {
    ...viewOrder(order, subject.attempt, now),
    reason: subject.reason,
    since: new Date(since).toISOString(),
    release: releaseOf(order, subject, now),
  };
}

/** The same view of an order that may need no person (any more). */
export function releasedRow(order: Order, n: number | undefined, now: number): Omit<ReleasedOrder, "done"> {
  const listed = attentionRow(order, now);
  if (listed) return listed;
  const attempt = order.attempts.find((each) => each.n === n) ?? currentAttempt(order);
  return { ...viewOrder(order, attempt, now), release: { possible: false } };
}

/** Copied member by member, so that the user's address is left out. */
function viewOrder(
  order: Order,
  attempt: Attempt | undefined,
  now: number,
): Omit<AttentionOrder, "reason" | "since" | "release"> {
  const { site, order_id, pins } = order;
  return {
    site,
    order_id,
    delivery: pins.delivery,
    promotion_id: pins.promotion_id,
    state: stateOf(order, now),
    ...(attempt && {
      attempt: attempt.n,
      sku: attempt.sku,
      ...(attempt.amount !== null && { amount: attempt.amount }),
      ...(attempt.evidence.value && { value: attempt.evidence.value }),
      upstream_order_id: attempt.upstream_order_id,
      ...(attempt.redemption_id !== null && { reference: attempt.redemption_id }),
      ...(attempt.evidence.state !== null && { seen: attempt.evidence.state }),
    }),
  };
}

function releaseOf(order: Order, subject: Subject, now: number): AttentionOrder["release"] {
  const effect = effectOf(order, subject);
  const quiet = subject.attempt && effect === "next_attempt" ? releasableFrom(subject.attempt) : 0;
  return {
    possible: effect !== undefined,
    ...(effect && { effect }),
    ...(quiet > now && { not_before: new Date(quiet).toISOString() }),
  };
}
