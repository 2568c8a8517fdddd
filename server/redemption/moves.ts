/** The moves that change where an attempt stands; small and pure, so that absorb.ts reads as rules. */
import type { Redemption } from "../fulfillment/schemas.ts";
import { ATTENDED_DELAY, CALM_TRIES, CLAIM, HOLD, RETRY_DELAYS, WAIT_MAX } from "../timing.ts";
import { markObserved, nextRevision } from "./evidence.ts";
import {
  type Attempt,
  attemptOf,
  changed,
  currentAttempt,
  type Order,
  type Phase,
  type Retry,
  type Stop,
  withAttempt,
} from "./model.ts";
import { isLinkSeen, mayRevive } from "./revival.ts";
import { claim, isUnsent, nextRepeat } from "./sends.ts";

/** An attempt of which nothing is known yet. Its hold ends 30 minutes after `now`, when its Book is sent. */
export function newAttempt({
  now,
  ...chosen
}: Pick<Attempt, "n" | "upstream_order_id" | "sku" | "amount" | "reward_name"> & {
  /** Service time, epoch ms. */
  readonly now: number;
}): Attempt {
  return {
    ...chosen,
    opened_at: now,
    phase: "booking",
    stop: null,
    redemption_id: null,
    hold_ends_at: now + HOLD,
    // Observed: no call was sent for it yet.
    evidence: { revision: 0, observed: 0, state: null, value: null, testing: false, failures: 0 },
    sends: [],
    retry: AT_ONCE,
    refusal: null,
  };
}

/** Gives an attempt up: it stays a live hold until its end, and is read once. */
export function giveUp(order: Order, attempt: Attempt, now: number): Order {
  const given = withAttempt(order, attempt.n, {
    evidence: nextRevision(attempt),
    phase: "given_up",
    retry: { tries: 0, until: now },
    request: undefined,
    released_at: undefined,
  });
  return order.current === attempt.n ? { ...given, current: null } : given;
}

/** No tries yet, and no wait. */
export const AT_ONCE: Retry = { tries: 0, until: 0 };

/** The waits between tries grow, and become calm when a person has been called for the doubt. */
export function later(attempt: Attempt, now: number, atLeast = 0): Pick<Attempt, "retry"> {
  const { tries } = attempt.retry;
  const quick = RETRY_DELAYS[Math.min(tries, RETRY_DELAYS.length - 1)] ?? 0;
  const isCalm = tries >= CALM_TRIES;
  const delay = isCalm ? ATTENDED_DELAY : quick;
  const claimed = claim(attempt, now);
  // While another process may be sending, the wait ends with its claim at the latest.
  const soonest = claimed ? Math.min(now + delay, claimed.at + CLAIM) : now + delay;
  // The wait ends when a call may be repeated.
  const repeat = (isCalm ? undefined : nextRepeat(attempt, now)) ?? soonest;
  const until = Math.min(Math.max(Math.min(soonest, repeat), now + atLeast), now + WAIT_MAX);
  return { retry: { tries: tries + 1, until: Math.ceil(until) } };
}

/** A try that nothing has to be waited for. */
export const withoutWait = ({ retry }: Attempt, now: number): Pick<Attempt, "retry"> => ({
  retry: { tries: retry.tries + 1, until: now },
});

/** Whether the call that the attempt waits for is the one that makes its redemption. */
export function makesRedemption({ phase, redemption_id }: Attempt): boolean {
  return redemption_id === null && (phase === "booking" || phase === "confirmed");
}

/** Whether the attempt waits for nothing but one look at what became of it. */
export const isGivenUpOrRefused = ({ phase }: Attempt): boolean =>
  phase === "given_up" || phase === "refused";

/** Ends an attempt without a reward; the user may choose again, or has what another attempt got meanwhile. */
export function end(order: Order, n: number, phase: "refused" | "void"): Order {
  const ended = withAttempt(order, n, { phase, retry: AT_ONCE });
  return order.current === n ? { ...ended, current: null, attempts: ended.attempts.map(readAgain) } : ended;
}

