/**
 * Attempts that may have or get a code although another attempt may be confirmed: an operator released the attempt (`denied`,
 * `failed` and similar states may become `redeemed` or `pending`), it was given up and a code or link was seen, only the recovery
 * lookup found it, or it is void and its last state was not final. Before each call of a confirmation these attempts are looked up
 * (recovery-gate.ts, recovery-lookup.ts). If their redemption is known, they are read from time to time, as are attempts that need
 * a person. A code found then is the order's reward, or the order needs a person again. Pure.
 * Source: integrity rule 4, I1 and I7.
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

/**
 * Whether this ledger sent no call for the attempt, and its redemption is not final: a lost ledger may have confirmed the attempt.
 */
export const mayBeConfirmedElsewhere = ({ redemption_id, sends, evidence }: Attempt): boolean =>
  redemption_id !== null && sends.length === 0 && !isFinal(evidence.state);

/**
 * Whether the attempt is read from time to time. True for an attempt that has a redemption, may revive or needs a person, and whose
 * state is not final or is `canceled` although paid for. A pending site request reads the attempt anyway.
 */
export function isRevisited(attempt: Attempt, now: number): boolean {
  const { phase, redemption_id, evidence, request } = attempt;
  const isLeft = ["void", "stopped", "given_up"].includes(phase) && !request;
  // The payment for a canceled redemption may still be refunded.
  const isEnded = isFinal(evidence.state) && !(evidence.state === "canceled" && evidence.billed);
  const mayChange = mayRevive(attempt) || phase === "stopped" || evidence.billed === true;
  return mayChange && isLeft && redemption_id !== null && !isEnded && now - leftAt(attempt) < REVISITED_FOR;
}

/**
 * The order after a reading of attempt `n`: sets the wait for the next reading, if the attempt is read from time to time. An
 * attempt that changed since the last answer keeps the usual short waits, for its first CALM_TRIES tries.
 */
export function revisitLater(order: Order, n: number, now: number): Order {
  const attempt = attemptOf(order, n);
  if (!attempt || !isRevisited(attempt, now)) return order;
  if (!isObserved(attempt) && attempt.retry.tries < CALM_TRIES) return order;
  const until = Math.ceil(now + calmWait(now - leftAt(attempt)));
  return withAttempt(order, n, { retry: { ...attempt.retry, until } });
}

const leftAt = ({ released_at, opened_at }: Attempt): number => released_at ?? opened_at;
