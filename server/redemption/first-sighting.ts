/**
 * An attempt without a known redemption gets one: in an answer to its call, or in a list. The answer's redemption is the attempt's
 * if it has the requested parameters. Any other redemption is taken over only if the service lists it for the order's own user.
 * Pure.
 * Source: integrity rules 6 and 16.
 */

import type { Redemption } from "../fulfillment/schemas.ts";
import { LIST_SETTLED, OUTCOME_UNKNOWN_AFTER } from "../timing.ts";
import { isGivenUpOrRefused, makesRedemption } from "./attempt-facts.ts";
import { markObserved, nextRevision, type Seen } from "./evidence.ts";
import { isLink, isNewHold, isOlder, isReward } from "./hold-or-link.ts";
import { type Attempt, changed, type Order, withAttempt } from "./model.ts";
import { displaceUnsent, end, stop } from "./moves.ts";
import type { Sighting } from "./ownership.ts";
import { hasOurParameters, isBilled, isCodeMade, isFinal, isHarmless } from "./redemption-facts.ts";
import { later, mayRepeatIdentically } from "./repeat.ts";
import { observedAt, quietFrom } from "./sends.ts";

/** @returns the attempt with the redemption, or the order if the redemption is not taken over */
export function firstSighting(
  order: Order,
  attempt: Attempt,
  redemption: Sighting,
  seen: Seen,
): { readonly attempt: Attempt } | { readonly order: Order } {
  const { now, askedAt = now, answerTo } = seen;
  if (redemption.is_own_users === false) return { order: absorbOthers(order, attempt, redemption, seen) };
  // A redemption older than the first call was made by a lost ledger or another environment.
  const isAnswer = answerTo !== undefined && !isOlder(order, attempt, redemption);
  const isAsked = (isAnswer || answerTo === undefined) && matchesCall(order, attempt, redemption);
  if (redemption.is_own_users !== true && !(isAnswer && isAsked)) {
    // The identical call will be repeated; its answer shows whether this redemption is the attempt's.
    const isAnsweredByRepeat =
      isAsked && !isGivenUpOrRefused(attempt) && mayRepeatIdentically(attempt) && !wasRefused(attempt);
    const waiting = { evidence: observedAt(attempt, askedAt), ...later(attempt, now) };
    return {
      order: isAnsweredByRepeat
        ? withAttempt(order, attempt.n, waiting)
        : absorbUnlisted(order, attempt, seen, redemption),
    };
  }
  const isOther = !hasOurParameters(order, attempt, redemption);
  if (isOther && attempt.phase === "confirmed" && !isReward(order, attempt, redemption, { now }))
    return { order: absorbInTheWay(order, attempt, redemption, seen) };
  const taker = isOther ? renamed(attempt, redemption) : attempt;
  const isHold =
    (answerTo === "book" && redemption.state === "pending") || isNewHold(order, taker, redemption, now);
  return { attempt: isHold ? changed(taker, { evidence: { hold_state: "pending" } }) : taker };
}

/**
 * Whether a Create was clearly answered: it was refused, or the redemption in its answer was not taken over. A refused Book ends
 * with its hold at the latest.
 */
const wasRefused = ({ sends }: Attempt): boolean =>
  sends.some(({ operation, outcome }) => operation === "create" && outcome === "clear");

/** Whether a redemption has this attempt's parameters, and no code that could be another user's. */
export function matchesCall(order: Order, attempt: Attempt, redemption: Redemption): boolean {
  return hasOurParameters(order, attempt, redemption) && !isCodeMade(redemption);
}

/** The attempt with the reward and amount that the service has under its order id: a lost ledger chose them. */
function renamed(attempt: Attempt, { sku, value, reward_name }: Sighting): Attempt {
  const isSame = sku === undefined || sku === attempt.sku;
  const amount = isSame && attempt.amount !== null && value !== undefined ? String(value.amount) : null;
  return {
    ...attempt,
    sku: sku ?? attempt.sku,
    amount,
    reward_name: isSame ? attempt.reward_name : (reward_name ?? sku),
    chosen: { sku: attempt.sku, amount: attempt.amount },
  };
}

