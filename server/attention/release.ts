/**
 * Decides on an operator's release of an order: pure, from the row, which is then stored by compare-and-swap, and from a reading
 * made just before. No next attempt opens while a code may still be made for the confirmed one.
 * Source: contract, `POST /v1/attention/{site}/{order_id}/release`; integrity rules 4 to 6, I1 and I4.
 */

import type { ProblemCode } from "../../shared/problems.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { ProblemError } from "../problem.ts";
import { absorb } from "../redemption/absorb.ts";
import { isReached } from "../redemption/attempt-facts.ts";
import { reasonOf } from "../redemption/attention.ts";
import { isOfOlderRevision } from "../redemption/evidence.ts";
import {
  type Attempt,
  type Attention,
  currentAttempt,
  type Order,
  withAttempt,
} from "../redemption/model.ts";
import { end, reach } from "../redemption/moves.ts";
import { hasOurParameters, isBilled, isCodeMade } from "../redemption/redemption-facts.ts";
import { firstConfirming, quietFrom, secondDeliveryEnd } from "../redemption/sends.ts";

/** The results of a release. */
export const RELEASES = [
  /** The confirmed attempt is void; the user may choose again. */
  "next_attempt",
  /** The user is shown the reward that the service has after all. */
  "shown",
  /** The reason is acknowledged; the order stays unchanged. */
  "acknowledged",
  /** The order was not on the list. */
  "nothing",
] as const;
export type Release = (typeof RELEASES)[number];

/** Why an order is on the list. */
export interface Subject {
  readonly reason: Attention;
  /** Undefined only for an order without attempts. */
  readonly attempt: Attempt | undefined;
}

/** An operator's release request. */
export interface ReleaseWish {
  /** The reason that the operator saw: if the order now needs a person for another reason, nothing is done. */
  readonly reason?: Attention;
  readonly attempt?: number;
  /** Only take the order off the list: the user may not choose again. */
  readonly acknowledge?: boolean;
}

/** A reading of one attempt's redemption. */
export interface FreshRead {
  readonly n: number;
  /** Undefined if the service says that there is none. */
  readonly redemption: Redemption | undefined;
  /** The revision of the attempt when the service was asked. */
  readonly asOf: number;
  /** Service time just before the question, epoch ms. */
  readonly at: number;
}

export type ReleaseDecision =
  | { readonly kind: "nothing" }
  /** Ask the service about attempt `n` first; `asOf`: the revision that it has. */
  | { readonly kind: "read"; readonly n: number; readonly redemptionId: string; readonly asOf: number }
  | { readonly kind: "store"; readonly order: Order; readonly did: Release };

/** The reason and its attempt; undefined if the order needs no person. */
export function subjectOf(order: Order): Subject | undefined {
  const { attention: reason, attempts } = order;
  if (reason === null) return undefined;
  const current = currentAttempt(order) ?? attempts.at(-1);
  const isOfAnother =
    reason === "debited_hold" ||
    (["later_attempt", "other_user", "redemption_taken"].includes(reason) &&
      (current?.stop !== reason || current.released_at !== undefined));
  if (!isOfAnother) return { reason, attempt: current };
  const held = attempts.filter((each) => reasonOf(order, each) === reason);
  // Older rows do not say which attempt it is: the last given-up one.
  const attempt =
    held.find(({ released_at }) => released_at === undefined) ??
    held.at(-1) ??
    attempts.findLast(({ phase }) => phase === "given_up");
  return { reason, attempt: attempt ?? current };
}

/** The possible result of a release, by the row alone; undefined while an outcome is unknown. */
export function effectOf(
  order: Order,
  { reason, attempt }: Subject,
): "next_attempt" | "acknowledged" | undefined {
  if (attempt && (attempt.request || attempt.phase === "confirmed")) return undefined;
  switch (reason) {
    case "codes_unreadable":
    case "debited_hold":
    case "redemption_taken":
      return "acknowledged";
    case "failed":
    case "denied":
    case "blocked":
    case "expired":
    case "unknown_state":
    case "other_parameters":
    case "other_user":
    case "debited":
    case "later_attempt":
    case "outcome_unknown": {
      const isStopped =
        attempt?.phase === "stopped" && (attempt.redemption_id !== null || attempt.evidence.others === true);
      return isStopped && !order.canceled ? "next_attempt" : "acknowledged";
    }
    default:
      return reason satisfies never;
  }
}

/**
 * Service time from which the next attempt may open: no call can change this attempt's redemption any more. A call answered with
 * `failed` is carried out anew if a gateway delivers it twice (interface, R2).
 */
export const releasableFrom = (attempt: Attempt): number =>
  attempt.evidence.state === "failed" ? secondDeliveryEnd(attempt) : quietFrom(attempt);

export interface ReleaseContext {
  /** Service time, epoch ms. */
  readonly now: number;
  readonly wish: ReleaseWish;
  readonly read?: FreshRead;
}

