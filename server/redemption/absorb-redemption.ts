/**
 * What the service's word about a redemption means for the attempt it belongs to: one table of states for each phase.
 * Pure. Source: interface, States and transitions; integrity rules 3 to 6.
 */
import type { Redemption } from "../fulfillment/schemas.ts";
import { FAILED_RETRIES, HOLD, LATE_EFFECT } from "../timing.ts";
import { absorbClosing } from "./absorb-closing.ts";
import { isObserved, observed, unobserved } from "./evidence.ts";
import { firstSighting } from "./first-sighting.ts";
import { refuseValue } from "./hold.ts";
import { absorbLateCodes, absorbUnopened, redeem } from "./late-codes.ts";
import type { Sighting } from "./listed.ts";
import { type Attempt, isLinkOut, type Operation, type Order, withAttempt } from "./model.ts";
import {
  end,
  giveUp,
  hadCode,
  hasOurParameters,
  isBilled,
  isHarmless,
  later,
  makeRoom,
  reach,
  stop,
} from "./moves.ts";
import { closingSend, fenceEnd, firstConfirming } from "./sends.ts";

export interface Word {
  /** Service time, epoch ms. */
  readonly now: number;
  /** Whether whoever heard it has looked for what the ledger does not know: above all in the answer to a call. */
  readonly isGuarded?: boolean;
  /** The call that it answers; absent where the redemption was read or looked for. */
  readonly answerTo?: Operation;
}

export function absorbRedemption(
  order: Order,
  before: Attempt,
  redemption: Sighting,
  { now, isGuarded = false, answerTo }: Word,
): Order {
  const absorb = (row: Order, attempt: Attempt, seen: Redemption, time: number): Order =>
    absorbSighting(row, attempt, seen, time, answerTo);
  return before.closing
    ? absorbClosing(order, before, before.closing, { redemption, now, isGuarded, absorb })
    : absorb(order, before, redemption, now);
}

/** The redemption of the attempt, or one that is seen for the first time (first-sighting.ts). */
function absorbSighting(
  order: Order,
  before: Attempt,
  redemption: Sighting,
  now: number,
  answerTo: Operation | undefined,
): Order {
  if (before.redemption_id !== null) return absorbState(order, before, redemption, now, answerTo);
  const first = firstSighting(order, before, redemption, { now, answerTo });
  return "order" in first ? first.order : absorbState(order, first.attempt, redemption, now, answerTo);
}

function absorbState(
  order: Order,
  before: Attempt,
  read: Redemption,
  now: number,
  answerTo?: Operation,
): Order {
  const redemption = before.had_code ? remembering(read) : read;
  const billed = redemption.debited || isBilled(redemption) || undefined;
  const attempt: Attempt = {
    ...before,
    had_code: before.had_code || isBilled(redemption) || undefined,
    redemption_id: before.redemption_id ?? redemption.id,
    value: redemption.value ?? before.value,
    testing: before.testing || redemption.testing,
    billed,
    // A person released what was seen then; anything else is news.
    released_at:
      redemption.state === before.seen && billed === before.billed ? before.released_at : undefined,
    ...observed(before),
    seen: redemption.state,
    refusal: null,
    unlisted_since: undefined,
    others: undefined,
  };
  const known = withAttempt(order, attempt.n, attempt);
  switch (attempt.phase) {
    case "booking":
    case "booked":
    case "confirmed":
      if (!hasOurParameters(order, attempt, redemption)) {
        // Its value is that of something else than this attempt names.
        return withAttempt(stop(known, attempt, "other_parameters", redemption.state), attempt.n, {
          value: before.value,
        });
      }
      return attempt.phase === "confirmed"
        ? absorbConfirmed(known, attempt, redemption, { now, before, answerTo })
        : absorbUnconfirmed(known, attempt, redemption, now);
    case "given_up":
    case "refused":
      return hasOurParameters(order, attempt, redemption)
        ? absorbGivenUp(known, attempt, redemption, now)
        : absorbForeignHold(order, before, redemption, now);
    case "linked":
      return absorbPendingUser(known, attempt, redemption, now);
    case "redeemed":
      // What was redeemed never goes back, except to refunded (I13).
      if (redemption.state === "refunded") return reach(known, attempt, "refunded");
      return attempt.codeless_since === undefined ? known : absorbLateCodes(known, attempt, redemption, now);
    case "void":
    case "stopped":
      if (mayEndByItself(attempt, now) && before.released_at === undefined && !isBilled(redemption))
        return absorbEndOfStopped(known, attempt, redemption);
      if (!isBilled(redemption) || isSettled(attempt, redemption)) return known;
      if (hasOurParameters(order, attempt, redemption))
        return absorbLateCode(known, attempt, redemption, now);
      // Never shown under this attempt's name.
      return attempt.phase === "void"
        ? absorbForeignHold(order, before, redemption, now)
        : asObserved(order, before.n);
    case "refunded":
      return known;
    default:
      return attempt.phase satisfies never;
  }
}

