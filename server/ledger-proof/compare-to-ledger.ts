/**
 * Compares the service's redemptions with the ledger: a redemption of one of our sites must be known, and must not have gone
 * further than this ledger's calls lead. Source: integrity rule 15.
 */

import type { Redemption } from "../fulfillment/schemas.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { mayHaveReward } from "../redemption/attempt-facts.ts";
import { isReward, mayBeLink } from "../redemption/hold-or-link.ts";
import type { Attempt, Order, OrderKey } from "../redemption/model.ts";
import { attemptNumberOf, orderIdOf } from "../redemption/upstream-order-id.ts";
import { CLOCK_SPREAD, UNFINISHED_MAX } from "../timing.ts";

export interface CompareOptions {
  readonly ledger: Pick<Ledger, "readOrder" | "orderOfRedemption" | "dueOrders">;
  readonly sites: readonly string[];
  /** Service time, epoch ms. */
  readonly now: number;
}

/** @returns the upstream order id of the first redemption that the ledger lacks; undefined if it lacks none */
export async function compareToLedger(
  redemptions: readonly Redemption[],
  { ledger, sites, now }: CompareOptions,
): Promise<string | undefined> {
  for (const redemption of redemptions) {
    const { id, order_id: upstream } = redemption;
    if (upstream === undefined) continue;
    const site = upstream.slice(0, Math.max(0, upstream.indexOf(".")));
    if (!sites.includes(site)) continue;
    // By redemption id if the ledger knows the id; else by order id.
    const key = await ledger.orderOfRedemption(id);
    const order_id =
      key?.order_id ?? orderIdOf(site, upstream) ?? (await unfinishedOf(site, upstream, ledger));
    const order = order_id === undefined ? undefined : await ledger.readOrder({ site, order_id });
    if (!order || !knows(order, redemption, upstream, now)) return upstream;
  }
  return undefined;
}

/**
 * The unfinished order whose digest is in an upstream order id. Only unfinished orders are searched: only for them the ledger may
 * not know the redemption's id yet.
 */
async function unfinishedOf(
  site: string,
  upstream: string,
  ledger: CompareOptions["ledger"],
): Promise<string | undefined> {
  const unfinished = await ledger.dueOrders(Number.MAX_SAFE_INTEGER, UNFINISHED_MAX);
  const isNamed = (key: OrderKey): boolean =>
    key.site === site && attemptNumberOf(site, key.order_id, upstream) !== undefined;
  return unfinished.find(isNamed)?.order_id;
}

/** Whether a row has the redemption's attempt, and sent the calls that lead to the redemption's state. */
function knows(order: Order, redemption: Redemption, upstream: string, now: number): boolean {
  const n = attemptNumberOf(order.site, order.order_id, upstream);
  const attempt = order.attempts.find((each) => each.n === n && each.upstream_order_id === upstream);
  // A Book that never left frees its number, so an attempt without calls proves nothing.
  if (!attempt || (attempt.redemption_id === null && attempt.sends.length === 0)) return false;
  if (attempt.redemption_id !== null && attempt.redemption_id !== redemption.id) return false;
  // Only a confirmation leads to a code, or to a link.
  const isOut = isReward(order, attempt, redemption, { now }) || mayBeLink(order, attempt, redemption);
  return !isOut || mayHaveCode(attempt);
}

const mayHaveCode = (attempt: Attempt): boolean => mayHaveReward(attempt) || attempt.phase === "stopped";

/** Whether each redemption changed no later than the one before; the service's times have whole seconds. */
export function isDescending(redemptions: readonly Redemption[]): boolean {
  return redemptions.every(({ changed_at }, index) => {
    const before = index === 0 ? changed_at : redemptions[index - 1]?.changed_at;
    return changed_at !== undefined && before !== undefined && changed_at <= before + CLOCK_SPREAD;
  });
}

/** Whether the list is descending, and visibly so: a list of equal times may as well be ascending. */
export function isFalling(redemptions: readonly Redemption[]): boolean {
  const [first, last] = [redemptions[0]?.changed_at, redemptions.at(-1)?.changed_at];
  const falls = first !== undefined && last !== undefined && last < first - CLOCK_SPREAD;
  return falls && isDescending(redemptions);
}
