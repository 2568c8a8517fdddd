/**
 * Finds out whose an unknown redemption is. An order id alone proves nothing, because another environment may share the account,
 * and any caller can choose an id. A redemption that does not answer the attempt's own call is taken over and shown only if the
 * service lists it for the order's own e-mail address. Source: integrity rule 16.
 */

import type { Clock } from "../clock.ts";
import type { Fulfillment } from "../fulfillment/client.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { CLOCK_SPREAD, LIST_LAG } from "../timing.ts";
import type { Order } from "./model.ts";
import { withCode } from "./redemption-facts.ts";

/** An observed redemption, with its owner if known. */
export interface Sighting extends Redemption {
  /** Whether the service lists the redemption for the order's own user; absent if that is not known, or not yet. */
  readonly is_own_users?: boolean;
  /** The owner is not known, because the service ignored the filter `email`. */
  readonly is_unfiltered?: true;
  /** The catalog's name of the reward, if it is not the chosen reward. */
  readonly reward_name?: string;
}

export interface OwnershipOptions {
  readonly fulfillment: Fulfillment;
  readonly clock?: Pick<Clock, "now">;
  /** The name of a reward in the order's promotion; undefined if the catalog lacks it. */
  readonly nameOf?: (order: Order, sku: string) => Promise<string | undefined>;
}

/**
 * An address that no user has. If the list for it is not empty, the service ignores the filter, and being listed proves nothing.
 * Source: RFC 2606, `.invalid`.
 */
const NOBODY = "nobody@example.invalid";

/** The redemptions with their owners; no question is asked about a redemption whose id the row has. @throws UpstreamError */
export async function sight(
  order: Order,
  found: readonly Redemption[],
  options: OwnershipOptions,
): Promise<Sighting[]> {
  const known = new Set(order.attempts.map(({ redemption_id }) => redemption_id));
  const unknown = found.filter(({ id }) => !known.has(id));
  const orderIds = [...new Set(unknown.map(({ order_id = "" }) => order_id))];
  // A list shows nothing that happened after its question.
  const askedAt = options.clock?.now() ?? Date.now();
  const listed = new Map(
    await Promise.all(
      orderIds.map(async (orderId) => [orderId, await listedForUser(order, orderId, options)] as const),
    ),
  );
  return Promise.all(
    found.map(async (redemption): Promise<Sighting> => {
      if (known.has(redemption.id)) return redemption;
      const users = listed.get(redemption.order_id ?? "");
      if (!users) return { ...redemption, is_unfiltered: true };
      const own = users.find(({ id }) => id === redemption.id);
      const is_own_users = own ? true : isLongThere(redemption, askedAt) ? false : undefined;
      const reward_name = own && (await nameOf(order, redemption, options));
      return { ...laterOf(redemption, own), is_own_users, ...(reward_name !== undefined && { reward_name }) };
    }),
  );
}

/**
 * The later of two readings of one redemption, by the service's time of change, with a code if either reading shows one: each may
 * lag.
 */
export function laterOf(first: Redemption, second = first): Redemption {
  const isLater = (second.changed_at ?? 0) > (first.changed_at ?? Number.POSITIVE_INFINITY);
  const later = isLater ? second : first;
  return first.has_codes || second.has_codes ? withCode(later) : later;
}

/** Whether the redemption was older than the longest lag of a list when the list was asked for. */
const isLongThere = ({ changed_at }: Redemption, askedAt: number): boolean =>
  changed_at !== undefined && changed_at < askedAt - LIST_LAG - CLOCK_SPREAD;

/**
 * The redemptions that the service lists under an order id for the order's own user; undefined if its filter cannot be relied on.
 * The list for NOBODY is asked for between two lists for the user: if the service ignores the filter for a while, one of the three
 * lists shows it.
 */
async function listedForUser(
  { pins }: Order,
  orderId: string,
  { fulfillment }: OwnershipOptions,
): Promise<Redemption[] | undefined> {
  const { promotion_id: promotionId, email } = pins;
  if (email === null) return undefined;
  const find = (address: string) => fulfillment.findUserRedemptions({ promotionId, orderId, email: address });
  const first = await find(email);
  if (!first || first.length === 0) return first && [];
  const nobodys = await find(NOBODY);
  const second = nobodys?.length === 0 ? await find(email) : undefined;
  const isOfPromotion = (each: Redemption): boolean =>
    each.promotion_id === undefined || each.promotion_id === promotionId;
  const isListedTwice = ({ id }: Redemption): boolean => first.some((each) => each.id === id);
  return second?.filter((each) => isOfPromotion(each) && isListedTwice(each));
}

async function nameOf(
  order: Order,
  { sku }: Redemption,
  options: OwnershipOptions,
): Promise<string | undefined> {
  const isChosen = sku === undefined || order.attempts.some((attempt) => attempt.sku === sku);
  if (isChosen) return order.attempts.find((attempt) => attempt.sku === sku)?.reward_name;
  return options.nameOf?.(order, sku);
}
