/**
 * What the service's word about a redemption means for the attempt it belongs to: one table of states for each phase.
 * Pure. Source: interface, States and transitions; integrity rules 3 to 6.
 */
import type { Redemption } from "../fulfillment/schemas.ts";
import { FAILED_RETRIES } from "../timing.ts";
import { absorbClosing } from "./absorb-closing.ts";
import { remaining } from "./attention.ts";
import { type Attempt, currentAttempt, isConfirmed, linkPhaseOf, type Order, withAttempt } from "./model.ts";
import { attend, end, giveUp, hadCode, isHarmless, later, reach, stop } from "./moves.ts";
import { closingSend, fenceEnd, wasRepeated } from "./sends.ts";

/** Whether the redemption is the one this attempt asked for. A missing member proves nothing against it. */
export function hasOurParameters(order: Order, attempt: Attempt, redemption: Redemption): boolean {
  if (redemption.sku !== undefined && redemption.sku !== attempt.sku) return false;
  if (redemption.promotion_id !== undefined && redemption.promotion_id !== order.pins.promotion_id)
    return false;
  return (
    attempt.amount === null ||
    redemption.value === undefined ||
    redemption.value.amount === Number(attempt.amount)
  );
}

export interface Word {
  /** Service time, epoch ms. */
  readonly now: number;
  /** Whether whoever heard it has looked for what the ledger does not know: above all in the answer to a call. */
  readonly isGuarded?: boolean;
}

export function absorbRedemption(
  order: Order,
  before: Attempt,
  redemption: Redemption,
  { now, isGuarded = false }: Word,
): Order {
  const read = { redemption, now, isGuarded, absorb: absorbState };
  return before.closing
    ? absorbClosing(order, before, before.closing, read)
    : absorbState(order, before, redemption, now);
}

function absorbState(order: Order, before: Attempt, read: Redemption, now: number): Order {
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
    seen: redemption.state,
    looked: true,
    refusal: null,
  };
  const known = withAttempt(order, attempt.n, attempt);
  switch (attempt.phase) {
    case "booking":
    case "booked":
    case "redeeming":
    case "activating":
    case "creating":
      if (!hasOurParameters(order, attempt, redemption)) {
        // Its value is that of something else than this attempt names.
        return withAttempt(stop(known, attempt, "other_parameters", redemption.state), attempt.n, {
          value: before.value,
        });
      }
      return isConfirmed(attempt)
        ? absorbConfirmed(known, attempt, redemption, now, before)
        : absorbUnconfirmed(known, attempt, redemption, now);
    case "given_up":
    case "refused":
      return hasOurParameters(order, attempt, redemption)
        ? absorbGivenUp(known, attempt, redemption, now)
        : absorbForeignHold(order, before, redemption, now);
    case "activated":
    case "notified":
      return absorbPendingUser(known, attempt, redemption, now, before);
    case "redeemed":
      // What was redeemed never goes back, except to refunded (I13).
      return redemption.state === "refunded" ? reach(known, attempt, "refunded") : known;
    case "void":
    case "stopped":
      if (attempt.stop === "later_attempt" && before.released_at === undefined && !isBilled(redemption))
        return absorbAdopted(known, attempt, redemption);
      if (!isBilled(redemption) || isSettled(attempt, redemption)) return known;
      if (hasOurParameters(order, attempt, redemption))
        return absorbLateCode(known, attempt, redemption, now);
      // Never shown under this attempt's name.
      return attempt.phase === "void" ? absorbForeignHold(order, before, redemption, now) : order;
    case "refunded":
      return known;
    default:
      return attempt.phase satisfies never;
  }
}

/** Nothing was confirmed in this ledger. Other final states can only come from another life of the order. */
function absorbUnconfirmed(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  const linked = linkPhaseOf(order, redemption.state);
  if (linked) return reach(order, attempt, linked);
  switch (redemption.state) {
    case "booked":
    case "pending":
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
      const given = giveUp(order, attempt, now);
      return withAttempt(given, attempt.n, {
        checked: true,
        hold_ends_at: Math.min(attempt.hold_ends_at, now),
      });
    }
    case "denied":
    case "blocked":
      return stop(order, attempt, redemption.state, redemption.state);
    default:
      return stop(order, attempt, "unknown_state", redemption.state);
  }
}

