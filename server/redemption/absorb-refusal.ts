/**
 * The effect of a clear refusal of a call on an attempt, and of an empty list for its order id: pure.
 * Source: integrity rules 2, 3 and 7.
 */

import type { Outcome } from "../fulfillment/outcome.ts";
import { REFUSAL_SETTLED } from "../timing.ts";
import { isGivenUpOrRefused, isGivenUpUnseen, makesRedemption } from "./attempt-facts.ts";
import { markObserved, nextRevision, type Seen } from "./evidence.ts";
import { absorbUnlisted } from "./first-sighting.ts";
import { type Attempt, type Operation, type Order, withAttempt } from "./model.ts";
import { end } from "./moves.ts";
import { AT_ONCE, later, untilRepeat } from "./repeat.ts";
import { hasCallInDoubt, observedAt } from "./sends.ts";

type Refused = Extract<Outcome, { kind: "refused" }>;

/** Whether a call's token was refused, which proves that the call did nothing. */
export const isTurnedAway = ({ status, error }: Refused): boolean => status === 401 && error !== "forbidden";

/** @param attempt with the refusal noted for its call */
export function absorbRefusal(
  order: Order,
  attempt: Attempt,
  {
    operation,
    outcome,
    now,
  }: { readonly operation: Operation; readonly outcome: Refused; readonly now: number },
): Order {
  const { n, retry } = attempt;
  switch (operation) {
    case "cancel":
    case "refund":
      // A refused token concerns our credentials: it does not answer the site's request.
      return withAttempt(order, n, isTurnedAway(outcome) ? later(attempt, now) : readNext(attempt, now));
    case "redeem":
    case "activate":
      return withAttempt(order, n, readNext(attempt, now));
    case "book":
    case "create": {
      // If the redemption exists, a refused Create is followed by a reading, as any other call is.
      if (operation === "create" && attempt.redemption_id !== null)
        return withAttempt(order, n, later(attempt, now));
      const isGivenUp = operation === "book" && isGivenUpUnseen(attempt);
      if (!makesRedemption(attempt) && !isGivenUp) return order;
      // An earlier call is in doubt: the refusal may mean that it worked. The list is asked again, later (rule 2).
      if (hasCallInDoubt(attempt)) return isGivenUp ? order : withAttempt(order, n, later(attempt, now));
      const code = refusalOf(outcome);
      if (isGivenUp || (operation === "book" && code !== "reward_unavailable")) {
        // The refusal concerns our credentials, or the attempt was given up: end the attempt now. A list is asked later, because a
        // gateway may have delivered the Book twice, or a lost ledger may have used this attempt's number.
        return end(withAttempt(order, n, { refusal: { code } }), n, "refused");
      }
      // A gateway may have delivered the Create twice: the first delivery may have worked although the second was refused.
      const refusal = { code, ...(operation === "create" && { at: now }) };
      return withAttempt(order, n, { refusal, retry: { ...retry, until: now } });
    }
    default:
      return operation satisfies never;
  }
}

/** The redemption is read before anything is decided, at once after the first refusal and later after others. */
function readNext(attempt: Attempt, now: number): Pick<Attempt, "retry"> {
  return attempt.retry.tries === 0 ? { retry: { tries: 1, until: now } } : later(attempt, now);
}

/** The reason reported to the browser. Only a 401 concerns our credentials; any other refusal concerns the reward. */
function refusalOf(outcome: Refused): NonNullable<Attempt["refusal"]>["code"] {
  if (isTurnedAway(outcome)) return "upstream_unavailable";
  return outcome.status === 401 ? "upstream_forbidden" : "reward_unavailable";
}

/** Nothing is listed under the order id: that alone proves nothing. */
export function absorbAbsence(order: Order, attempt: Attempt, seen: Seen): Order {
  const { now, askedAt = now } = seen;
  const { n, evidence, refusal } = attempt;
  if (isGivenUpOrRefused(attempt)) return withAttempt(order, n, { evidence: markObserved(attempt) });
  if (!makesRedemption(attempt)) return withAttempt(order, n, later(attempt, now));
  if (evidence.unlisted_since !== undefined) return absorbUnlisted(order, attempt, seen);
  if (refusal !== null && !hasCallInDoubt(attempt)) return endRefused(order, attempt, refusal.at, seen);
  return withAttempt(order, n, {
    evidence: observedAt(attempt, askedAt),
    ...untilRepeat(order, attempt, now),
  });
}

/**
 * Every call was clearly refused, and nothing is listed. A Book ends at once, and is listed once more after the lag of a list. A
 * Create ends only if the list was asked for after that lag: a gateway may have delivered the Create twice.
 * @param at when the Create was refused, service time, epoch ms; undefined for a Book
 */
function endRefused(order: Order, attempt: Attempt, at: number | undefined, seen: Seen): Order {
  const { now, askedAt = now } = seen;
  if (at !== undefined && askedAt < at + REFUSAL_SETTLED) {
    const { retry } = later(attempt, now);
    return withAttempt(order, attempt.n, {
      evidence: markObserved(attempt),
      retry: { ...retry, until: Math.min(retry.until, at + REFUSAL_SETTLED) },
    });
  }
  const isBook = attempt.phase === "booking";
  return withAttempt(end(order, attempt.n, "refused"), attempt.n, {
    evidence: isBook ? nextRevision(attempt) : markObserved(attempt),
    retry: isBook ? { ...attempt.retry, until: now + REFUSAL_SETTLED } : AT_ONCE,
  });
}
