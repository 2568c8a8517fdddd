/** A server before a simulated service, whose ledger can be lost in the middle of a test. */
import { afterEach, beforeEach, expect } from "vitest";
import { MINUTE } from "../../support/rewards.ts";
import { createWorld, type World } from "../../support/world.ts";

export const OPERATOR_KEY = "operator-key-0123456789abcdef0123456789";

export interface LosableWorld {
  /** The server of now: another one after each loss. */
  readonly world: World;
  /** A new server with an empty ledger before the same service, in service again when no list can lag behind any more. */
  lose(): Promise<void>;
  /** The order waits for a person, and shows nothing of what the service has under its ids. */
  withheld(order_id: string): Promise<void>;
}

/** A fresh one for each test of the file. */
export function losableWorld(): LosableWorld {
  let world: World;
  beforeEach(async () => {
    world = await createWorld({ LIMIT_SESSION_PER_MINUTE: "10000" });
  });
  afterEach(() => world.close());
  return {
    get world() {
      return world;
    },
    async lose() {
      await world.close();
      world = await createWorld({ OPERATOR_KEY }, { service: world.service });
      await world.pass(3 * MINUTE);
    },
    async withheld(order_id) {
      expect(await world.ledger.readOrder({ site: "shop", order_id })).toMatchObject({
        attention: "other_user",
      });
      expect(world.control.codes()).toHaveLength(1);
    },
  };
}