/** Nothing was confirmed in this ledger. Other final states can only come from another life of the order. */
function absorbUnconfirmed(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  if (isLinkOut(order, redemption.state, attempt)) return reach(order, attempt, "linked");
  switch (redemption.state) {
    case "booked":
    case "pending":
      // Given up before it can be confirmed: it lapses. Source: contract, `max_amount`.
      if (refuseValue(order.pins, attempt.value)) return giveUp(order, attempt, now);
      // A hold of another life, for another reward than was chosen now: it lapses, and the choice gets an attempt of its own.
      if (attempt.chosen) {
        const left = giveUp(order, attempt, now);
        return absorbGivenUp(left, { ...attempt, phase: "given_up" }, redemption, now);
      }
      return withAttempt(order, attempt.n, { phase: "booked", tries: 0, wait_until: 0 });
    case "redeemed":
      return reach(order, attempt, "redeemed");
    case "canceled":
    case "expired":
    case "failed":
    case "refunded": {
      if (hadCode(redemption)) return reach(order, attempt, "refunded");
      if (redemption.debited || redemption.has_codes)
        return stop(order, attempt, "debited", redemption.state);
      const hold_ends_at = Math.min(attempt.hold_ends_at, now);
      const left = withAttempt(giveUp(order, attempt, now), attempt.n, { hold_ends_at });
      return asObserved(left, attempt.n);
    }
    case "denied":
    case "blocked":
      return stop(order, attempt, redemption.state, redemption.state);
    default:
      return stop(order, attempt, "unknown_state", redemption.state);
  }
}

const asObserved = (order: Order, n: number): Order => {
  const attempt = order.attempts.find((each) => each.n === n);
  return attempt ? withAttempt(order, n, observed(attempt)) : order;
};

/** Whether it was activated, because no hold lives so long, the one of a Book that was sent and took effect last included. */
const outlivesHold = (attempt: Attempt, now: number): boolean =>
  firstConfirming(attempt) !== undefined && now >= attempt.hold_ends_at + LATE_EFFECT + HOLD;

/** A redeem, activate or create was announced: only the service's word ends it (rules 3 and 4). */
function absorbConfirmed(
  order: Order,
  attempt: Attempt,
  redemption: Redemption,
  {
    now,
    before,
    answerTo,
  }: {
    readonly now: number;
    /** As it was: a failure that was read before, with nothing sent since, is the same one. */
    readonly before: Attempt;
    readonly answerTo: Operation | undefined;
  },
): Order {
  switch (redemption.state) {
    case "redeemed":
      return redeem(order, attempt, redemption, now);
    case "pending":
      // Where Activate and Create lead; a redeem goes on from here (interface, States). A hold that is called pending
      // itself is activated by the answer to Activate alone.
      return isLinkOut(order, redemption.state, attempt) ||
        answerTo === "activate" ||
        (order.pins.delivery === "activate" && outlivesHold(attempt, now))
        ? reach(order, attempt, "linked")
        : withAttempt(order, attempt.n, later(attempt, now));
    case "booked":
      return withAttempt(order, attempt.n, later(attempt, now));
    case "failed": {
      // What has ended does not fail: this answers a call from before, late, and is read again.
      if (before.seen === "canceled" || before.seen === "refunded")
        return withAttempt(order, attempt.n, { ...unobserved(attempt), ...later(attempt, now) });
      const canceled = closingSend(attempt, "cancel")?.answer === "clear";
      if (canceled && attempt.failures > FAILED_RETRIES)
        return stop(order, attempt, "failed", redemption.state);
      return withAttempt(order, attempt.n, {
        failures: attempt.failures + (isObserved(before) ? 0 : 1),
        ...later(attempt, now),
      });
    }
    case "canceled":
    case "refunded":
      return absorbEnded(order, attempt, redemption, now);
    case "denied":
    case "blocked":
    case "expired":
      return stop(order, attempt, redemption.state, redemption.state);
    default:
      return stop(order, attempt, "unknown_state", redemption.state);
  }
}

