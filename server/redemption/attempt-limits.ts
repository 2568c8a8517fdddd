/**
 * How many attempts an order may open: pure. Source: integrity rule 5 and I12.
 */
import {
  ATTEMPTS_MAX,
  ATTEMPTS_WINDOW,
  HOLD,
  LIVE_HOLDS_MAX,
  POLL_AFTER,
  REFUSED_MAX,
  REFUSED_WINDOW,
} from "../timing.ts";
import { isObserved } from "./evidence.ts";
import type { Attempt, Order } from "./model.ts";
import { isOutcomeKnown, secondDeliveryEnd } from "./sends.ts";

/** Milliseconds until rule 5 allows another attempt; 0 if now. Clearly refused Books have a separate limit. */
export function limitWait({ attempts }: Order, now: number): number {
  const refused = attempts.filter(({ phase }) => phase === "refused");
  const others = attempts.filter(({ phase }) => phase !== "refused");
  const held = others.filter(({ phase }) => ["booking", "booked", "given_up"].includes(phase));
  return Math.max(
    waitForPlace(endsOf(others, ATTEMPTS_WINDOW), ATTEMPTS_MAX, now),
    waitForPlace(
      held.map((each) => liveUntil(each, now)),
      LIVE_HOLDS_MAX,
      now,
    ),
    waitForPlace(endsOf(refused, REFUSED_WINDOW), REFUSED_MAX, now),
  );
}

/** States of a hold that stands; null: nothing was heard of it yet. */
const STANDING: ReadonlySet<string | null> = new Set([null, "booked", "pending"]);

/** When each attempt stops counting. */
const endsOf = (attempts: readonly Attempt[], window: number): number[] =>
  attempts.map(({ opened_at }) => opened_at + window);

/**
 * When a hold stops counting. A hold that stands, as far as the service was heard, counts for half an hour from its opening, because
 * a clock that was behind may have stored its end. A hold that ended early keeps counting while an
 * unanswered Book, or a second delivery of a Book answered with `failed`, may make it live again (rule 5), and until the reading
 * after that.
 */
function liveUntil(attempt: Attempt, now: number): number {
  const { hold_ends_at, opened_at, sends, evidence } = attempt;
  const isInDoubt = sends.some((send) => send.operation === "book" && !isOutcomeKnown(send));
  const mayStand = sends.length > 0 && STANDING.has(evidence.state);
  if (isInDoubt || mayStand) return Math.max(hold_ends_at, opened_at + HOLD);
  if (evidence.state !== "failed" || isObserved(attempt)) return hold_ends_at;
  const readFrom = secondDeliveryEnd(attempt);
  // The reading is due: it frees the place within seconds where the service answers.
  return Math.max(hold_ends_at, readFrom > now ? readFrom : Math.min(now + POLL_AFTER, opened_at + HOLD));
}

/** Milliseconds until fewer than `max` of the ends are still ahead. */
function waitForPlace(ends: readonly number[], max: number, now: number): number {
  const latestFirst = ends.toSorted((a, b) => b - a);
  return Math.max(0, (latestFirst[max - 1] ?? now) - now);
}
