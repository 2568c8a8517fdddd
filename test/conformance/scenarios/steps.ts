/** Steps shared by several scenarios. */
import type { Order } from "../api.ts";
import type { Ctx } from "../check.ts";
import type { Answer } from "../exchange.ts";
import { NothingMade } from "../judge.ts";
import { LIST_LOOKS, LIST_PAUSE_MS } from "../limits.ts";
import { dataOf, idOf, itemsOf, member } from "../reading.ts";

/**
 * The redemption's id in an answer. A scenario cannot go on without an id.
 * @throws NothingMade
 */
export function requireId(answer: Answer): string {
  const id = idOf(dataOf(answer));
  if (id === undefined) throw new NothingMade(answer);
  return id;
}

/** The items of List redemptions with this order's id, filtered by it. */
export async function redemptionsOf(ctx: Ctx, order: Order): Promise<unknown[]> {
  const answer = await ctx.api.redemptions(order.promotion, { order_id: order.orderId });
  return itemsOf(answer).filter((item) => member(item, "order_id") === order.orderId);
}

/** Reads a list again until it has the required item, because lists may lag. */
export async function listedOnce(ctx: Ctx, read: () => Promise<Answer>, isIt: (item: unknown) => boolean) {
  let answer = await read();
  for (let looks = 1; looks < LIST_LOOKS && !itemsOf(answer).some(isIt); looks++) {
    await ctx.pause(LIST_PAUSE_MS);
    answer = await read();
  }
  return answer;
}
