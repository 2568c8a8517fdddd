/** The waits between tries. Pure; the numbers stand in server/timing.ts. */

import {
  ATTENDED_DELAY,
  CALM_MAX,
  CALM_SHARE,
  CALM_TRIES,
  CLAIM,
  RETRY_DELAYS,
  WAIT_MAX,
} from "../timing.ts";
import type { Attempt, Retry } from "./model.ts";
import { claim, nextRepeat } from "./sends.ts";

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

/** Nothing has to be waited for; only waits count as tries. */
export const withoutWait = ({ retry }: Attempt, now: number): Pick<Attempt, "retry"> => ({
  retry: { ...retry, until: now },
});

/** Milliseconds until what is awaited for so long already is asked for again: the longer it is awaited, the less often. */
export const calmWait = (awaited: number): number =>
  Math.min(Math.max(ATTENDED_DELAY, awaited * CALM_SHARE), CALM_MAX);
