/**
 * How many attempts an order may open: pure. Source: integrity rule 5 and I12.
 */
import {
  ATTEMPTS_MAX,
  ATTEMPTS_WINDOW,
  HOLD,
  LIVE_HOLDS_MAX,
  REFUSED_MAX,
  REFUSED_WINDOW,
} from "../timing.ts";
import type { Attempt, Order } from "./model.ts";
import { isSettled } from "./sends.ts";

/** Milliseconds until rule 5 allows another attempt; 0 when it does now. Clearly refused books do not count. */
export function limitWait(order: Order, now: number): number {
  const counted = order.attempts.filter((each) => each.phase !== "refused");
  const recent = counted
    .filter((each) => each.opened_at > now - ATTEMPTS_WINDOW)
    .map((each) => each.opened_at + ATTEMPTS_WINDOW);
  const live = counted
    .filter((each) => ["booking", "booked", "given_up"].includes(each.phase))
    .map(liveUntil)
    .filter((end) => end > now);
  const refused = order.attempts
    .filter((each) => each.phase === "refused" && each.opened_at > now - REFUSED_WINDOW)
    .map((each) => each.opened_at + REFUSED_WINDOW);
  return Math.max(
    waitForPlace(recent, ATTEMPTS_MAX, now),
    waitForPlace(live, LIVE_HOLDS_MAX, now),
    waitForPlace(refused, REFUSED_MAX, now),
  );
}

/** When a hold counts no more. One that ended early does while a book without an answer may make it live again (rule 5). */
function liveUntil({ hold_ends_at, opened_at, sends }: Attempt): number {
  const isInDoubt = sends.some((send) => send.operation === "book" && !isSettled(send));
  return isInDoubt ? Math.max(hold_ends_at, opened_at + HOLD) : hold_ends_at;
}

/** Milliseconds until fewer than `max` of the ends are still ahead. */
function waitForPlace(ends: readonly number[], max: number, now: number): number {
  const sorted = [...ends].sort((a, b) => a - b);
  const freed = sorted[sorted.length - max];
  return freed === undefined ? 0 : Math.max(0, freed - now);
}
