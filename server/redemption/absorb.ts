/**
 * The effect of an observation on an order: pure. Correct also if another process changed the row in between: an observation asked
 * for before the change is dropped, but for its unchanging facts (evidence.ts, `recall`). Source: integrity rules 2 to 6.
 */

import type { Outcome } from "../fulfillment/outcome.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { HOLD } from "../timing.ts";
import { absorbRedemption } from "./absorb-redemption.ts";
import { absorbAbsence, absorbRefusal, isTurnedAway } from "./absorb-refusal.ts";
import { isGivenUpUnseen, makesRedemption } from "./attempt-facts.ts";
import {
  type AsOf,
  isOfOlderRevision,
  markObserved,
  nextRevision,
  type Seen,
  withRevision,
} from "./evidence.ts";
import { firstSighting } from "./first-sighting.ts";
import { endsTooLate } from "./hold.ts";
import { type Attempt, attemptOf, type Operation, type Order, type Send, withAttempt } from "./model.ts";
import { end, giveUp } from "./moves.ts";
import type { Sighting } from "./ownership.ts";
import { isCodeMade, isHarmless } from "./redemption-facts.ts";
import { later } from "./repeat.ts";
import { revisitLater } from "./revival.ts";
import { answered, hasCallInDoubt } from "./sends.ts";

/** `asOf` of an answer to a call: the revision that its announcement made. */
export type Observation = AsOf &
  (
    | { readonly kind: "sent"; readonly operation: Operation; readonly by: string; readonly outcome: Outcome }
    /** List redemptions by order id; empty proves nothing by itself. */
    | ({ readonly kind: "listed"; readonly found: readonly Sighting[]; readonly askedAt: number } & Asked)
    | ({ readonly kind: "read"; readonly redemption: Sighting } & Asked)
    /** The service could not be asked. */
    | { readonly kind: "unreadable" }
    /** The service does not know the redemption. */
    | { readonly kind: "missing" }
    /** The hold's time is over. */
    | { readonly kind: "lapsed" }
    /** The reward may no longer be booked (I9): a book or create is not repeated. */
    | { readonly kind: "unusable" }
  );
type Asked = Pick<Seen, "askedAt" | "isGateOpen">;

/** The order after an observation about attempt `n`; `now` is service time, epoch ms. */
export function absorb(order: Order, n: number, observation: Observation, now: number): Order {
  const attempt = attemptOf(order, n);
  if (!attempt) return order;
  // A wrong clock stored the end of this hold (next.ts). No hold that stands now ends later than `now + HOLD`.
  if (endsTooLate(attempt, now) && observation.kind !== "unreadable")
    return absorb(withAttempt(order, n, { hold_ends_at: now + HOLD }), n, observation, now);
  const after = absorbObservation(order, attempt, observation, now);
  const attempts = after.attempts.map((each) => (each.n === n ? withRevision(attempt, each) : each));
  return after === order ? order : { ...after, attempts };
}

function absorbObservation(order: Order, attempt: Attempt, observation: Observation, now: number): Order {
  const { n } = attempt;
  // The answer to a call is recorded whenever it comes.
  if (observation.kind === "sent") return absorbOutcome(order, attempt, observation, now);
  const found = foundIn(attempt, observation);
  if (isOfOlderRevision(attempt, observation))
    return found ? recall(order, attempt, found, seenBy(observation, now)) : order;
  switch (observation.kind) {
    case "listed":
    case "read": {
      const seen: Seen = { now, askedAt: observation.askedAt, isGateOpen: observation.isGateOpen };
      if (!found) return absorbAbsence(order, attempt, seen);
      const absorbed = absorbRedemption(order, attempt, found, seen);
      return observation.kind === "read" ? revisitLater(absorbed, n, now) : absorbed;
    }
    case "unreadable":
      return revisitLater(withAttempt(order, n, later(attempt, now)), n, now);
    case "missing":
      return revisitLater(absorbMissing(order, attempt, now), n, now);
    case "lapsed":
      // A request of the site outlives the hold: the answer to it decides about the attempt.
      if (attempt.request) return order;
      return attempt.phase === "booked" || attempt.phase === "booking" ? giveUp(order, attempt, now) : order;
    case "unusable":
      return withAttempt(order, n, {
        // The effect of a Book or Create is listed again, and the call is repeated once the reward is available. An existing,
        // failed redemption counts one failure more: after FAILED_RETRIES it is canceled.
        ...(makesRedemption(attempt)
          ? {
              evidence: nextRevision(attempt),
              ...(!hasCallInDoubt(attempt) && { refusal: { code: "reward_unavailable" as const } }),
            }
          : { evidence: { failures: attempt.evidence.failures + 1 } }),
        ...later(attempt, now),
      });
    default:
      return observation satisfies never;
  }
}

