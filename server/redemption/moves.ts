import { HOLD } from "../timing.ts";
import { isUnsent } from "./attempt-facts.ts";
import { markObserved, nextRevision } from "./evidence.ts";
import { isLinkSeen } from "./hold-or-link.ts";
import {
  type Attempt,
  attemptOf,
  changed,
  currentAttempt,
  type Order,
  type Phase,
  type Stop,
  withAttempt,
} from "./model.ts";
import { AT_ONCE } from "./repeat.ts";
import { mayRevive } from "./revival.ts";

/** A new attempt without evidence. The hold ends 30 minutes after `now`, when the Book is sent. */
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
    // Observed: no call was sent yet.
    evidence: { revision: 0, observed: 0, state: null, value: null, testing: false, failures: 0 },
    sends: [],
    retry: AT_ONCE,
    refusal: null,
  };
}

/** Gives an attempt up: its hold stays live until its end, and is read once. */
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

/** Ends an attempt without a reward; the user may choose again, or has the reward of another attempt. */
export function end(order: Order, n: number, phase: "refused" | "void"): Order {
  const ended = withAttempt(order, n, { phase, retry: AT_ONCE });
  return order.current === n ? { ...ended, current: null, attempts: ended.attempts.map(readAgain) } : ended;
}

/**
 * When the current attempt ends, attempts beside it that may have or get a code are read at once. The release of a seen link is
 * undone: the link may now be the order's reward.
 */
function readAgain(attempt: Attempt): Attempt {
  if ((attempt.phase !== "given_up" && attempt.phase !== "void") || !mayRevive(attempt)) return attempt;
  const released_at = isLinkSeen(attempt.evidence) ? undefined : attempt.released_at;
  return changed(attempt, { evidence: nextRevision(attempt), retry: AT_ONCE, released_at });
}

/**
 * The order without a current attempt other than `n`. A current attempt that is booking, booked, or confirmed without a sent call is
 * given up, and read once more. Undefined if the current attempt is in another phase or was sent, or the order is canceled.
 */
export function displaceUnsent(order: Order, n: number, now: number): Order | undefined {
  const busy = currentAttempt(order);
  if (order.canceled) return undefined;
  if (!busy || busy.n === n) return order;
  return busy.phase === "booking" || isUnsent(busy) ? giveUp(order, busy, now) : undefined;
}

/** Makes the attempt the order's reward. */
export function reach(
  order: Order,
  attempt: Attempt,
  phase: Extract<Phase, "redeemed" | "linked" | "refunded">,
): Order {
  const done = withAttempt(order, attempt.n, { phase, stop: null, retry: AT_ONCE });
  return { ...done, current: attempt.n };
}

/** Stops the attempt: an operator has to look at it. */
export function stop(order: Order, attempt: Attempt, reason: Stop, state: string): Order {
  const stopped = withAttempt(order, attempt.n, {
    evidence: { ...markObserved(attempt), state, ...(reason === "other_user" && { others: true }) },
    phase: "stopped",
    stop: reason,
    released_at: undefined,
  });
  return { ...stopped, current: attempt.n };
}

/** The number of the attempt to which a change assigns a new redemption id. */
export function takerOf(before: Order, after: Order): number | undefined {
  const isNew = ({ n, redemption_id }: Attempt): boolean =>
    redemption_id !== null && attemptOf(before, n)?.redemption_id !== redemption_id;
  return after.attempts.find(isNew)?.n;
}
