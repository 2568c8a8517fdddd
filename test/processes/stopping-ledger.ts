/** The ledger, with a point before and after each durable change of an order. */
import * as real from "../../server/ledger/open.ts";
import type { Order } from "../../server/redemption/model.ts";
import { learn, pass } from "./stop.ts";

export const openLedger: typeof real.openLedger = async (...args) => {
  const ledger = await real.openLedger(...args);
  const noting = (order: Order | undefined): void => {
    for (const { redemption_id } of order?.attempts ?? [])
      if (redemption_id) learn(redemption_id, order?.order_id ?? "");
  };
  return {
    ...ledger,
    async readOrder(key) {
      const order = await ledger.readOrder(key);
      noting(order);
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
      pass(order.order_id, "write", "before");
      const stored = await ledger.replaceOrder(order);
      pass(order.order_id, "write", "after");
      return stored;
    },
  };
};