/** When the service was asked, if the observation says so. */
const seenBy = (observation: Observation, now: number): Seen =>
  "askedAt" in observation ? { now, askedAt: observation.askedAt } : { now };

/** The redemption that the service showed; undefined where it showed none. */
function foundIn(attempt: Attempt, observation: Observation): Sighting | undefined {
  if (observation.kind === "listed") return pick(attempt, observation.found);
  return observation.kind === "read" ? observation.redemption : undefined;
}

/** States in an answer that leave the outcome of the call in doubt. */
const DOUBTFUL: Partial<Record<Operation, readonly string[]>> = {
  redeem: ["booked", "pending"],
  activate: ["booked"],
};

/**
 * Keeps only the unchanging facts of an outdated observation: that a code was made, and, if the attempt had no redemption, which one
 * it has, whose that is, and whether its hold is called `pending`. The state of the redemption is asked for again.
 */
function recall(order: Order, before: Attempt, redemption: Sighting, seen: Seen): Order {
  const first =
    before.redemption_id === null ? firstSighting(order, before, redemption, seen) : { attempt: before };
  if ("order" in first) return first.order;
  const { attempt } = first;
  const redemption_id = attempt.redemption_id ?? redemption.id;
  const had_code = attempt.evidence.had_code || isCodeMade(redemption) || undefined;
  if (redemption_id === before.redemption_id && had_code === before.evidence.had_code) return order;
  const evidence = { ...attempt.evidence, ...nextRevision(attempt), had_code };
  // A refused attempt that has a redemption after all is read like a given-up one.
  const phase = attempt.phase === "refused" ? "given_up" : attempt.phase;
  return withAttempt(order, attempt.n, { ...attempt, phase, redemption_id, evidence });
}

/** Several redemptions under one order id are not expected. The one with a code counts first, then one that is not over. */
export function pick<R extends Redemption>(attempt: Attempt, found: readonly R[]): R | undefined {
  return (
    found.find((each) => each.id === attempt.redemption_id) ??
    found.find(isCodeMade) ??
    found.find((each) => !isHarmless(each)) ??
    found[0]
  );
}

function absorbOutcome(
  order: Order,
  before: Attempt,
  { operation, by, outcome, asOf }: Extract<Observation, { kind: "sent" }>,
  now: number,
): Order {
  // A call answered with 401 did nothing, however often it was delivered.
  const mayBeDone = outcome.kind !== "refused" || outcome.status !== 401;
  const proved = provedBy(outcome, operation);
  const attempt = answered(before, operation, by, proved, mayBeDone ? now : undefined);
  const { n } = attempt;
  const noted = withAttempt(order, n, attempt);
  switch (outcome.kind) {
    case "answered": {
      const seen: Seen = { now, answerTo: operation, isGateOpen: true };
      const absorbing = isOfOlderRevision(before, { asOf }) ? recall : absorbRedemption;
      return absorbing(noted, attempt, outcome.redemption, seen);
    }
    case "refused":
      return absorbRefusal(noted, attempt, { operation, outcome, now });
    case "not_sent":
      return (makesRedemption(attempt) || isGivenUpUnseen(attempt)) && attempt.sends.length === 0
        ? end(withAttempt(noted, n, { refusal: { code: "upstream_unavailable" } }), n, "refused")
        : withAttempt(noted, n, later(attempt, now));
    case "about_another":
      return withAttempt(noted, n, later(attempt, now));
    case "unknown":
      return withAttempt(noted, n, later(attempt, now, outcome.retryAfterMs));
    default:
      return outcome satisfies never;
  }
}

/** The send outcome that the outcome of a call proves; `not_sent`: the call never left. */
function provedBy(outcome: Outcome, operation: Operation): Send["outcome"] | "not_sent" {
  switch (outcome.kind) {
    case "answered":
      return DOUBTFUL[operation]?.includes(outcome.redemption.state) ? "doubt" : "clear";
    case "refused":
      return isTurnedAway(outcome) ? "turned_away" : "clear";
    case "not_sent":
      return "not_sent";
    case "about_another":
    case "unknown":
      return "doubt";
    default:
      return outcome satisfies never;
  }
}

/** A hold that the service no longer knows after its end is not asked for again, unless a request of the site waits for it. */
function absorbMissing(order: Order, attempt: Attempt, now: number): Order {
  const isPastHold = attempt.phase === "given_up" || attempt.phase === "stopped";
  const isOver = isPastHold && !attempt.request && now >= attempt.hold_ends_at;
  return withAttempt(order, attempt.n, isOver ? { evidence: markObserved(attempt) } : later(attempt, now));
}
