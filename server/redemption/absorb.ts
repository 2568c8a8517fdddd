/**
 * What an answer means for an order: pure, and true whoever else changed the row in between, because it looks only at
 * the attempt as it stands. Source: integrity rules 2 to 6.
 */
import type { Outcome } from "../fulfillment/outcome.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import {
  ATTENDED_DELAY,
  FAILED_RETRIES,
  HOLD,
  LATE_EFFECT,
  OUTCOME_UNKNOWN_AFTER,
  RETRY_DELAYS,
} from "../timing.ts";
import {
  type Attempt,
  type Attention,
  currentAttempt,
  type Order,
  type Send,
  type Stop,
  withAttempt,
} from "./model.ts";
import { answered, fenceEnd, hasOpenSends } from "./sends.ts";

export type Observation =
  | {
      readonly kind: "sent";
      readonly operation: Send["operation"];
      readonly by: string;
      readonly outcome: Outcome;
    }
  /** List redemptions by order id; empty proves nothing by itself. */
  | { readonly kind: "looked"; readonly found: readonly Redemption[] }
  | { readonly kind: "read"; readonly redemption: Redemption }
  /** The service could not be asked. */
  | { readonly kind: "unreadable" }
  /** The hold ran out. */
  | { readonly kind: "lapsed" }
  /** The reward may no longer be booked (I9): a book is not repeated. */
  | { readonly kind: "unusable" };

/** The order after an observation about attempt `n`; `now` is service time, epoch ms. */
export function absorb(order: Order, n: number, observation: Observation, now: number): Order {
  const attempt = order.attempts.find((each) => each.n === n);
  if (!attempt) return order;
  switch (observation.kind) {
    case "sent":
      return absorbOutcome(order, attempt, observation, now);
    case "looked": {
      const found = pick(attempt, observation.found);
      if (found) return absorbRedemption(order, attempt, found, now);
      return absorbAbsence(order, attempt, now);
    }
    case "read":
      return absorbRedemption(order, attempt, observation.redemption, now);
    case "unreadable":
      return withAttempt(order, n, later(order, attempt, now));
    case "lapsed":
      return attempt.phase === "booked" || attempt.phase === "booking" ? giveUp(order, attempt, now) : order;
    case "unusable":
      return attempt.phase === "booking"
        ? withAttempt(order, n, {
            refusal: "reward_unavailable",
            looked: false,
            ...later(order, attempt, now),
          })
        : order;
    default:
      return observation satisfies never;
  }
}

/** Gives an attempt up that was never confirmed. It stays a live hold until its end and is read once. */
export function giveUp(order: Order, attempt: Attempt, now: number): Order {
  // While a book is in doubt its effect may still arrive: the one read that counts is the one after that.
  const doubt = attempt.sends.filter((send) => send.answer !== "clear").map((send) => send.at + LATE_EFFECT);
  const wait_until = attempt.redemption_id === null ? Math.max(now, ...doubt) : now;
  const given = withAttempt(order, attempt.n, {
    phase: "given_up",
    checked: false,
    looked: false,
    wait_until,
    tries: 0,
  });
  return order.current === attempt.n ? { ...given, current: null } : given;
}

/** The waits between tries grow, and become calm once a person was called. */
function later(
  order: Order,
  attempt: Attempt,
  now: number,
  atLeast = 0,
): Pick<Attempt, "tries" | "wait_until"> {
  const quick = RETRY_DELAYS[Math.min(attempt.tries, RETRY_DELAYS.length - 1)] ?? 0;
  const delay = order.attention === null ? quick : ATTENDED_DELAY;
  return { tries: attempt.tries + 1, wait_until: Math.ceil(now + Math.max(delay, atLeast)) };
}

/** Several redemptions under one order id are not expected; the one that was billed must not be overlooked. */
function pick(attempt: Attempt, found: readonly Redemption[]): Redemption | undefined {
  return (
    found.find((each) => each.id === attempt.redemption_id) ??
    found.find((each) => each.state === "redeemed" || each.has_codes) ??
    found[0]
  );
}

