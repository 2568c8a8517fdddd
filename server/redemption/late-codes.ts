/**
 * Codes that come after the Redeem: a service may say `redeemed` seconds before it shows the codes. The codes are read again for a
 * minute; then the order needs a person, and the readings go on from time to time. Pure. Source: contract, `codes`.
 */

import { lacksCodes } from "../../shared/usages.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { CODES_WITHIN } from "../timing.ts";
import { type Attempt, type Order, withAttempt } from "./model.ts";
import { reach } from "./moves.ts";
import { calmWait, later } from "./repeat.ts";

/**
 * Absorbs a redeemed redemption. For a minute the codes may be missing: the attempt keeps its phase, and the redemption is read
 * again. After that the order is redeemed without codes and needs a person, and the readings go on with longer waits.
 */
export function absorbCodes(order: Order, attempt: Attempt, redemption: Redemption, now: number): Order {
  const { n, evidence, retry } = attempt;
  if (!lacksCodes(redemption.codes)) {
    const isAwaited = evidence.codeless_since !== undefined;
    return withAttempt(reach(order, attempt, "redeemed"), n, {
      evidence: { codeless_since: undefined, unreadable: isAwaited ? undefined : evidence.unreadable },
    });
  }
  const codeless_since = evidence.codeless_since ?? now;
  const missing = now - codeless_since;
  if (missing < CODES_WITHIN)
    return withAttempt(order, n, { evidence: { codeless_since }, ...later(attempt, now) });
  return withAttempt(reach(order, attempt, "redeemed"), n, {
    evidence: { codeless_since, unreadable: true },
    retry: { ...retry, until: Math.ceil(now + calmWait(missing)) },
  });
}

/**
 * A link is unopened although an earlier reading showed that its code is made: either reading may lag. The redemption is read again
 * for as long as codes may come; after that the link counts as unopened.
 */
export function absorbUnopened(order: Order, attempt: Attempt, now: number): Order {
  const { codeless_since } = attempt.evidence;
  if (codeless_since === undefined) return order;
  const isWaited = now >= codeless_since + CODES_WITHIN;
  const change = isWaited ? { evidence: { codeless_since: undefined } } : later(attempt, now);
  return withAttempt(order, attempt.n, change);
}