/** What was confirmed ended without its user: only without codes and undebited may the next attempt open (rule 4). */
function absorbEnded(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  if (hadCode(redemption)) return reach(order, attempt, "refunded");
  if (redemption.has_codes || redemption.debited) return stop(order, attempt, "debited", redemption.state);
  if (fenceEnd(attempt) <= now) return end(order, attempt.n, "void");
  // Something sent may still take effect: read again after it cannot.
  return withAttempt(order, attempt.n, { ...unobserved(attempt), ...later(attempt, now) });
}

/** A link is out: what the user did with it only the service knows. */
function absorbPendingUser(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  switch (redemption.state) {
    case "pending":
    case "booked":
      return absorbUnopened(order, attempt, now);
    case "redeemed":
      return redeem(order, attempt, redemption, now);
    case "canceled":
    case "refunded":
      return absorbEnded(order, attempt, redemption, now);
    case "failed":
    case "denied":
    case "blocked":
    case "expired":
      return stop(order, attempt, redemption.state, redemption.state);
    default:
      return stop(order, attempt, "unknown_state", redemption.state);
  }
}

/** A hold of another life of the order: never resumed under this attempt's name; one with codes needs a person. */
function absorbForeignHold(order: Order, before: Attempt, redemption: Redemption, now: number): Order {
  const isOwed = redemption.debited || isBilled(redemption) || undefined;
  const checked = withAttempt(order, before.n, {
    ...observed(before),
    phase: "given_up",
    ...(isOwed && { billed: isOwed, seen: redemption.state }),
  });
  if (before.released_at !== undefined && before.seen === redemption.state && before.billed === isOwed)
    return checked;
  const isOut = isLinkOut(order, redemption.state, before);
  if (!isBilled(redemption) && !isOut) return checked;
  const free = makeRoom(checked, before.n, now);
  if (!free) return isOut ? withAttempt(checked, before.n, { seen: "pending" }) : checked;
  const attempt = { ...before, redemption_id: before.redemption_id ?? redemption.id };
  const known = withAttempt(free, before.n, attempt);
  return { ...stop(known, attempt, "other_parameters", redemption.state), current: before.n };
}

/**
 * Whether an attempt that waits for a person needs none once it ended with nothing: a hold of another life of the order, and
 * one that failed and was canceled, when nothing that was sent can take effect any more (rule 4).
 */
const mayEndByItself = (attempt: Attempt, now: number): boolean =>
  attempt.stop === "later_attempt" || (attempt.stop === "failed" && fenceEnd(attempt) <= now);

function absorbEndOfStopped(order: Order, attempt: Attempt, redemption: Redemption): Order {
  const isOver = ["canceled", "refunded"].includes(redemption.state) && isHarmless(redemption);
  if (!isOver) return order;
  return withAttempt(end(order, attempt.n, "void"), attempt.n, { stop: null });
}

/** A code that was seen once was made, also where what is left of the redemption shows nothing of it any more. */
function remembering(redemption: Redemption): Redemption {
  return redemption.state === "refunded"
    ? { ...redemption, was_redeemed: true }
    : { ...redemption, has_codes: true };
}

/** Whether a person has seen to it as it is; what was redeemed is its user's all the same. */
function isSettled({ released_at }: Attempt, { state }: Redemption): boolean {
  return released_at !== undefined && state !== "redeemed" && state !== "refunded";
}

/**
 * A code where none was looked for any more. It is the order's reward where the service says that it was redeemed; where the
 * state says otherwise than the codes, nothing else may be had before a person has looked.
 */
function absorbLateCode(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  const free = makeRoom(order, attempt.n, now);
  if (!free) return order;
  const phase = hadCode(redemption) ? "refunded" : "redeemed";
  return redemption.state === phase
    ? reach(free, attempt, phase)
    : { ...stop(free, attempt, "debited", redemption.state), current: attempt.n };
}

/** The one look at a hold that was given up: a debited one needs a person while it still lives (rule 5). */
function absorbGivenUp(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  if (isLinkOut(order, redemption.state, attempt)) {
    // A link is out, of another life of the order or of a mail that was thought to be refused: it is what the order has.
    const free = makeRoom(order, attempt.n, now);
    if (free) return reach(free, attempt, "linked");
    return withAttempt(order, attempt.n, { ...observed(attempt), phase: "given_up" });
  }
  const checked = withAttempt(order, attempt.n, { ...observed(attempt), phase: "given_up" });
  if (isSettled(attempt, redemption)) return checked;
  if (isBilled(redemption)) return absorbLateCode(checked, attempt, redemption, now);
  if (redemption.debited || redemption.state === "booked" || redemption.state === "pending") return checked;
  return withAttempt(checked, attempt.n, { hold_ends_at: Math.min(attempt.hold_ends_at, now) });
}
