/**
 * What comes to light of an attempt that nobody waits for any more: a code, or a redemption with other parameters. Pure.
 * Source: integrity rules 4 to 6.
 */
import type { Redemption } from "../fulfillment/schemas.ts";
import { observed } from "./evidence.ts";
import { type Attempt, isLinkOut, type Order, withAttempt } from "./model.ts";
import { isCodeMade, isRefundedCode, makeRoom, reach, stop } from "./moves.ts";

/** A hold of another life of the order: never resumed under this attempt's name; one with codes needs a person. */
export function absorbForeignHold(order: Order, before: Attempt, redemption: Redemption, now: number): Order {
  const isOwed = redemption.debited || isCodeMade(redemption) || undefined;
  const checked = withAttempt(order, before.n, {
    phase: "given_up",
    evidence: { ...observed(before), ...(isOwed && { billed: isOwed, state: redemption.state }) },
  });
  const { state, billed } = before.evidence;
  if (before.released_at !== undefined && state === redemption.state && billed === isOwed) return checked;
  const isOut = isLinkOut(order, redemption.state, before);
  if (!isCodeMade(redemption) && !isOut) return checked;
  const free = makeRoom(checked, before.n, now);
  if (!free) return isOut ? withAttempt(checked, before.n, { evidence: { state: "pending" } }) : checked;
  const attempt = { ...before, redemption_id: before.redemption_id ?? redemption.id };
  const known = withAttempt(free, before.n, attempt);
  return { ...stop(known, attempt, "other_parameters", redemption.state), current: before.n };
}

/** Whether a person has seen to it as it is; what was redeemed is its user's all the same. */
export function wasReleased({ released_at }: Attempt, { state }: Redemption): boolean {
  return released_at !== undefined && state !== "redeemed" && state !== "refunded";
}

/**
 * A code where none was looked for any more. It is the order's reward where the service says that it was redeemed; where the
 * state says otherwise than the codes, nothing else may be had before a person has looked.
 */
export function absorbUnexpectedCode(
  order: Order,
  attempt: Attempt,
  redemption: Redemption,
  now: number,
): Order {
  // Paid for without a code: attention.ts sees that.
  const free = isCodeMade(redemption) ? makeRoom(order, attempt.n, now) : undefined;
  if (!free) return order;
  const phase = isRefundedCode(redemption) ? "refunded" : "redeemed";
  return redemption.state === phase
    ? reach(free, attempt, phase)
    : { ...stop(free, attempt, "debited", redemption.state), current: attempt.n };
}
