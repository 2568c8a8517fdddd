/**
 * Findings for an attempt from which no reward is expected any more: a code, or a redemption with other parameters. Pure.
 * Source: integrity rules 4 to 6.
 */

import type { Redemption } from "../fulfillment/schemas.ts";
import { markObserved } from "./evidence.ts";
import { isLink } from "./hold-or-link.ts";
import { type Attempt, type Order, withAttempt } from "./model.ts";
import { displaceUnsent, reach, stop } from "./moves.ts";
import { isBilled, isCodeMade, isRefundedCode } from "./redemption-facts.ts";

/** A lost ledger's hold is never resumed under this attempt's name. A hold with codes, or a delivered link, needs a person. */
export function absorbOtherParameters(
  order: Order,
  before: Attempt,
  redemption: Redemption,
  now: number,
): Order {
  const isOwed = isBilled(redemption) || undefined;
  const owed = { billed: isOwed, state: redemption.state };
  const checked = withAttempt(order, before.n, {
    phase: "given_up",
    evidence: { ...markObserved(before), ...((isOwed || before.evidence.billed) && owed) },
  });
  const { state, billed } = before.evidence;
  if (before.released_at !== undefined && state === redemption.state && billed === isOwed) return checked;
  const isOut = isLink(order, before, redemption, { now });
  if (!isCodeMade(redemption) && !isOut) return checked;
  const free = displaceUnsent(checked, before.n, now);
  const out = { state: "pending", hold_state: undefined } as const;
  if (!free) return isOut ? withAttempt(checked, before.n, { evidence: out }) : checked;
  const attempt = { ...before, redemption_id: before.redemption_id ?? redemption.id };
  const known = withAttempt(free, before.n, attempt);
  return stop(known, attempt, "other_parameters", redemption.state);
}

/** Whether an operator released the attempt in this state. A redeemed or refunded redemption does not count as released. */
export function wasReleased({ released_at }: Attempt, { state }: Redemption): boolean {
  return released_at !== undefined && state !== "redeemed" && state !== "refunded";
}

/**
 * An unexpected code is the order's reward if the service says `redeemed` (or `refunded`). If the state contradicts the codes, the
 * order stops for a person.
 */
export function absorbUnexpectedCode(
  order: Order,
  attempt: Attempt,
  redemption: Redemption,
  now: number,
): Order {
  // attention.ts lists a redemption that was paid for and has no code.
  const free = isCodeMade(redemption) ? displaceUnsent(order, attempt.n, now) : undefined;
  if (!free) return order;
  const phase = isRefundedCode(redemption) ? "refunded" : "redeemed";
  return redemption.state === phase
    ? reach(free, attempt, phase)
    : stop(free, attempt, "debited", redemption.state);
}
