/** The ledger, with a point before and after each durable change of an order. */
import * as real from "../../server/ledger/open.ts";
import type { Order } from "../../server/redemption/model.ts";
import { claim, learn, pass } from "./stop.ts";

export const openLedger: typeof real.openLedger = async (...args) => {
  const ledger = await real.openLedger(...args);
  const noting = (order: Order | undefined): void => {
    for (const { redemption_id } of order?.attempts ?? [])
      if (redemption_id) learn(redemption_id, order?.order_id ?? "");
  };
  // The last announcement of each order as it was read: another one in a write is this process's own.
  const read = new Map<string, number | undefined>();
  const announcedAt = (order: Order | undefined): number | undefined =>
    order?.attempts.at(-1)?.sends.findLast(({ outcome }) => outcome === "unanswered")?.at;
  return {
    ...ledger,
    async readOrder(key) {
      const order = await ledger.readOrder(key);
      noting(order);
      if (order) read.set(order.order_id, announcedAt(order));
      return order;
    },
    async createOrder(order, session) {
      pass(order.order_id, "create", "before");
      const made = await ledger.createOrder(order, session);
      pass(order.order_id, "create", "after");
      return made;
    },
    async replaceOrder(order) {
      noting(order);
      const at = announcedAt(order);
      if (at !== undefined && at !== read.get(order.order_id)) claim(order.order_id, true);
      pass(order.order_id, "write", "before");
      const stored = await ledger.replaceOrder(order);
      if (at === undefined) claim(order.order_id, false);
      pass(order.order_id, "write", "after");
      return stored;
    },
  };
};
