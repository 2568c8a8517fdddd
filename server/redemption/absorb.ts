/**
 * What an observation means for an order: pure, and true also where another process changed the row in between, because what
 * was asked for before the change is dropped (evidence.ts). Source: integrity rules 2 to 6.
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
import { revisitLater } from "./revival.ts";
import { answered, hasCallInDoubt } from "./sends.ts";
import { later } from "./waits.ts";

export type Observation =
  /** `asOf`: the revision that the announcement of the call made. */
  | ({
      readonly kind: "sent";
      readonly operation: Operation;
      readonly by: string;
      readonly outcome: Outcome;
    } & AsOf)
  /** List redemptions by order id; empty proves nothing by itself. `askedAt`: service time, epoch ms. */
  | ({
      readonly kind: "listed";
      readonly found: readonly Sighting[];
      readonly askedAt: number;
    } & Pick<Seen, "isGateOpen"> &
      AsOf)
  | ({ readonly kind: "read"; readonly redemption: Sighting } & Pick<Seen, "askedAt" | "isGateOpen"> & AsOf)
  /** The service could not be asked. */
  | { readonly kind: "unreadable" }
  /** The service says that there is no such redemption. */
  | ({ readonly kind: "missing" } & AsOf)
  /** The hold ran out. */
  | { readonly kind: "lapsed" }
  /** The reward may no longer be booked (I9): a book or create is not repeated. */
  | ({ readonly kind: "unusable" } & AsOf);

/** The order after an observation about attempt `n`; `now` is service time, epoch ms. */
export function absorb(order: Order, n: number, observation: Observation, now: number): Order {
  const attempt = attemptOf(order, n);
  if (!attempt) return order;
  // The service was asked about a hold whose end a wrong clock stored (next.ts): no hold that stands now ends later than this.
  if (endsTooLate(attempt, now) && observation.kind !== "unreadable")
    return absorb(withAttempt(order, n, { hold_ends_at: now + HOLD }), n, observation, now);
  const after = absorbObservation(order, attempt, observation, now);
  const attempts = after.attempts.map((each) => (each.n === n ? withRevision(attempt, each) : each));
  return after === order ? order : { ...after, attempts };
}

function absorbObservation(order: Order, attempt: Attempt, observation: Observation, now: number): Order {
  const { n } = attempt;
  // The answer to a call is noted whenever it comes.
  if (observation.kind === "sent") return absorbOutcome(order, attempt, observation, now);
  const found = foundIn(attempt, observation);
  if ("asOf" in observation && isOfOlderRevision(attempt, observation))
    return found ? recall(order, attempt, found, { now }) : order;
  switch (observation.kind) {
    case "listed": {
      const { askedAt, isGateOpen } = observation;
      return found
        ? absorbRedemption(order, attempt, found, { now, askedAt, isGateOpen })
        : absorbAbsence(order, attempt, askedAt, now);
    }
    case "read": {
      const { redemption, askedAt, isGateOpen } = observation;
      return revisitLater(absorbRedemption(order, attempt, redemption, { now, askedAt, isGateOpen }), n, now);
    }
    case "unreadable":
      return revisitLater(withAttempt(order, n, later(attempt, now)), n, now);
    case "missing":
      return revisitLater(absorbMissing(order, attempt, now), n, now);
    case "lapsed":
      // A request of the site outlives the hold: its answer decides what becomes of the attempt.
      if (attempt.request) return order;
      return attempt.phase === "booked" || attempt.phase === "booking" ? giveUp(order, attempt, now) : order;
    case "unusable":
      return withAttempt(order, n, {
        // The effect of a Book or Create is listed again, and the call repeated once the reward may be had. A redemption that
        // exists and failed counts one failure more: after FAILED_RETRIES it is canceled.
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

/** The redemption that the service showed; undefined where it showed none. */
function foundIn(attempt: Attempt, observation: Observation): Sighting | undefined {
  if (observation.kind === "listed") return pick(attempt, observation.found);
  return observation.kind === "read" ? observation.redemption : undefined;
}

/** States with which an answer leaves in doubt what became of the call. */
const DOUBTFUL: Partial<Record<Operation, readonly string[]>> = {
  redeem: ["booked", "pending"],
  activate: ["booked"],
};

/**
 * What never changes is kept of an outdated observation: which redemption the attempt has, whose that is, and that a code was made.
 * The state of the redemption is asked for again.
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
  return withAttempt(order, attempt.n, { ...attempt, redemption_id, evidence });
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
  const note = (
    proved: Send["outcome"] | "not_sent",
    mayBeDone = true,
  ): { order: Order; attempt: Attempt } => {
    const attempt = answered(before, operation, by, proved, mayBeDone ? now : undefined);
    return { order: withAttempt(order, attempt.n, { ...attempt }), attempt };
  };
  switch (outcome.kind) {
    case "answered": {
      const { redemption } = outcome;
      const { order: noted, attempt } = note(
        DOUBTFUL[operation]?.includes(redemption.state) ? "doubt" : "clear",
      );
      const seen: Seen = { now, answerTo: operation, isGateOpen: true };
      if (isOfOlderRevision(before, { asOf })) return recall(noted, attempt, redemption, seen);
      return absorbRedemption(noted, attempt, redemption, seen);
    }
    case "refused": {
      const { order: noted, attempt } = note(
        isTurnedAway(outcome) ? "turned_away" : "clear",
        outcome.status !== 401,
      );
      return absorbRefusal(noted, attempt, { operation, outcome, now });
    }
    case "not_sent": {
      const { order: noted, attempt } = note("not_sent");
      if ((makesRedemption(attempt) || isGivenUpUnseen(attempt)) && attempt.sends.length === 0) {
        return end(
          withAttempt(noted, attempt.n, { refusal: { code: "upstream_unavailable" } }),
          attempt.n,
          "refused",
        );
      }
      return withAttempt(noted, attempt.n, later(attempt, now));
    }
    case "about_another":
    case "unknown": {
      const { order: noted, attempt } = note("doubt");
      const atLeast = outcome.kind === "unknown" ? outcome.retryAfterMs : 0;
      return withAttempt(noted, attempt.n, later(attempt, now, atLeast));
    }
    default:
      return outcome satisfies never;
  }
}

/** A hold that the service does not know any more, after its end, is not asked for again where nobody waits for it. */
function absorbMissing(order: Order, attempt: Attempt, now: number): Order {
  const isPastHold = attempt.phase === "given_up" || attempt.phase === "stopped";
  const isOver = isPastHold && !attempt.request && now >= attempt.hold_ends_at;
  return withAttempt(order, attempt.n, isOver ? { evidence: markObserved(attempt) } : later(attempt, now));
}
