/**
 * Codes that come after the redeem: a service may say `redeemed` seconds before it shows them. They are read again for a
 * minute before a person is called, and from time to time after that. Pure. Source: contract, `codes`.
 */
import { lacksCodes } from "../../shared/usages.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { ATTENDED_DELAY, CODES_RETRY_MAX, CODES_RETRY_SHARE, CODES_WITHIN } from "../timing.ts";
import { type Attempt, type Order, withAttempt } from "./model.ts";
import { AT_ONCE, later, reach, since } from "./moves.ts";

/**
 * It is redeemed. Its codes may come seconds later: until they are there, or have been waited for, the outcome is not
 * complete, and the redemption is read again.
 */
export function redeem(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  const { n } = attempt;
  if (!lacksCodes(redemption.codes))
    return withAttempt(reach(order, attempt, "redeemed"), n, { evidence: { codeless_since: undefined } });
  const codeless_since = since(attempt.evidence.codeless_since, now);
  const codeless = withAttempt(order, n, { evidence: { codeless_since } });
  const isWaited = now >= codeless_since + CODES_WITHIN;
  return isWaited
    ? absorbAwaitedCodes(reach(codeless, attempt, "redeemed"), attempt, redemption, now)
    : withAttempt(codeless, n, later(attempt, now));
}

/**
 * A link of which was said that its code is made, and which its user has not opened all the same: a reading may lag behind. It
 * is read again for as long as codes may come, and is unopened then.
 */
export function absorbUnopened(order: Order, attempt: Attempt, now: number): Order {
  if (attempt.evidence.codeless_since === undefined) return order;
  const codeless_since = since(attempt.evidence.codeless_since, now);
  const isWaited = now >= codeless_since + CODES_WITHIN;
  return withAttempt(
    order,
    attempt.n,
    isWaited
      ? { evidence: { codeless_since: undefined } }
      : { evidence: { codeless_since }, ...later(attempt, now) },
  );
}

/**
 * Codes of a redeemed redemption that are waited for: a person is called in time, and is not needed when they come. Whoever
 * released it has seen to what they lack.
 */
export function absorbAwaitedCodes(
  order: Order,
  attempt: Attempt,
  redemption: Redemption,
  now: number,
): Order {
  const { n, retry } = attempt;
  if (!lacksCodes(redemption.codes))
    return withAttempt(order, n, {
      evidence: { codeless_since: undefined, unreadable: undefined },
      retry: AT_ONCE,
    });
  const codeless_since = since(attempt.evidence.codeless_since, now);
  const missing = now - codeless_since;
  if (missing < CODES_WITHIN)
    return withAttempt(order, n, { evidence: { codeless_since }, ...later(attempt, now) });
  const wait = Math.min(Math.max(ATTENDED_DELAY, missing * CODES_RETRY_SHARE), CODES_RETRY_MAX);
  return withAttempt(order, n, {
    evidence: { unreadable: true },
    retry: { ...retry, until: Math.ceil(now + wait) },
  });
}
