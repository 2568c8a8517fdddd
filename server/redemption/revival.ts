/**
 * Attempts that may have a code, or get one, although another one may be confirmed. A person released them before they had ended
 * (`denied`, `failed` and the like may become `redeemed`, or `pending`); or they were given up, and a code or a link was seen; or only
 * the recovery lookup told of them. Before each new confirmation they are looked up (recovery-gate.ts, recovery-lookup.ts). From time
 * to time they are read, and so are the attempts that need a person. A code that comes then is what the order has, or the order needs
 * a person again. Pure. Source: integrity rule 4, I1 and I7.
 */

import { CALM_TRIES, REVISITED_FOR } from "../timing.ts";
import { isObserved } from "./evidence.ts";
import { isLinkSeen } from "./hold-or-link.ts";
import { type Attempt, attemptOf, type Order, withAttempt } from "./model.ts";
import { isFinal } from "./redemption-facts.ts";
import { calmWait } from "./repeat.ts";

export const mayRevive = (attempt: Attempt): boolean => {
  const { phase, released_at, evidence } = attempt;
  return (
    released_at !== undefined ||
    (phase === "given_up" &&
      (evidence.had_code === true || isLinkSeen(evidence) || mayBeConfirmedElsewhere(attempt))) ||
    (phase === "void" && !isFinal(evidence.state))
  );
};

/** Whether this ledger has sent nothing for it, and it has not ended: a lost ledger may have confirmed it. */
export const mayBeConfirmedElsewhere = ({ redemption_id, sends, evidence }: Attempt): boolean =>
  redemption_id !== null && sends.length === 0 && !isFinal(evidence.state);

/**
 * Whether it is read from time to time, because nobody waits for it (a request of the site reads it anyway) and its state is no end:
 * it may revive, or it needs a person, whom the service's next word may make needless.
 */
export function isRevisited(attempt: Attempt, now: number): boolean {
  const { phase, redemption_id, evidence, request } = attempt;
  const isLeft = ["void", "stopped", "given_up"].includes(phase) && !request;
  // What was paid for a canceled redemption may still be given back.
  const isEnded = isFinal(evidence.state) && !(evidence.state === "canceled" && evidence.billed);
  const mayChange = mayRevive(attempt) || phase === "stopped" || evidence.billed === true;
  return mayChange && isLeft && redemption_id !== null && !isEnded && now - leftAt(attempt) < REVISITED_FOR;
}

/**
 * The order after a reading of attempt `n`: where that is read from time to time, the wait for the next reading. Where something
 * has changed since the last answer, the next try is as soon as that of any other question, until it has long been in vain.
 */
export function revisitLater(order: Order, n: number, now: number): Order {
  const attempt = attemptOf(order, n);
  if (!attempt || !isRevisited(attempt, now)) return order;
  if (!isObserved(attempt) && attempt.retry.tries < CALM_TRIES) return order;
  const until = Math.ceil(now + calmWait(now - leftAt(attempt)));
  return withAttempt(order, n, { retry: { ...attempt.retry, until } });
}

const leftAt = ({ released_at, opened_at }: Attempt): number => released_at ?? opened_at;
