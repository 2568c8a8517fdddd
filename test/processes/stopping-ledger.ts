/** The ledger, with a point before and after each durable change of an order. */
import * as real from "../../server/ledger/open.ts";
import type { Order } from "../../server/rows/order.ts";
import { learn, pass } from "./stop.ts";

export const openLedger: typeof real.openLedger = async (...args) => {
  const ledger = await real.openLedger(...args);
  const note = ({ order_id, known }: Order): void => {
    for (const { redemption_id } of known.attempts) if (redemption_id) learn(redemption_id, order_id);
  };
  return {
    ...ledger,
    async readOrder(key) {
      const row = await ledger.readOrder(key);
      if (row) note(row.order);
      return row;
    },
    async createOrder(order, session) {
      pass(order.order_id, "create", "before");
      const made = await ledger.createOrder(order, session);
      pass(order.order_id, "create", "after");
      return made;
    },
    async replaceOrder(order, ...more) {
      note(order);
      pass(order.order_id, "write", "before");
      const stored = await ledger.replaceOrder(order, ...more);
      pass(order.order_id, "write", "after");
      return stored;
    },
    async succeedOrder(marked, next) {
      pass(marked.order_id, "succeed", "before");
      const done = await ledger.succeedOrder(marked, next);
      pass(marked.order_id, "succeed", "after");
      return done;
    },
  };
};
