/**
 * Codes that come after the redeem: a service may say `redeemed` seconds before it shows them. They are read again for a
 * minute before a person is called, and from time to time after that. Pure. Source: contract, `codes`.
 */
import { lacksCodes } from "../../shared/usages.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { ATTENDED_DELAY, CODES_RETRY_MAX, CODES_RETRY_SHARE, CODES_WITHIN } from "../timing.ts";
import { type Attempt, type Order, withAttempt } from "./model.ts";
import { later, reach, since } from "./moves.ts";

/**
 * It is redeemed. Its codes may come seconds later: until they are there, or have been waited for, the outcome is not
 * complete, and the redemption is read again.
 */
export function redeem(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  if (!lacksCodes(redemption.codes))
    return reach(order, { ...attempt, codeless_since: undefined }, "redeemed");
  const codeless_since = since(attempt.codeless_since, now);
  const codeless = withAttempt(order, attempt.n, { codeless_since });
  const isWaited = now >= codeless_since + CODES_WITHIN;
  if (!isWaited) return withAttempt(codeless, attempt.n, later(attempt, now));
  const redeemed = reach(codeless, { ...attempt, codeless_since }, "redeemed");
  return absorbLateCodes(redeemed, { ...attempt, codeless_since }, redemption, now);
}

/**
 * A link of which was said that its code is made, and which its user has not opened all the same: a reading may lag behind. It
 * is read again for as long as codes may come, and is unopened then.
 */
export function absorbUnopened(order: Order, attempt: Attempt, now: number): Order {
  if (attempt.codeless_since === undefined) return order;
  const codeless_since = since(attempt.codeless_since, now);
  const isWaited = now >= codeless_since + CODES_WITHIN;
  return withAttempt(
    order,
    attempt.n,
    isWaited ? { codeless_since: undefined } : { codeless_since, ...later(attempt, now) },
  );
}

/**
 * Codes of a redeemed redemption that are waited for: a person is called in time, and is not needed when they come. Whoever
 * released it has seen to what they lack.
 */
export function absorbLateCodes(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  const { n } = attempt;
  const codeless_since = since(attempt.codeless_since, now);
  if (lacksCodes(redemption.codes)) {
    const missing = now - codeless_since;
    if (missing < CODES_WITHIN) return withAttempt(order, n, { codeless_since, ...later(attempt, now) });
    const wait = Math.min(Math.max(ATTENDED_DELAY, missing * CODES_RETRY_SHARE), CODES_RETRY_MAX);
    return withAttempt(order, n, { unreadable: true, wait_until: Math.ceil(now + wait) });
  }
  return withAttempt(order, n, {
    codeless_since: undefined,
    unreadable: undefined,
    wait_until: 0,
    tries: 0,
  });
}
