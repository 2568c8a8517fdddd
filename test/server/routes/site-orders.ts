/** A site's backend and its orders: its requests, and the way of an order into each state. */
import { MINUTE, SKU } from "../../support/rewards.ts";
import { type Answer, type Browser, SITE_KEY, type World } from "../../support/world.ts";

export interface SiteOrders {
  /** Asks below `/v1/orders/`, with the site's key where no other is given. */
  ask(path: string, method?: string, key?: string): Promise<Answer>;
  /** The id that the order's redemption has at the service. */
  referenceOf(order: string): Promise<string>;
  book(order: string, delivery?: string): Promise<Browser>;
  /** Brings an order named `o` into the state that is the key. */
  readonly reach: Readonly<Record<string, () => Promise<Browser>>>;
}

/** @param world the one of the test that runs */
export function siteOrdersIn(world: () => World): SiteOrders {
  const ask = (path: string, method = "POST", key = SITE_KEY): Promise<Answer> =>
    world().request(`/v1/orders/${path}`, { method, headers: { Authorization: `Bearer ${key}` } });
  const referenceOf = async (order: string): Promise<string> =>
    String((await ask(order, "GET")).data.reference);

  const book = async (order: string, delivery?: string): Promise<Browser> => {
    const browser = await world().browser({
      order_id: order,
      ttl_seconds: 3600,
      ...(delivery && { delivery }),
    });
    await browser.post("/v1/order/book", { sku: SKU });
    return browser;
  };
  const reach: Record<string, () => Promise<Browser>> = {
    open: () => world().browser({ order_id: "o" }),
    booked: () => book("o"),
    async redeemed() {
      const browser = await book("o");
      await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
      return browser;
    },
    async activated() {
      const browser = await book("o", "activate");
      await browser.post("/v1/order/activate", { attempt: 1, sku: SKU });
      return browser;
    },
    async notified() {
      const browser = await world().browser({ order_id: "o", delivery: "notify", promotion_id: "4008" });
      await browser.post("/v1/order/notify", { sku: SKU });
      return browser;
    },
    /** Confirmed, and no answer yet. */
    async processing() {
      const browser = await book("o");
      world().control.fault({ operation: "redeem", kind: "late", delay_ms: 5 * MINUTE, times: "always" });
      await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
      return browser;
    },
    /** Neither a repeat nor a Cancel helped for half an hour. */
    async failed() {
      const { control } = world();
      const browser = await book("o", "activate");
      control.fault({ operation: "activate", kind: "state", state: "failed", times: "always" });
      control.fault({ operation: "cancel", kind: "invalid_request", times: "always" });
      await browser.post("/v1/order/activate", { attempt: 1, sku: SKU });
      await world().pass(32 * MINUTE);
      control.clearFaults();
      return browser;
    },
    async denied() {
      const browser = await reach.activated?.();
      world().control.forceState(await referenceOf("o"), "denied");
      await world().pass(6_000);
      await ask("o", "GET");
      return browser as Browser;
    },
    async refunded() {
      const browser = await reach.redeemed?.();
      await ask("o/refund");
      return browser as Browser;
    },
    async canceled() {
      const browser = await reach.open?.();
      await ask("o/cancel");
      return browser as Browser;
    },
  };
  return { ask, referenceOf, book, reach };
}
