/**
 * The effect of an observed redemption on its attempt. effects.ts has the table of effects. A redemption with other parameters than
 * the attempt's is handled before the table. Pure.
 * Source: interface, States and transitions; integrity rules 3 to 6.
 */

import type { Redemption } from "../fulfillment/schemas.ts";
import { CLOCK_SPREAD, FAILED_RETRIES, HOLD } from "../timing.ts";
import { absorbRequest } from "./absorb-request.ts";
import { absorbOtherParameters, absorbUnexpectedCode, wasReleased } from "./absorb-unexpected.ts";
import { isGivenUpOrRefused } from "./attempt-facts.ts";
import { EFFECTS, type Meaning, meaningOf } from "./effects.ts";
import { isObserved, markObserved, nextRevision, releasedAfter, type Seen } from "./evidence.ts";
import { firstSighting } from "./first-sighting.ts";
import { refuseValue } from "./hold.ts";
import { isLink, isReward } from "./hold-or-link.ts";
import { absorbCodes, absorbUnopened } from "./late-codes.ts";
import { type Attempt, attemptOf, changed, type Order, type Stop, withAttempt } from "./model.ts";
import { displaceUnsent, end, giveUp, reach, stop } from "./moves.ts";
import type { Sighting } from "./ownership.ts";
import { hasOurParameters, isBilled, isCodeMade, isFinal, withSeenCode } from "./redemption-facts.ts";
import { AT_ONCE, later, untilRepeat } from "./repeat.ts";
import { mayRevive } from "./revival.ts";
import {
  firstConfirming,
  observedAt,
  quietExceptBookFrom,
  readableFrom,
  requestSend,
  secondDeliveryEnd,
} from "./sends.ts";

export function absorbRedemption(order: Order, before: Attempt, redemption: Sighting, seen: Seen): Order {
  return absorbRequest(order, before, absorbSighting(order, before, redemption, seen), redemption, seen);
}

/** Absorbs the attempt's known redemption, or one that is seen for the first time (first-sighting.ts). */
function absorbSighting(order: Order, before: Attempt, redemption: Sighting, seen: Seen): Order {
  if (before.redemption_id === redemption.id) return absorbState(order, before, redemption, seen);
  // The interface makes one redemption for an order id. A second one is ignored unless it answers a call, or has a code or link.
  const isKnown = before.redemption_id !== null;
  if (isKnown && seen.answerTo === undefined && !isReward(order, before, redemption, seen)) return order;
  const first = firstSighting(order, before, redemption, seen);
  return "order" in first ? first.order : absorbState(order, first.attempt, redemption, seen);
}