export function decideRelease(order: Order, { now, wish, read }: ReleaseContext): ReleaseDecision {
  const subject = subjectOf(order);
  if (!subject) return { kind: "nothing" };
  const { reason, attempt } = subject;
  if ((wish.reason ?? reason) !== reason || (wish.attempt ?? attempt?.n) !== attempt?.n)
    throw problem(
      "confirmation_mismatch",
      "The order needs a person for something else by now. Read the list again.",
    );
  const effect = effectOf(order, subject);
  if (!effect)
    throw problem("order_processing", "The outcome is not known yet: the service is asked until it is.");
  const redemptionId = attempt?.redemption_id ?? null;
  if (attempt?.evidence.others) return releaseOthers(order, attempt, wish, now);
  if (!attempt || redemptionId === null || reason === "codes_unreadable")
    return { kind: "store", order: settle(order, attempt, now), did: "acknowledged" };
  if (!read || read.n !== attempt.n || isOfOlderRevision(attempt, read))
    return { kind: "read", n: attempt.n, redemptionId, asOf: attempt.evidence.revision };
  const isReopening = effect === "next_attempt" && wish.acknowledge !== true;
  if (read.redemption)
    return judge(order, attempt, { ...read, redemption: read.redemption }, isReopening, now);
  // A missing redemption proves nothing (rule 2): the order can be acknowledged, but no other attempt opens.
  if (isReopening) throw new ProblemError("upstream_invalid", { reference: redemptionId });
  return { kind: "store", order: settle(order, attempt, now), did: "acknowledged" };
}

function judge(
  order: Order,
  attempt: Attempt,
  { redemption, at }: FreshRead & { readonly redemption: Redemption },
  isReopening: boolean,
  now: number,
): ReleaseDecision {
  // A redemption with other parameters may be another user's: it is never shown under this order's name.
  const isOurs = attempt.phase !== "stopped" || hasOurParameters(order, attempt, redemption);
  const seen = isOurs ? absorb(order, attempt.n, { kind: "read", redemption, askedAt: at }, now) : order;
  const known = seen.attempts.find(({ n }) => n === attempt.n) ?? attempt;
  if (known.phase !== attempt.phase && isReached(known))
    return { kind: "store", order: settle(seen, known, now), did: "shown" };
  const busy = currentAttempt(seen);
  if (isCodeMade(redemption) && busy && busy.n !== attempt.n && busy.phase === "confirmed")
    throw problem(
      "order_processing",
      "There is a code, and another attempt has been confirmed: its outcome comes first.",
    );
  // An acknowledgement stores no new `void`: the order stays closed, even if the reading would let the next attempt open.
  const kept = known.phase === "void" ? order : seen;
  if (!isReopening) return { kind: "store", order: settle(kept, attempt, now), did: "acknowledged" };
  if (isBilled(redemption))
    throw problem(
      "order_finished",
      "The service says that something was paid for this attempt, so no other one opens. Have it refunded first.",
    );
  switch (redemption.state) {
    case "canceled":
    case "refunded":
    case "failed":
    case "denied":
    case "blocked":
    case "expired": {
      const quiet = releasableFrom(known);
      if (quiet > at)
        throw problem("order_processing", "A call that was sent may still take effect.", quiet - now);
      const ended = withAttempt(end(seen, attempt.n, "void"), attempt.n, { stop: null });
      return { kind: "store", order: settle(ended, known, now), did: "next_attempt" };
    }
    case "pending": {
      if (!isOurs || order.pins.delivery === "redeem" || !firstConfirming(known)) throw isStillAlive();
      // The user confirmed the attempt and has, or gets, the link.
      return { kind: "store", order: settle(reach(seen, known, "linked"), known, now), did: "shown" };
    }
    case "booked":
      throw isStillAlive();
    default:
      throw problem("order_processing", "The service names a state that is not known here.");
  }
}

/**
 * Under this attempt's order id the service has another user's redemption. The operator has found that it is not this order's.
 * Nothing under that id is ever shown here; the next attempt has another id.
 */
function releaseOthers(order: Order, attempt: Attempt, wish: ReleaseWish, now: number): ReleaseDecision {
  if (wish.acknowledge === true || order.canceled || attempt.phase !== "stopped")
    return { kind: "store", order: settle(order, attempt, now), did: "acknowledged" };
  const quiet = releasableFrom(attempt);
  if (quiet > now)
    throw problem("order_processing", "A call that was sent may still take effect.", quiet - now);
  const ended = end(order, attempt.n, "void");
  return { kind: "store", order: settle(ended, attempt, now), did: "next_attempt" };
}

/** Marks the attempt as released in its present state; the order stays on the list if there is another reason. */
function settle(order: Order, attempt: Attempt | undefined, now: number): Order {
  return attempt ? withAttempt(order, attempt.n, { released_at: now }) : { ...order };
}

const problem = (code: ProblemCode, detail: string, retryAfterMs?: number): ProblemError =>
  new ProblemError(code, { detail, retryAfterMs });

const isStillAlive = (): ProblemError =>
  problem(
    "order_processing",
    "The service still keeps this attempt alive: a code may be made for it. Wait until it has ended, or have it canceled there.",
  );
