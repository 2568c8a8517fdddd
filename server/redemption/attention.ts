/**
 * Whether an order needs a person, and why: derived from the row whenever it is stored, so that no change has to set the reason.
 * Pure. Source: integrity rules 4 to 6; contract, the list of orders that need a person.
 */

import { OUTCOME_UNKNOWN_AFTER } from "../timing.ts";
import { isReached } from "./attempt-facts.ts";
import { isLinkOut } from "./hold-or-link.ts";
import { type Attempt, type Attention, currentAttempt, type Order } from "./model.ts";
import { mayBeConfirmedElsewhere } from "./revival.ts";
import { firstConfirming } from "./sends.ts";

/**
 * The most urgent reason; null if no person is needed. An attempt that an operator released is no reason, until the service reports
 * something else about its redemption.
 * @param now service time, epoch ms
 */
export function attentionOf(order: Order, now: number): Attention | null {
  const current = currentAttempt(order);
  const own = current && isUnreleased(current) ? reasonOfCurrent(current) : null;
  if (own && own !== "codes_unreadable") return own;
  const reasons = order.attempts.filter(isUnreleased).flatMap((each) => reasonOf(order, each) ?? []);
  return (
    reasons.find((reason) => reason === "debited_hold") ??
    own ??
    reasons[0] ??
    (current && isLongInDoubt(current, now) ? "outcome_unknown" : null)
  );
}

/**
 * Why an ended or given-up attempt needs a person: it was paid for, its user has a link, a lost ledger's confirmation of it stands
 * still, its order id has another user's redemption, or its redemption belongs to another order.
 */
export function reasonOf(
  order: Order,
  attempt: Attempt,
): Extract<Attention, "debited_hold" | "later_attempt" | "other_user" | "redemption_taken"> | undefined {
  const { phase, stop } = attempt;
  const { billed, state, others } = attempt.evidence;
  if (others) return "other_user";
  if (stop === "redemption_taken") return stop;
  if (phase !== "given_up" && phase !== "void" && phase !== "stopped") return undefined;
  if (billed) return "debited_hold";
  if (phase === "stopped") return undefined;
  return isLinkOut(order, state ?? "", attempt) || standsStillElsewhere(order, attempt)
    ? "later_attempt"
    : undefined;
}

/** States of a hold, and the states into which a hold passes by itself. */
const PASSING: readonly string[] = ["booked", "pending", "failed", "expired"];

/** Whether a lost ledger's attempt stands still at the service, while the order has no code or link. */
function standsStillElsewhere(order: Order, attempt: Attempt): boolean {
  const current = currentAttempt(order);
  return (
    mayBeConfirmedElsewhere(attempt) &&
    !PASSING.includes(attempt.evidence.state ?? "") &&
    !(current && isReached(current))
  );
}

const isUnreleased = ({ released_at }: Attempt): boolean => released_at === undefined;

function reasonOfCurrent({ phase, stop, evidence }: Attempt): Attention | null {
  const { state, billed, had_code, unreadable } = evidence;
  switch (phase) {
    // A code was made and paid for although the redemption failed.
    case "stopped":
      return stop === "failed" && had_code ? "debited" : stop;
    case "confirmed":
      return state === "failed" && had_code ? "debited" : null;
    case "void":
      // Canceled for the site although paid for.
      return billed ? "debited" : null;
    case "redeemed":
    case "linked":
      return unreadable ? "codes_unreadable" : null;
    case "booking":
    case "booked":
    case "refunded":
    case "refused":
    case "given_up":
      return null;
    default:
      return phase satisfies never;
  }
}

/** Whether the outcome of a confirmation, a cancel or a refund has been unknown for too long; the tries continue. */
function isLongInDoubt(attempt: Attempt, now: number): boolean {
  const { phase, confirmed_at, opened_at, request } = attempt;
  // A confirmation that waits for the recovery lookup has no call yet: the time counts from the confirmation.
  const since =
    phase === "confirmed" ? (firstConfirming(attempt)?.at ?? confirmed_at ?? opened_at) : request?.at;
  return since !== undefined && now - since > OUTCOME_UNKNOWN_AFTER;
}
