/**
 * Whether and from when an attempt's call may be sent again, and the waits between tries. Pure; the numbers are in
 * server/timing.ts. Source: integrity rules 2 to 4.
 */

import {
  ATTENDED_DELAY,
  CALM_MAX,
  CALM_SHARE,
  CALM_TRIES,
  CLAIM,
  FAILED_RETRIES,
  RETRY_DELAYS,
  WAIT_MAX,
} from "../timing.ts";
import { isOffered } from "./hold.ts";
import { type Attempt, CONFIRMING, type Operation, type Order, type Retry } from "./model.ts";
import { claim, confirmationKnownSent, nextRepeat, requestSend, sendableFrom } from "./sends.ts";

/** Whether the identical call may be sent again, as far as refusals and another user's redemption are concerned. */
export const mayRepeatIdentically = ({ refusal, evidence }: Attempt): boolean =>
  refusal === null && evidence.unlisted_since === undefined;

/** The changing call that the last known state and the site's request allow; undefined: only read. */
export function repeatableCall({ pins }: Order, attempt: Attempt, now: number): Operation | undefined {
  // An answered request of the site only waits until no earlier call of that request can take effect.
  if (attempt.request) {
    const { operation } = attempt.request;
    return requestSend(attempt, operation)?.outcome === "clear" ? undefined : operation;
  }
  // A refusal is noted only if no other Book is in doubt. The Book is then not repeated; a list shows whether another delivery of
  // it worked.
  if (attempt.phase === "booking") return mayRepeatIdentically(attempt) ? "book" : undefined;
  const operation = CONFIRMING[pins.delivery];
  // No redemption is known: repeat the identical call, unless it was refused (rule 2).
  if (attempt.redemption_id === null)
    return operation === "create" && mayRepeatIdentically(attempt) ? operation : undefined;
  // A call that perhaps never left is sent only while the hold is offered; a call that left is repeated until its outcome is known.
  const mayLeave = confirmationKnownSent(attempt) || isOffered(attempt, now);
  switch (attempt.evidence.state) {
    case "booked":
    case "pending":
      // Create makes no hold: this one is a lost ledger's, and lapses.
      return mayLeave && operation !== "create" ? operation : undefined;
    case "failed":
      // A redemption that failed shows that its Create arrived.
      return (mayLeave || operation === "create") && attempt.evidence.failures <= FAILED_RETRIES
        ? operation
        : "cancel";
    default:
      return undefined;
  }
}

/**
 * The wait after an observation that shows no change. There is no wait if the call may be repeated at once: another process may be
 * about to repeat it, on an observation no older than this one.
 */
export const untilRepeat = (order: Order, attempt: Attempt, now: number): Pick<Attempt, "retry"> =>
  isRepeatDue(order, attempt, now) ? withoutWait(attempt, now) : later(attempt, now);

/** Whether the loop may repeat the call at once: the last known state and the budget allow it, and no process is sending. */
function isRepeatDue(order: Order, attempt: Attempt, now: number): boolean {
  if (claim(attempt, now)) return false;
  const operation = repeatableCall(order, attempt, now);
  return operation !== undefined && sendableFrom(attempt, operation, now) <= now;
}

/** No tries yet, and no wait. */
export const AT_ONCE: Retry = { tries: 0, until: 0 };

/** The waits between tries grow; after CALM_TRIES tries, when the order is on the operators' list, they are long. */
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

/** No wait; only waits count as tries. */
export const withoutWait = ({ retry }: Attempt, now: number): Pick<Attempt, "retry"> => ({
  retry: { ...retry, until: now },
});

/** Milliseconds until the next question, after a wait of `awaited` ms so far: the longer the wait, the rarer the questions. */
export const calmWait = (awaited: number): number =>
  Math.min(Math.max(ATTENDED_DELAY, awaited * CALM_SHARE), CALM_MAX);
