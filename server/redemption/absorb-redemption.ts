/**
 * What an observed redemption does to the attempt that it belongs to. Which effect it has is a table (effects.ts); before the
 * table stands what makes it another redemption than was asked for. Pure.
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

/** The redemption of the attempt, by its id, or one that is seen for the first time (first-sighting.ts). */
function absorbSighting(order: Order, before: Attempt, redemption: Sighting, seen: Seen): Order {
  if (before.redemption_id === redemption.id) return absorbState(order, before, redemption, seen);
  // The interface makes one redemption for an order id. Another one than is known counts where it answers a call, or is a reward.
  const isKnown = before.redemption_id !== null;
  if (isKnown && seen.answerTo === undefined && !isReward(order, before, redemption, seen)) return order;
  const first = firstSighting(order, before, redemption, seen);
  return "order" in first ? first.order : absorbState(order, first.attempt, redemption, seen);
}

function absorbState(order: Order, before: Attempt, read: Redemption, seen: Seen): Order {
  const { now } = seen;
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
      return settleGivenUp(giveUp(known, attempt, now), n, now);
    case "wait":
      return withAttempt(known, n, untilRepeat(order, attempt, now));
    case "repeat":
      return countFailure(known, attempt, before, seen);
    case "end":
      // Something sent may still take effect: read again after it cannot.
      return quietExceptBookFrom(attempt) <= now
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
        // Where a call that was sent may still take effect, the redemption is read again after it cannot (next.ts).
        evidence: quietExceptBookFrom(attempt) > now ? nextRevision(attempt) : {},
      });
    case "unopened":
      return absorbUnopened(known, attempt, now);
    case "codes":
      return attempt.evidence.codeless_since === undefined
        ? known
        : absorbCodes(known, attempt, redemption, now);
    case "given_up": {
      // What had failed was made anew by a second delivery of its Book.
      const isAnew = before.evidence.state === "failed";
      const standing = isAnew ? withAttempt(known, n, { hold_ends_at: attempt.opened_at + HOLD }) : known;
      return settleGivenUp(standing, n);
    }
    case "given_up_ended":
      return settleGivenUp(known, n, now);
    case "late_link": {
      // A redemption that has ended for good comes back no more: the reading lags behind.
      if (attempt.phase === "void" && !mayRevive(before))
        return withAttempt(order, n, { evidence: markObserved(before) });
      // What an order stopped for has a link only where its user confirmed it.
      if (attempt.phase === "stopped" && !firstConfirming(attempt)) return known;
      // The link of a lost ledger's attempt, of a mail that seemed to be refused, or of what was released: it is what the order has.
      const free = wasReleased(attempt, redemption) ? undefined : displaceUnsent(known, n, now);
      if (free) return reach(free, attempt, "linked");
      // What is void or stopped is read from time to time: its link may be opened.
      return isGivenUpOrRefused(attempt) ? settleGivenUp(known, n) : known;
    }
    case "late_code": {
      // A given-up attempt's hold has ended, whatever it left: it is not chosen again.
      const left = isGivenUpOrRefused(attempt) ? settleGivenUp(known, n, now) : known;
      return wasReleased(attempt, redemption) ? left : absorbUnexpectedCode(left, attempt, redemption, now);
    }
    case "unstop":
      return mayEndByItself(attempt, now) && before.released_at === undefined
        ? withAttempt(end(known, n, "void"), n, { stop: null })
        : known;
    case "none":
      return known;
    default:
      return effect satisfies never;
  }
}

/** The attempt with what the redemption shows of it, whatever that means. */
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
      // The value of a redemption with other parameters is not the value of what the attempt names.
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

/** For what an attempt stops. */
const STOPS: Partial<Record<Meaning, Stop>> = {
  owed: "debited",
  failed: "failed",
  expired: "expired",
  denied: "denied",
  blocked: "blocked",
};

/** Whether a reading so soon after an answer shows the redemption as it was before that, by the service's own time of its change. */
function isLagging(before: Attempt, { changed_at = 0 }: Redemption, seen: Seen): boolean {
  const { now, askedAt = now, answerTo } = seen;
  const isSoon = answerTo === undefined && askedAt < readableFrom(before) + CLOCK_SPREAD;
  return isSoon && changed_at < (before.evidence.changed_at ?? 0);
}

function keepHold(order: Order, attempt: Attempt, now: number): Order {
  // Given up before it can be confirmed: it lapses. Source: contract, `max_amount`.
  if (refuseValue(order.pins, attempt.evidence.value)) return giveUp(order, attempt, now);
  // A lost ledger's hold, for another reward than was chosen now: it lapses, and the choice gets an attempt of its own.
  if (attempt.chosen) return settleGivenUp(giveUp(order, attempt, now), attempt.n);
  return withAttempt(order, attempt.n, { phase: "booked", retry: AT_ONCE });
}

/**
 * The attempt given up, and its redemption read.
 * @param holdEnd when the service ended its hold, service time, epoch ms; default: its hold stands
 */
function settleGivenUp(order: Order, n: number, holdEnd = Number.POSITIVE_INFINITY): Order {
  const attempt = attemptOf(order, n);
  if (!attempt) return order;
  const hold_ends_at = Math.min(attempt.hold_ends_at, holdEnd);
  // A second delivery of an answered call may still make a hold of what failed: it is read again after that (next.ts).
  const mayStand = attempt.evidence.state === "failed" && holdEnd < secondDeliveryEnd(attempt);
  const evidence = mayStand ? nextRevision(attempt) : markObserved(attempt);
  return withAttempt(order, n, { evidence, phase: "given_up", hold_ends_at });
}

/** @param before the attempt before the observation: a failure that it had, with no call sent since, is the same failure */
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

/**
 * Whether an attempt that waits for a person needs none once it ended with nothing: a lost ledger's hold, and an attempt that
 * failed and was canceled, or was paid back, when no call that was sent can take effect any more (rule 4).
 */
const mayEndByItself = (attempt: Attempt, now: number): boolean =>
  attempt.stop === "later_attempt" ||
  ((attempt.stop === "failed" || attempt.stop === "debited") && quietExceptBookFrom(attempt) <= now);