function absorbOutcome(
  order: Order,
  before: Attempt,
  { operation, by, outcome }: Extract<Observation, { kind: "sent" }>,
  now: number,
): Order {
  const note = (answer: Send["answer"] | "not_sent"): { order: Order; attempt: Attempt } => {
    const attempt = answered(before, operation, by, answer);
    return { order: withAttempt(order, attempt.n, { sends: attempt.sends }), attempt };
  };
  switch (outcome.kind) {
    case "answered": {
      const ended = outcome.redemption.state !== "booked" && outcome.redemption.state !== "pending";
      const { order: noted, attempt } = note(operation === "book" || ended ? "clear" : "doubt");
      return absorbRedemption(noted, attempt, outcome.redemption, now);
    }
    case "refused": {
      const { order: noted, attempt } = note("clear");
      if (operation !== "book") {
        // Read before anything is decided; the pause keeps a service that always refuses from being hammered.
        const pause = attempt.tries === 0 ? { tries: 1, wait_until: now } : later(order, attempt, now);
        return withAttempt(noted, attempt.n, { looked: false, ...pause });
      }
      if (attempt.phase !== "booking") return noted;
      const refusal =
        outcome.error === "forbidden" || outcome.error === "unauthorized"
          ? "upstream_forbidden"
          : "reward_unavailable";
      if (!hasOpenSends(attempt)) {
        return withAttempt(noted, attempt.n, { refusal, looked: false, wait_until: now });
      }
      // An earlier book is in doubt: the refusal may only mean that it worked. Look again, later (rule 2).
      return withAttempt(noted, attempt.n, { looked: false, ...later(order, attempt, now) });
    }
    case "not_sent": {
      const { order: noted, attempt } = note("not_sent");
      if (attempt.phase === "booking" && attempt.sends.length === 0) {
        return end(withAttempt(noted, attempt.n, { refusal: "upstream_unavailable" }), attempt.n, "refused");
      }
      return withAttempt(noted, attempt.n, later(order, attempt, now));
    }
    case "foreign":
    case "unknown": {
      const { order: noted, attempt } = note("doubt");
      const atLeast = outcome.kind === "unknown" ? outcome.retryAfterMs : 0;
      return withAttempt(noted, attempt.n, { looked: false, ...later(order, attempt, now, atLeast) });
    }
    default:
      return outcome satisfies never;
  }
}

/** Nothing is listed under the order id. Only together with a clear refusal of every call does that end an attempt. */
function absorbAbsence(order: Order, attempt: Attempt, now: number): Order {
  switch (attempt.phase) {
    case "booking":
      if (attempt.refusal !== null && !hasOpenSends(attempt)) return end(order, attempt.n, "refused");
      // The first look frees the repeat at once, later ones wait: the list may lag.
      return withAttempt(order, attempt.n, {
        looked: true,
        ...(attempt.looked ? later(order, attempt, now) : { wait_until: now }),
      });
    case "given_up":
      return withAttempt(order, attempt.n, { checked: true, looked: true });
    default:
      return withAttempt(order, attempt.n, later(order, attempt, now));
  }
}

/** Ends an attempt without a redemption in hand; the user may choose again. */
function end(order: Order, n: number, phase: "refused" | "void"): Order {
  const ended = withAttempt(order, n, { phase, wait_until: 0 });
  return order.current === n ? { ...ended, current: null } : ended;
}

function stop(order: Order, attempt: Attempt, reason: Stop, seen: string): Order {
  return attend(
    withAttempt(order, attempt.n, { phase: "stopped", stop: reason, seen, looked: true }),
    reason,
  );
}

function attend(order: Order, reason: Attention): Order {
  return { ...order, attention: order.attention ?? reason };
}

/** Whether the redemption is the one this attempt asked for. A missing member proves nothing against it. */
function hasOurParameters(order: Order, attempt: Attempt, redemption: Redemption): boolean {
  if (redemption.sku !== undefined && redemption.sku !== attempt.sku) return false;
  if (redemption.promotion_id !== undefined && redemption.promotion_id !== order.pins.promotion_id)
    return false;
  return (
    attempt.amount === null ||
    redemption.value === undefined ||
    redemption.value.amount === Number(attempt.amount)
  );
}

