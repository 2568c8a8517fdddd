/** Rows of orders for the tests of the ledger, which knows nothing of what they mean. */
import {
  type Attempt,
  newOrder,
  type Order,
  type Pins,
  UNPINNED,
  UNSEEN,
  withKnown,
} from "../../../server/rows/order.ts";

/** Epoch ms. */
export const NOW = Date.UTC(2026, 0, 5, 12);
export const SKU = "GIFT-30";
export const EMAIL = "user@example.com";

export const PINS: Pins = {
  promotion_id: "4001",
  email: EMAIL,
  delivery: "redeem",
  ...UNPINNED,
};

export const keyOf = (order_id: string, site = "shop") => ({ site, order_id });

/** An order of the shop, `o-1` where the change says nothing else. */
export const order = (change: Partial<Order> = {}): Order => ({
  ...newOrder(keyOf("o-1"), PINS, {}, NOW),
  ...change,
});

export const attempt = (change: Partial<Attempt> = {}): Attempt => ({
  ...UNSEEN,
  n: 1,
  upstream_order_id: "shop.o-1.1",
  sku: SKU,
  amount: null,
  reward_name: "A gift",
  currency: null,
  opened_at: NOW,
  confirmed_at: null,
  phase: "held",
  ...change,
});

/** The order with a redemption for each id, of attempts 1, 2, … */
export const claiming = (row: Order, ...ids: string[]): Order =>
  withKnown(row, { attempts: ids.map((redemption_id, at) => attempt({ n: at + 1, redemption_id })) });
