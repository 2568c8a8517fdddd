/** The orders of grants and of members, in every ledger. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import type { GrantPart, Order, Row } from "../../../server/rows/order.ts";
import { eachLedger } from "./each-ledger.ts";
import { keyOf, NOW, order } from "./rows.ts";

const GRANT: GrantPart = {
  amount: "100",
  currency: "USD",
  rewards_max: 10,
  is_succeeded: false,
  is_closed: false,
};
const grant = { site: "shop", grant_id: "g" };
const FREE = { kind: "free" } as const;
const idsOf = (rows: readonly Row[]): string[] => rows.map(({ order: { order_id } }) => order_id);

eachLedger((opened) => {
  let ledger: Ledger;
  let other: Ledger;
  beforeEach(() => {
    ({ ledger, other } = opened);
  });
  const store = async (order_id: string, change: Partial<Order> = {}, at = NOW): Promise<Order> => {
    const row = order({ order_id, created_at: at, updated_at: at, ...change });
    expect(await ledger.createOrder(row)).toBe(true);
    return row;
  };
  const succeeded = (row: Order): Order => ({ ...row, grant: { ...GRANT, is_succeeded: true } });

  describe("the orders of a grant", () => {
    it("are a chain in the order of their places, also beyond the ninth", async () => {
      for (const k of [2, 10, 1, 9]) await store(`g~${k}`, { grant: GRANT });
      await store("g2~1", { grant: GRANT });
      await store("g", {});
      expect(idsOf(await other.chainOf(grant))).toEqual(["g~1", "g~2", "g~9", "g~10"]);
      expect(await other.lastOfGrant(grant)).toBe("g~10");
      expect(await other.lastOfGrant({ site: "shop", grant_id: "none" })).toBeUndefined();
      expect(await other.chainOf({ site: "elsewhere", grant_id: "g" })).toEqual([]);
    });

    it("are continued with the mark of the last one, or not at all", async () => {
      const first = await store("g~1", { grant: GRANT });
      const next = order({ order_id: "g~2", grant: GRANT });
      expect(await ledger.succeedOrder(succeeded(first), next)).toBe(true);
      expect(idsOf(await other.chainOf(grant))).toEqual(["g~1", "g~2"]);
      expect((await other.readOrder(keyOf("g~1")))?.order).toMatchObject({
        version: 2,
        grant: { is_succeeded: true },
      });
      const third = order({ order_id: "g~3", grant: GRANT });
      expect(await other.succeedOrder(succeeded(first), third)).toBe(false);
      expect(await other.readOrder(keyOf("g~3"))).toBeUndefined();
    });

    it("are continued once, however many instances do it at the same moment", async () => {
      const first = await store("g~1", { grant: GRANT });
      const nexts = Array.from({ length: 8 }, () => order({ order_id: "g~2", grant: GRANT }));
      const done = await Promise.all(
        nexts.map((next, n) =>
          (n % 2 ? ledger : other).succeedOrder(succeeded(first), next).catch(() => false),
        ),
      );
      expect(done.filter(Boolean)).toHaveLength(1);
      expect(idsOf(await ledger.chainOf(grant))).toEqual(["g~1", "g~2"]);
    });
  });

  describe("a site's orders", () => {
    it("are listed newest first, by member, grant, state and change, and on from any of them", async () => {
      await store("a", { user_id: "m", state: "redeemed" }, NOW);
      await store("b", { user_id: "n", state: "open" }, NOW + 1);
      await store("g~1", { user_id: "m", state: "open", grant: GRANT }, NOW + 2);
      const ids = async (filter: Parameters<Ledger["ordersOf"]>[1], limit = 9) =>
        idsOf(await other.ordersOf("shop", filter, limit));
      expect(await ids({})).toEqual(["g~1", "b", "a"]);
      expect(await ids({}, 2)).toEqual(["g~1", "b"]);
      expect(await ids({ after: "b" })).toEqual(["a"]);
      expect(await ids({ user_id: "m" })).toEqual(["g~1", "a"]);
      expect(await ids({ grant_id: "g" })).toEqual(["g~1"]);
      expect(await ids({ state: "open", updated_after: NOW + 1 })).toEqual(["g~1"]);
      expect(await ids({ user_id: "m", state: "redeemed" })).toEqual(["a"]);
      expect(idsOf(await other.ordersOf("elsewhere", {}, 9))).toEqual([]);
    });
  });

  describe("a member's rewards", () => {
    it("are those that were given, the newest one first, and on from any of them", async () => {
      await store("a", { user_id: "m", given_at: NOW + 5, state: "redeemed" });
      await store("b", { user_id: "m", given_at: NOW + 9, state: "refunded" });
      await store("c", { user_id: "m", given_at: null, state: "open" });
      await store("d", { user_id: "n", given_at: NOW + 7, state: "redeemed" });
      const ids = async (filter: Parameters<Ledger["rewardsOf"]>[1]) =>
        idsOf(await other.rewardsOf("shop", filter, 9));
      expect(await ids({ user_id: "m" })).toEqual(["b", "a"]);
      expect(await ids({ user_id: "m", after: "b" })).toEqual(["a"]);
      expect(idsOf(await other.openOrdersOf("shop", "m", 9))).toEqual(["c"]);
    });

    it("wait with the orders of a grant, whatever their state", async () => {
      await store("g~1", { user_id: "m", given_at: NOW, state: "redeemed", grant: GRANT }, NOW);
      await store("g~2", { user_id: "m", state: "open", grant: GRANT }, NOW + 1);
      expect(idsOf(await other.openOrdersOf("shop", "m", 9))).toEqual(["g~2", "g~1"]);
      expect(idsOf(await other.rewardsOf("shop", { grant_id: "g" }, 9))).toEqual(["g~1"]);
    });
  });

  it("rows of this release need no columns anew, also after a change", async () => {
    const row = await store("o-1");
    await ledger.replaceOrder({ ...row, user_id: "m" }, FREE);
    expect(await other.ordersOfOlderReleases(9)).toEqual([]);
    expect(idsOf(await other.ordersOf("shop", { user_id: "m" }, 9))).toEqual(["o-1"]);
  });
});
