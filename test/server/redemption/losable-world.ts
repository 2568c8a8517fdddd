/** A server before a simulated service, whose ledger can be lost in the middle of a test. */
import { expect } from "vitest";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import type { World } from "../../support/world.ts";

export const OPERATOR_KEY = "operator-key-0123456789abcdef0123456789";

export interface LosableWorld {
  /** The server of now: another one after each loss. */
  readonly world: World;
  /** A new server with an empty ledger before the same service, in service again when no list can lag behind any more. */
  lose(): Promise<void>;
  /** A user redeems the order, and the ledger is lost. `refused`: bookings of it that the service refuses first. */
  redeemAndLose(order_id: string, before?: { readonly refused: number }): Promise<void>;
  /** The order waits for a person, and shows no data of the service's redemptions under its ids. */
  withheld(order_id: string): Promise<void>;
}

/** A fresh one for each test of the file. */
export function losableWorld(): LosableWorld {
  useWorld({ LIMIT_SESSION_PER_MINUTE: "10000" });
  async function lose(): Promise<void> {
    await anotherWorld({ OPERATOR_KEY }, { service: world.service });
    await world.pass(3 * MINUTE);
  }
  return {
    get world() {
      return world;
    },
    lose,
    async redeemAndLose(order_id, { refused } = { refused: 0 }) {
      const browser = await world.browser({ order_id });
      if (refused > 0) world.control.fault({ operation: "book", kind: "invalid_request", times: refused });
      for (let book = 0; book <= refused; book++) await browser.post("/v1/order/book", { sku: SKU });
      await browser.post("/v1/order/redeem", { attempt: refused + 1, sku: SKU });
      expect(world.control.codes()).toHaveLength(1);
      await lose();
    },
    async withheld(order_id) {
      expect(await world.ledger.readOrder({ site: "shop", order_id })).toMatchObject({
        attention: "other_user",
      });
      expect(world.control.codes()).toHaveLength(1);
    },
  };
}