/**
 * An attempt that stood beside the current one, and may have, or get, a code: it is read again at once. A person who released its link
 * saw it beside the other, and it may be what the order has now.
 */
function readAgain(attempt: Attempt): Attempt {
  if ((attempt.phase !== "given_up" && attempt.phase !== "void") || !mayRevive(attempt)) return attempt;
  const released_at = isLinkSeen(attempt.evidence) ? undefined : attempt.released_at;
  return changed(attempt, { evidence: nextRevision(attempt), retry: AT_ONCE, released_at });
}

/** Whether a refunded redemption had a code: then the order has had its one code. */
export function isRefundedCode({ state, has_codes, was_redeemed }: Redemption): boolean {
  return state === "refunded" && (has_codes || was_redeemed);
}

/** Whether a redemption ended with nothing: no reason to hold a new confirmation back. */
export function isHarmless(redemption: Redemption): boolean {
  const isOver = ["canceled", "failed", "refunded", "expired"].includes(redemption.state);
  return isOver && !isBilled(redemption);
}

/**
 * Whether the redemption is the one this attempt asked for. A missing member proves nothing against it; nor for it, where the order
 * stopped because another one was named.
 */
export function hasOurParameters(order: Order, attempt: Attempt, redemption: Redemption): boolean {
  const isOursUnnamed = attempt.stop !== "other_parameters";
  const { sku, promotion_id, value } = redemption;
  if (promotion_id !== undefined && promotion_id !== order.pins.promotion_id) return false;
  if (sku === undefined ? !isOursUnnamed : sku !== attempt.sku) return false;
  if (attempt.amount === null) return true;
  return value === undefined ? isOursUnnamed : value.amount === Number(attempt.amount);
}

/** Whether a code was made for it. */
export function isCodeMade(redemption: Redemption): boolean {
  return redemption.state === "redeemed" || redemption.has_codes || isRefundedCode(redemption);
}

/** The redemption where its code was seen before: that one was made never changes, also where nothing is shown of it any more. */
export function withCode(redemption: Redemption): Redemption {
  return redemption.state === "refunded"
    ? { ...redemption, was_redeemed: true }
    : { ...redemption, has_codes: true };
}

/** Whether it was paid for: the service says that it is debited, or has a code, and every code is billed. */
export function isBilled(redemption: Redemption): boolean {
  return redemption.debited || isCodeMade(redemption);
}

/**
 * The order without a current attempt other than `n`: one of which no call of a confirmation was sent is given up, and read once
 * more. Undefined where such a call of another attempt was sent, or the order is canceled.
 */
export function displaceUnsent(order: Order, n: number, now: number): Order | undefined {
  const busy = currentAttempt(order);
  if (order.canceled) return undefined;
  if (!busy || busy.n === n) return order;
  return busy.phase === "booking" || isUnsent(busy) ? giveUp(order, busy, now) : undefined;
}

/** The attempt is what the order has. */
export function reach(
  order: Order,
  attempt: Attempt,
  phase: Extract<Phase, "redeemed" | "linked" | "refunded">,
): Order {
  const done = withAttempt(order, attempt.n, { phase, stop: null, retry: AT_ONCE });
  return { ...done, current: attempt.n };
}

/** The order waits for a person, who has to look at the attempt. */
export function stop(order: Order, attempt: Attempt, reason: Stop, state: string): Order {
  const stopped = withAttempt(order, attempt.n, {
    evidence: { ...markObserved(attempt), state, ...(reason === "other_user" && { others: true }) },
    phase: "stopped",
    stop: reason,
    released_at: undefined,
  });
  return { ...stopped, current: attempt.n };
}

/** The attempt that learns its redemption by a change. */
export function takerOf(before: Order, after: Order): number | undefined {
  const isNew = ({ n, redemption_id }: Attempt): boolean =>
    redemption_id !== null && attemptOf(before, n)?.redemption_id !== redemption_id;
  return after.attempts.find(isNew)?.n;
}
