/**
 * How often an order may choose, and how often a call may leave: pure. Source: docs/proof/rules.md, rules 6, 7 and 9.
 */

import type { Attempt, Operation, Order } from "../rows/order.ts";
import type { ChoiceLimits } from "../settings/env.ts";
import {
  ATTEMPTS_WINDOW,
  BOOK_GAP_MAX,
  BOOK_SENDS_MAX,
  CONFIRM_GAP_MAX,
  HOLD,
  HOLD_MARGIN,
  RETRY_DELAYS,
  SEND_WINDOW,
  SENDS_APART,
  SENDS_MAX,
} from "../timing.ts";

/** The end of a hold: the first sending of its Book plus 30 minutes. */
export const holdEnd = ({ opened_at }: Pick<Attempt, "opened_at">): number => opened_at + HOLD;

/** Whether the hold still stands, as far as its time tells. */
export const isLive = (attempt: Attempt, now: number): boolean =>
  (attempt.phase === "held" || attempt.phase === "booking") && now < holdEnd(attempt);

/** Whether a hold may still be confirmed; the margin is a courtesy, the service's own word decides. */
export const isConfirmable = (hold: Attempt, now: number): boolean => now < holdEnd(hold) - HOLD_MARGIN;

/** Milliseconds until the order may open another attempt; 0 if now. */
export function waitForAttempt({ known }: Order, limits: ChoiceLimits, now: number): number {
  const holds = known.attempts.filter((attempt) => isLive(attempt, now)).map(holdEnd);
  const opened = known.opened.map((at) => at + ATTEMPTS_WINDOW);
  return Math.max(untilFewer(holds, limits.holdsMax, now), untilFewer(opened, limits.attemptsPerDay, now));
}

/** Milliseconds until fewer than `max` of the ends are ahead. */
function untilFewer(ends: readonly number[], max: number, now: number): number {
  const latestFirst = ends.toSorted((a, b) => b - a);
  return Math.max(0, (latestFirst[max - 1] ?? now) - now);
}

/** The opening times that still count, with a new one. */
export const withOpening = (opened: readonly number[], now: number): number[] => [
  ...opened.filter((at) => at > now - ATTEMPTS_WINDOW),
  now,
];

/** When another call of the attempt may leave: at most so many in ten minutes. */
export function callableFrom({ sent }: Attempt, operation: Operation, now: number): number {
  const max = operation === "book" ? BOOK_SENDS_MAX : SENDS_MAX;
  const ends = sent.map((at) => at + SEND_WINDOW);
  return now + untilFewer(ends, max, now);
}

/** When a call without a clear answer may be repeated: those of a confirmation further and further apart. */
export function repeatableFrom(attempt: Attempt, operation: Operation, now: number): number {
  const counted = attempt.sent.filter((at) => at > now - SEND_WINDOW);
  const last = CONFIRMATIONS.has(operation) ? counted.at(-1) : undefined;
  const apart = last === undefined ? now : last + (SENDS_APART[counted.length] ?? 0);
  return Math.max(apart, callableFrom(attempt, operation, now));
}

const CONFIRMATIONS: ReadonlySet<Operation> = new Set(["redeem", "activate", "create"]);

/** The sendings that still count, with a new one. */
export const withSending = (sent: readonly number[], now: number): number[] => [
  ...sent.filter((at) => at > now - SEND_WINDOW),
  now,
];

/** Whether the announced call is the very first of its attempt: no other one can have had an effect. */
export const isFirstCall = ({ opened_at, sent }: Attempt): boolean =>
  sent.length === 1 && sent[0] === opened_at;

/** The wait after the given number of tries in vain. */
export function retryDelay(tries: number, operation: Operation | undefined): number {
  return RETRY_DELAYS[tries - 1] ?? (operation === "book" ? BOOK_GAP_MAX : CONFIRM_GAP_MAX);
}
