/** The cleanup of a run: pending redemptions are canceled, debited ones are refunded, holds lapse by themselves. */
import type { Api, Order } from "./api.ts";
import { NoAnswer } from "./exchange.ts";
import { dataOf, idOf, itemsOf, member, text } from "./reading.ts";

export interface Left {
  readonly order_id: string;
  readonly state: string;
}

/** Handles only redemptions with an order id of this run, whatever a list shows. */
export async function tidy(api: Api, orders: readonly Order[]): Promise<Left[]> {
  const left: Left[] = [];
  for (const { promotion, orderId } of orders) {
    try {
      const listed = itemsOf(await api.redemptions(promotion, { order_id: orderId }));
      for (const item of listed.filter((each) => member(each, "order_id") === orderId)) {
        left.push({ order_id: orderId, state: await tidied(api, item) });
      }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      left.push({ order_id: orderId, state: "unknown" });
    }
  }
  return left;
}

/** Tidies a redemption, and returns its final state. */
async function tidied(api: Api, item: unknown): Promise<string> {
  const [id, state] = [idOf(item), member(item, "state")];
  const shown = text(state) ?? "unknown";
  if (id === undefined) return shown;
  if (state === "pending" || state === "failed") await api.cancel(id);
  if (state === "redeemed" || member(item, "debited") === true) await api.refund(id);
  return text(member(dataOf(await api.redemption(id)), "state")) ?? shown;
}