/** A redeem, activate or create was announced: only the service's word ends it (rules 3 and 4). */
function absorbConfirmed(
  order: Order,
  attempt: Attempt,
  redemption: Redemption,
  now: number,
  /** As it was: a failure that was read before, with nothing sent since, is the same one. */
  before: Attempt,
): Order {
  switch (redemption.state) {
    case "redeemed":
      return reach(order, attempt, "redeemed");
    case "pending":
      // Where Activate and Create lead; a redeem goes on from here (interface, States).
      if (attempt.phase === "activating") return reach(order, attempt, "activated");
      if (attempt.phase === "creating") return reach(order, attempt, "notified");
      return withAttempt(order, attempt.n, later(order, attempt, now));
    case "booked":
      return withAttempt(order, attempt.n, later(order, attempt, now));
    case "failed": {
      // What has ended does not fail: this answers a call from before, late, and is read again.
      if (before.seen === "canceled" || before.seen === "refunded")
        return withAttempt(order, attempt.n, { looked: false, ...later(order, attempt, now) });
      const canceled = closingSend(attempt, "cancel")?.answer === "clear";
      if (canceled && attempt.failures > FAILED_RETRIES)
        return stop(order, attempt, "failed", redemption.state);
      return withAttempt(
        // A code that was made all the same is paid for: the repeats go on, and a person knows of it from now on.
        redemption.has_codes ? attend(order, "debited") : order,
        attempt.n,
        { failures: attempt.failures + (before.looked ? 0 : 1), ...later(order, attempt, now) },
      );
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
  return withAttempt(order, attempt.n, { looked: false, ...later(order, attempt, now) });
}

/** A link is out: what the user did with it only the service knows. */
function absorbPendingUser(
  order: Order,
  attempt: Attempt,
  redemption: Redemption,
  now: number,
  before: Attempt,
): Order {
  switch (redemption.state) {
    case "pending":
    case "booked":
      return order;
    case "redeemed":
      return reach(order, attempt, "redeemed");
    case "canceled":
    case "refunded":
      return absorbEnded(order, attempt, redemption, now);
    case "failed":
      // It may be from before the repeat that made the link, heard late: then only the second word counts.
      return before.seen !== "failed" && wasRepeated(attempt)
        ? withAttempt(order, attempt.n, { looked: false, ...later(order, attempt, now) })
        : stop(order, attempt, "failed", redemption.state);
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
    phase: "given_up",
    checked: true,
    ...(isOwed && { billed: isOwed, seen: redemption.state }),
  });
  if (before.released_at !== undefined && before.seen === redemption.state && before.billed === isOwed)
    return checked;
  const isOut = linkPhaseOf(order, redemption.state) !== undefined;
  if (!isBilled(redemption) && !isOut) return redemption.debited ? attend(checked, "debited_hold") : checked;
  const free = makeRoom(checked, before.n, now);
  if (!free && isOut)
    return attend(withAttempt(checked, before.n, { linked: true, seen: "pending" }), "later_attempt");
  if (!free) return attend(checked, "debited_hold");
  const attempt = { ...before, redemption_id: before.redemption_id ?? redemption.id };
  const known = withAttempt(free, before.n, attempt);
  return { ...stop(known, attempt, "other_parameters", redemption.state), current: before.n };
}

/** A hold of another life of the order, of which nobody needs to be told once it ended with nothing. */
function absorbAdopted(order: Order, attempt: Attempt, redemption: Redemption): Order {
  const isOver = ["canceled", "refunded"].includes(redemption.state) && isHarmless(redemption);
  if (!isOver) return order;
  const ended = withAttempt(end(order, attempt.n, "void"), attempt.n, { stop: null });
  return ended.attention === "later_attempt" ? { ...ended, attention: remaining(ended) } : ended;
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

/** Whether a code was made for it. */
export function isBilled(redemption: Redemption): boolean {
  return redemption.state === "redeemed" || redemption.has_codes || hadCode(redemption);
}

/**
 * The order with room for attempt `n` as what it has: what is in hand and was never confirmed is given up, and read once
 * more. Undefined where something else was confirmed, or the order is closed.
 */
function makeRoom(order: Order, n: number, now: number): Order | undefined {
  const busy = currentAttempt(order);
  if (order.canceled) return undefined;
  if (!busy || busy.n === n) return order;
  return busy.phase === "booking" || busy.phase === "booked" ? giveUp(order, busy, now) : undefined;
}

/**
 * A code where none was looked for any more. It is the order's reward where the service says that it was redeemed; where the
 * state says otherwise than the codes, nothing else may be had before a person has looked.
 */
function absorbLateCode(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  const free = makeRoom(order, attempt.n, now);
  if (!free) return attempt.released_at === undefined ? attend(order, "debited_hold") : order;
  const phase = hadCode(redemption) ? "refunded" : "redeemed";
  return redemption.state === phase
    ? reach(free, attempt, phase)
    : { ...stop(free, attempt, "debited", redemption.state), current: attempt.n };
}

/** The one look at a hold that was given up: a debited one needs a person while it still lives (rule 5). */
function absorbGivenUp(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  const linked = linkPhaseOf(order, redemption.state);
  if (linked) {
    // A link is out, of another life of the order or of a mail that was thought to be refused: it is what the order has.
    const free = makeRoom(order, attempt.n, now);
    if (free) return reach(free, attempt, linked);
    const beside = withAttempt(order, attempt.n, { phase: "given_up", checked: true, linked: true });
    return isSettled(attempt, redemption) ? beside : attend(beside, "later_attempt");
  }
  const checked = withAttempt(order, attempt.n, { phase: "given_up", checked: true });
  if (isSettled(attempt, redemption)) return checked;
  if (isBilled(redemption)) return absorbLateCode(checked, attempt, redemption, now);
  if (redemption.debited) return attend(checked, "debited_hold");
  const alive = redemption.state === "booked" || redemption.state === "pending";
  const left = alive
    ? checked
    : withAttempt(checked, attempt.n, { hold_ends_at: Math.min(attempt.hold_ends_at, now) });
  // Whoever was called for what was paid is not needed where the service says that nothing is.
  return left.attention === "debited_hold" ? { ...left, attention: remaining(left) } : left;
}
