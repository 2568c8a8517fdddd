/** Rule 16: whose a redemption is, as the service's lists tell it. */
import { describe, expect, it } from "vitest";
import type { Fulfillment } from "../../../server/fulfillment/client.ts";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import { sight } from "../../../server/redemption/ownership.ts";
import { CLOCK_SPREAD, LIST_LAG } from "../../../server/timing.ts";
import { redemption } from "./observations.ts";
import { NOW, order } from "./orders.ts";

const OWNER = order().pins.email;
const unknown = (changed_at: number): Redemption => {
  const { is_own_users: _, ...found } = redemption({ id: "AAAAA-00009", order_id: "shop.o-1.2", changed_at });
  return found;
};
const old = unknown(NOW - LIST_LAG - CLOCK_SPREAD - 1);

/** Whose `found` is, where the service lists it for `email`, and overlooks its filter in the lists of these numbers. */
async function sighted(
  found: Redemption,
  email: string | null,
  { overlooks = [] }: { readonly overlooks?: readonly number[] } = {},
): Promise<{ readonly is_own_users: boolean | undefined; readonly lists: number }> {
  let lists = 0;
  const findUserRedemptions: Fulfillment["findUserRedemptions"] = async (filter) => {
    lists += 1;
    return filter.email === email || overlooks.includes(lists) ? [found] : [];
  };
  const fulfillment = { findUserRedemptions, serviceNow: () => NOW } as unknown as Fulfillment;
  const [seen] = await sight(order(), [found], { fulfillment });
  return { is_own_users: seen?.is_own_users, lists };
}

describe("a redemption that the ledger does not know", () => {
  it("is the user's if the service lists it for that address and not for NOBODY", async () => {
    expect(await sighted(old, OWNER)).toEqual({ is_own_users: true, lists: 3 });
  });

  it("is another's where the service does not list it for the user, longer than a list lags", async () => {
    expect(await sighted(old, "other@example.com")).toEqual({ is_own_users: false, lists: 1 });
    expect((await sighted(unknown(NOW), "other@example.com")).is_own_users).toBeUndefined();
  });

  it("is nobody's yet where the list was asked for before the lag was over, however late it was answered", async () => {
    let now = NOW;
    const findUserRedemptions: Fulfillment["findUserRedemptions"] = async () => {
      now += LIST_LAG;
      return [];
    };
    const fulfillment = { findUserRedemptions, serviceNow: () => now } as unknown as Fulfillment;
    const [seen] = await sight(order(), [unknown(NOW - CLOCK_SPREAD - 1)], { fulfillment });
    expect(seen?.is_own_users).toBeUndefined();
  });

  it("is not the user's where only the second of their lists has it", async () => {
    const mine = { ...old, id: "AAAAA-00008" };
    let lists = 0;
    const findUserRedemptions: Fulfillment["findUserRedemptions"] = async ({ email }) => {
      lists += 1;
      return email === OWNER ? (lists === 1 ? [mine] : [mine, old]) : [];
    };
    const fulfillment = { findUserRedemptions, serviceNow: () => NOW } as unknown as Fulfillment;
    const seen = await sight(order(), [mine, old], { fulfillment });
    expect(seen.map(({ is_own_users }) => is_own_users)).toEqual([true, false]);
  });

  it("had a code where either list shows one", async () => {
    const failed: Redemption = { ...unknown(NOW - 2), state: "failed", has_codes: true };
    const users: Redemption = { ...unknown(NOW - 1), state: "refunded" };
    const findUserRedemptions: Fulfillment["findUserRedemptions"] = async ({ email }) =>
      email === OWNER ? [users] : [];
    const fulfillment = { findUserRedemptions, serviceNow: () => NOW } as unknown as Fulfillment;
    const [seen] = await sight(order(), [failed], { fulfillment });
    expect(seen).toMatchObject({ is_own_users: true, state: "refunded", was_redeemed: true });
  });

  it.each([
    ["the user's list", 1, "refunded"],
    ["the list that found it", -1, "booked"],
  ])("is as %s says where the service changed it later there", async (_, later, state) => {
    const found = unknown(NOW - 2);
    const users: Redemption = { ...found, state: "refunded", changed_at: NOW - 2 + later };
    const fulfillment = {
      findUserRedemptions: async ({ email }: { readonly email: string }) => (email === OWNER ? [users] : []),
      serviceNow: () => NOW,
    } as unknown as Fulfillment;
    const [seen] = await sight(order(), [found], { fulfillment });
    expect(seen).toMatchObject({ is_own_users: true, state });
  });

  it("has no owner yet, and is marked as unfiltered, if the service ignores the filter", async () => {
    const fulfillment = {
      findUserRedemptions: async () => [old],
      serviceNow: () => NOW,
    } as unknown as Fulfillment;
    const [seen] = await sight(order(), [old], { fulfillment });
    expect(seen).toEqual({ ...old, is_unfiltered: true });
  });

  it.each([[[1]], [[2]], [[1, 2]], [[1, 2, 3]]])(
    "is not known to be the user's where the filter is overlooked in lists %j of the three",
    async (overlooks) => {
      expect((await sighted(old, "other@example.com", { overlooks })).is_own_users).not.toBe(true);
    },
  );
});