function absorbState(order: Order, before: Attempt, read: Redemption, seen: Seen): Order {
  const { now, askedAt = now } = seen;
  const redemption = withSeenCode(before, read);
  const attempt = withObservation(order, before, redemption, seen);
  const { n } = attempt;
  const known = withAttempt(order, n, attempt);
  const meaning = meaningOf(order, attempt, redemption, seen);
  const effect = EFFECTS[attempt.phase][meaning];
  if (!hasOurParameters(order, attempt, redemption)) {
    switch (attempt.phase) {
      case "booking":
      case "booked":
      case "confirmed":
        return stop(known, attempt, "other_parameters", redemption.state);
      case "given_up":
      case "refused":
        return absorbOtherParameters(order, before, redemption, now);
      case "void":
      case "stopped":
        if ((effect !== "late_code" && effect !== "late_link") || wasReleased(attempt, redemption)) break;
        // Never shown under this attempt's name.
        return attempt.phase === "void" ? absorbOtherParameters(order, before, redemption, now) : known;
      case "linked":
      case "redeemed":
      case "refunded":
        break;
      default:
        return attempt.phase satisfies never;
    }
  }
  switch (effect) {
    case "book":
      return keepHold(known, attempt, now);
    case "lapse":
      return settleGivenUp(giveUp(known, attempt, now), n, seen);
    case "wait":
      return withAttempt(known, n, untilRepeat(order, attempt, now));
    case "repeat":
      return countFailure(known, attempt, before, seen);
    case "end":
      // A sent call may have taken effect since the question: read again when no call can take effect any more.
      return quietExceptBookFrom(attempt) <= askedAt
        ? end(known, n, "void")
        : withAttempt(known, n, { evidence: nextRevision(attempt), ...later(attempt, now) });
    case "link":
      return reach(known, attempt, "linked");
    case "redeem":
      return attempt.phase === "confirmed" || attempt.phase === "linked"
        ? absorbCodes(known, attempt, redemption, now)
        : reach(known, attempt, "redeemed");
    case "refund":
      return reach(known, attempt, "refunded");
    case "stop":
      if (attempt.phase === "linked" && isLagging(before, redemption, seen)) return order;
      return withAttempt(stop(known, attempt, STOPS[meaning] ?? "unknown_state", redemption.state), n, {
        // If a sent call may still take effect, the redemption is read again when it no longer can (next.ts).
        evidence: quietExceptBookFrom(attempt) > askedAt ? nextRevision(attempt) : {},
      });
    case "unopened":
      return absorbUnopened(known, attempt, now);
    case "codes":
      return attempt.evidence.codeless_since === undefined
        ? known
        : absorbCodes(known, attempt, redemption, now);
    case "given_up": {
      // A second delivery of the Book made the failed hold anew.
      const isAnew = before.evidence.state === "failed";
      const standing = isAnew ? withAttempt(known, n, { hold_ends_at: attempt.opened_at + HOLD }) : known;
      return settleGivenUp(standing, n);
    }
    case "given_up_ended":
      return settleGivenUp(known, n, seen);
    case "late_link": {
      // A redemption that has ended for good does not come back: the reading lags.
      if (attempt.phase === "void" && !mayRevive(before))
        return withAttempt(order, n, { evidence: markObserved(before) });
      // A stopped attempt has a link only if its user confirmed it.
      if (attempt.phase === "stopped" && !firstConfirming(attempt)) return known;
      // A link made by a lost ledger, by a Create that was refused, or for a released attempt: it is the order's reward.
      const free = wasReleased(attempt, redemption) ? undefined : displaceUnsent(known, n, now);
      if (free) return reach(free, attempt, "linked");
      // A void or stopped attempt is read from time to time: its link may be opened.
      return isGivenUpOrRefused(attempt) ? settleGivenUp(known, n) : known;
    }
    case "late_code": {
      // A given-up attempt's hold has ended: it cannot be chosen again.
      const left = isGivenUpOrRefused(attempt) ? settleGivenUp(known, n, seen) : known;
      return wasReleased(attempt, redemption) ? left : absorbUnexpectedCode(left, attempt, redemption, now);
    }
    case "unstop":
      if (before.released_at !== undefined || endsByItselfFrom(attempt) === Number.POSITIVE_INFINITY)
        return known;
      return endsByItselfFrom(attempt) <= askedAt
        ? withAttempt(end(known, n, "void"), n, { stop: null })
        : withAttempt(known, n, { evidence: nextRevision(attempt) });
    case "none":
      return known;
    default:
      return effect satisfies never;
  }
}

/** The attempt with the observed facts of its redemption, before they are interpreted. */
function withObservation(order: Order, before: Attempt, redemption: Redemption, seen: Seen): Attempt {
  const billed = isBilled(redemption) || undefined;
  const { evidence } = before;
  const isOut = isLink(order, before, redemption, seen);
  const observed = changed(before, {
    redemption_id: redemption.id,
    evidence: {
      ...observedAt(before, seen.askedAt ?? seen.now),
      state: redemption.state,
      changed_at: redemption.changed_at ?? evidence.changed_at,
      // A redemption with other parameters does not have the value of the attempt's reward.
      value: (hasOurParameters(order, before, redemption) && redemption.value) || evidence.value,
      testing: evidence.testing || redemption.testing,
      billed,
      had_code: evidence.had_code || isCodeMade(redemption) || undefined,
      hold_state: isOut ? undefined : evidence.hold_state,
      link_since: isOut && evidence.hold_state === "pending" ? seen.now : evidence.link_since,
      unlisted_since: undefined,
      others: undefined,
    },
    refusal: null,
  });
  return { ...observed, released_at: releasedAfter(before, observed.evidence) };
}

