/** The calls of the recovery lookup to the service. */
import { expect, it } from "vitest";
import type { Fulfillment } from "../../../server/fulfillment/client.ts";
import { recoveryLookup } from "../../../server/redemption/recovery-lookup.ts";
import { redemption } from "./observations.ts";
import { attempt, order } from "./orders.ts";

it("goes through the user's redemptions in an order that no change alters", async () => {
  const row = order([attempt({ phase: "void", state: "canceled", sends: [] })], { current: null });
  const known = redemption({ state: "canceled" });
  const link = redemption({ id: "AAAAA-00002", order_id: "shop.o-1.2", state: "pending" });
  /** A service that lists what changed last first where no order is asked for; the link is opened between two pages. */
  async function* listRedemptions(
    _: string,
    { sort = "-updated_datetime" }: { readonly sort?: string } = {},
  ) {
    yield known;
    if (sort === "activation_datetime") yield { ...link, state: "redeemed" };
  }
  const fulfillment: Partial<Fulfillment> = {
    listRedemptions: listRedemptions as unknown as Fulfillment["listRedemptions"],
    findRedemptions: async () => [],
    findUserRedemptions: async ({ email }) => (email === row.pins.email ? [known, link] : []),
  };
  const confirmed = { ...row, attempts: [...row.attempts, attempt({ n: 3, phase: "linked" })] };
  const found = await recoveryLookup(confirmed, { fulfillment: fulfillment as Fulfillment, orderIdMax: 64 });
  expect(found.map(({ n }) => n)).toEqual([1, 2]);
});