function absorbRedemption(order: Order, before: Attempt, redemption: Redemption, now: number): Order {
  const attempt: Attempt = {
    ...before,
    redemption_id: before.redemption_id ?? redemption.id,
    value: redemption.value ?? before.value,
    testing: before.testing || redemption.testing,
    seen: redemption.state,
    looked: true,
    refusal: null,
  };
  const known = withAttempt(order, attempt.n, attempt);
  switch (attempt.phase) {
    case "booking":
    case "booked":
    case "redeeming":
      if (!hasOurParameters(order, attempt, redemption))
        return stop(known, attempt, "other_parameters", redemption.state);
      return attempt.phase === "redeeming"
        ? absorbConfirmed(known, attempt, redemption, now, before.looked)
        : absorbUnconfirmed(known, attempt, redemption, now);
    case "given_up":
    case "refused":
      return absorbGivenUp(known, attempt, redemption, now);
    case "redeemed":
      // What was redeemed never goes back, except to refunded (I13).
      return redemption.state === "refunded" ? withAttempt(known, attempt.n, { phase: "refunded" }) : known;
    case "void":
    case "stopped":
      return redemption.state === "redeemed" ? redeemed(known, attempt) : known;
    case "refunded":
      return known;
    default:
      return attempt.phase satisfies never;
  }
}

function redeemed(order: Order, attempt: Attempt): Order {
  const done = withAttempt(order, attempt.n, { phase: "redeemed", stop: null, wait_until: 0 });
  return {
    ...done,
    current: attempt.n,
    attention: order.attention === "codes_unreadable" ? order.attention : null,
  };
}

/** Nothing was confirmed in this ledger. Other final states can only come from another life of the order. */
function absorbUnconfirmed(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  switch (redemption.state) {
    case "booked":
    case "pending":
      return withAttempt(order, attempt.n, { phase: "booked", tries: 0, wait_until: 0 });
    case "redeemed":
      return redeemed(order, attempt);
    case "canceled":
    case "expired":
    case "failed":
    case "refunded": {
      if (redemption.has_codes && redemption.state === "refunded") {
        return withAttempt(order, attempt.n, { phase: "refunded" });
      }
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

/** A redeem was announced: only the service's word ends it (rules 3 and 4). */
function absorbConfirmed(
  order: Order,
  attempt: Attempt,
  redemption: Redemption,
  now: number,
  /** Whether this state was read before, with nothing sent since. */
  again: boolean,
): Order {
  switch (redemption.state) {
    case "redeemed":
      return redeemed(order, attempt);
    case "booked":
    case "pending":
      return withAttempt(order, attempt.n, later(order, attempt, now));
    case "failed": {
      const canceled = attempt.sends.some((send) => send.operation === "cancel" && send.answer === "clear");
      if (canceled && attempt.failures > FAILED_RETRIES)
        return stop(order, attempt, "failed", redemption.state);
      return withAttempt(order, attempt.n, {
        failures: attempt.failures + (again ? 0 : 1),
        ...later(order, attempt, now),
      });
    }
    case "canceled":
    case "refunded": {
      if (redemption.has_codes && redemption.state === "refunded") {
        return withAttempt(order, attempt.n, { phase: "refunded", wait_until: 0 });
      }
      if (redemption.has_codes || redemption.debited)
        return stop(order, attempt, "debited", redemption.state);
      const fence = fenceEnd(attempt);
      if (fence <= now) return end(order, attempt.n, "void");
      // Something sent may still take effect: read again after it cannot.
      return withAttempt(order, attempt.n, { looked: false, ...later(order, attempt, now) });
    }
    case "denied":
    case "blocked":
    case "expired":
      return stop(order, attempt, redemption.state, redemption.state);
    default:
      return stop(order, attempt, "unknown_state", redemption.state);
  }
}

/** The one look at a hold that was given up: a debited one needs a person while it still lives (rule 5). */
function absorbGivenUp(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  const checked = withAttempt(order, attempt.n, { phase: "given_up", checked: true });
  if (redemption.state === "redeemed" || redemption.has_codes) {
    const busy = currentAttempt(order);
    if (!busy || busy.phase === "booking" || busy.phase === "booked") return redeemed(order, attempt);
    return attend(checked, "debited_hold");
  }
  if (redemption.debited) return attend(checked, "debited_hold");
  const alive = redemption.state === "booked" || redemption.state === "pending";
  return alive
    ? checked
    : withAttempt(checked, attempt.n, { hold_ends_at: Math.min(attempt.hold_ends_at, now) });
}

/** Calls a person when a confirmation stays in doubt for too long; the tries go on. */
export function callPerson(order: Order, now: number): Order {
  const current = currentAttempt(order);
  const first = current?.sends.find((send) => send.operation === "redeem");
  const overdue = current?.phase === "redeeming" && first && now - first.at > OUTCOME_UNKNOWN_AFTER;
  return overdue ? attend(order, "outcome_unknown") : order;
}

/** End of a hold whose first Book is sent at `now`. */
export function holdEnd(now: number): number {
  return now + HOLD;
}