/** The reason for which an attempt stops, by meaning. */
const STOPS: Partial<Record<Meaning, Stop>> = {
  owed: "debited",
  failed: "failed",
  expired: "expired",
  denied: "denied",
  blocked: "blocked",
};

/** Whether a reading soon after an answer shows the redemption as it was before the answer, by the service's own time of change. */
function isLagging(before: Attempt, { changed_at = 0 }: Redemption, seen: Seen): boolean {
  const { now, askedAt = now, answerTo } = seen;
  const isSoon = answerTo === undefined && askedAt < readableFrom(before) + CLOCK_SPREAD;
  return isSoon && changed_at < (before.evidence.changed_at ?? 0);
}

function keepHold(order: Order, attempt: Attempt, now: number): Order {
  // A hold above the limit is given up before it can be confirmed, and lapses. Source: contract, `max_amount`.
  if (refuseValue(order.pins, attempt.evidence.value)) return giveUp(order, attempt, now);
  // A lost ledger's hold for another reward than the user chose now: the hold lapses, and the choice gets a new attempt.
  if (attempt.chosen) return settleGivenUp(giveUp(order, attempt, now), attempt.n);
  return withAttempt(order, attempt.n, { phase: "booked", retry: AT_ONCE });
}

/**
 * Gives the attempt up and marks its redemption as read.
 * @param ended the observation that shows that the service ended its hold; default: its hold stands
 */
function settleGivenUp(order: Order, n: number, ended?: Seen): Order {
  const attempt = attemptOf(order, n);
  if (!attempt) return order;
  const { now: holdEnd = Number.POSITIVE_INFINITY, askedAt = holdEnd } = ended ?? {};
  const hold_ends_at = Math.min(attempt.hold_ends_at, holdEnd);
  // A second delivery of an answered call may still turn a failed redemption into a hold: it is read again after that (next.ts).
  const mayStand = attempt.evidence.state === "failed" && askedAt < secondDeliveryEnd(attempt);
  const evidence = mayStand ? nextRevision(attempt) : markObserved(attempt);
  return withAttempt(order, n, { evidence, phase: "given_up", hold_ends_at });
}

/**
 * @param before the attempt before the observation: if it had failed already and no call was sent since, the failure is the same
 */
function countFailure(order: Order, attempt: Attempt, before: Attempt, { now, askedAt = now }: Seen): Order {
  // An ended redemption does not fail: this is a late answer to an earlier call.
  const isLate = isFinal(before.evidence.state);
  const { failures } = attempt.evidence;
  const isCanceledInVain = requestSend(attempt, "cancel")?.outcome === "clear" && failures > FAILED_RETRIES;
  if (isLate || (isCanceledInVain && readableFrom(attempt) > askedAt))
    return withAttempt(order, attempt.n, { evidence: nextRevision(attempt), ...later(attempt, now) });
  if (isCanceledInVain) return stop(order, attempt, "failed", "failed");
  const isNew = !isObserved(before) && isObserved(attempt);
  return withAttempt(order, attempt.n, {
    evidence: { failures: failures + (isNew ? 1 : 0) },
    ...later(attempt, now),
  });
}

/** The reasons that a state of the redemption gives. */
const STOPS_OF_STATES: ReadonlySet<Stop | null> = new Set([...Object.values(STOPS), "unknown_state"]);

/**
 * Service time from which a stopped attempt that ended with nothing needs no person. For a lost ledger's hold that is at once; for a
 * failed attempt that was canceled, or a debited one that was paid back, when no sent call can take effect any more (rule 4). A hold
 * that was never confirmed lapses whatever state the service named before (rule 5).
 */
function endsByItselfFrom(attempt: Attempt): number {
  const { stop: reason } = attempt;
  if (reason === "later_attempt") return 0;
  const isReturned = reason === "failed" || reason === "debited";
  const isLapsed = STOPS_OF_STATES.has(reason) && !firstConfirming(attempt);
  return isReturned || isLapsed ? quietExceptBookFrom(attempt) : Number.POSITIVE_INFINITY;
}