/**
 * The service has a redemption under this attempt's order id, and has not listed it for this order's user so far. A list may lag,
 * so nothing is sent meanwhile. If the redemption is not listed after the lag, the attempt needs a person; a given-up hold lapses.
 * If the service ignores the filter, the questions go on for as long as an outcome may stay unknown.
 * @param redemption the redemption, if it was seen
 */
export function absorbUnlisted(order: Order, attempt: Attempt, seen: Seen, redemption?: Sighting): Order {
  const { now, askedAt = now } = seen;
  const unlisted_since = attempt.evidence.unlisted_since ?? now;
  const patience = redemption?.is_unfiltered ? OUTCOME_UNKNOWN_AFTER : LIST_SETTLED;
  if (askedAt >= unlisted_since + patience) {
    if (makesRedemption(attempt)) return stop(order, attempt, "other_user", "unlisted");
    if (isGivenUpOrRefused(attempt) && redemption)
      return isOwnHold(order, attempt, redemption, now)
        ? withAttempt(order, attempt.n, { evidence: markObserved(attempt) })
        : absorbOthers(order, attempt, redemption, seen);
  }
  // True also of another user's redemption: a code that was seen once was made.
  const had_code = attempt.evidence.had_code || redemption?.has_codes || undefined;
  return withAttempt(order, attempt.n, {
    evidence: { ...nextRevision(attempt), unlisted_since, had_code },
    ...later(attempt, now),
  });
}

/** Whether the redemption is the hold that this attempt asked for: not paid for, and without a delivered link. */
function isOwnHold(order: Order, attempt: Attempt, redemption: Redemption, now: number): boolean {
  const isAlive = redemption.state === "booked" || redemption.state === "pending";
  const isOut = isLink(order, attempt, redemption, { now });
  return isAlive && !isOut && !isBilled(redemption) && matchesCall(order, attempt, redemption);
}

/**
 * Under this attempt's order id the service has another redemption, which is no reward of the order: no redemption can be made
 * under the id any more. If that redemption ended with nothing, the user may choose again; otherwise a person is needed (rule 4).
 */
function absorbInTheWay(order: Order, attempt: Attempt, redemption: Sighting, seen: Seen): Order {
  const { now, askedAt = now } = seen;
  const reason = redemption.is_own_users === false ? "other_user" : "other_parameters";
  if (!isFinal(redemption.state) || !isHarmless(redemption))
    return stop(order, attempt, reason, redemption.state);
  if (quietFrom(attempt) > askedAt) return withAttempt(order, attempt.n, later(attempt, now));
  const refusal = { code: "reward_unavailable", at: now } as const;
  const ended = { evidence: markObserved(attempt), refusal };
  return end(withAttempt(order, attempt.n, ended), attempt.n, "refused");
}

/** Under this attempt's order id the service has another user's redemption: at most its state is taken over, by `stop`. */
function absorbOthers(order: Order, attempt: Attempt, redemption: Sighting, seen: Seen): Order {
  const { now } = seen;
  if (makesRedemption(attempt)) return absorbInTheWay(order, attempt, redemption, seen);
  if (!isGivenUpOrRefused(attempt)) return withAttempt(order, attempt.n, later(attempt, now));
  const checked = withAttempt(order, attempt.n, { evidence: markObserved(attempt) });
  if (isHarmless(redemption)) return checked;
  // The redemption may be this user's under another address: no other call is sent before an operator has examined it.
  const free = displaceUnsent(checked, attempt.n, now);
  return free
    ? stop(free, attempt, "other_user", redemption.state)
    : withAttempt(checked, attempt.n, { evidence: { others: true } });
}
