/** The lists of orders of every ledger: due orders, orders that need a person, orders found by an e-mail address. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { order } from "../redemption/orders.ts";
import { eachLedger } from "./each-ledger.ts";

eachLedger((opened) => {
  let ledger: Ledger;
  beforeEach(() => {
    ({ ledger } = opened);
  });
  const key = { site: "shop", order_id: "o-1" };

  it("lists what is due, earliest first, and nothing at rest", async () => {
    await ledger.createOrder(order([], { order_id: "late", due_at: 300 }));
    await ledger.createOrder(order([], { order_id: "soon", due_at: 100 }));
    await ledger.createOrder(order([], { order_id: "next", due_at: 200 }));
    await ledger.createOrder(order([], { order_id: "rest", due_at: null }));
    expect((await ledger.dueOrders(200, 10)).map((each) => each.order_id)).toEqual(["soon", "next"]);
    expect(await ledger.dueOrders(200, 1)).toHaveLength(1);
    expect((await ledger.dueOrders(400, 10, 100.5)).map((each) => each.order_id)).toEqual(["next", "late"]);
    expect((await ledger.dueOrders(400, 10, 200)).map((each) => each.order_id)).toEqual(["late"]);
  });

  it("lists the orders that need a person", async () => {
    await ledger.createOrder(order([], { order_id: "fine" }));
    await ledger.createOrder(order([], { order_id: "sick", attention: "blocked" }));
    expect((await ledger.ordersNeedingAttention(10)).map((each) => each.order_id)).toEqual(["sick"]);
  });

  describe("of the orders that need a person", () => {
    const ids = (orders: readonly { order_id: string }[]): string =>
      orders.map((each) => each.order_id).join();
    beforeEach(async () => {
      await ledger.createOrder(order([], { order_id: "fine" }));
      for (const [order_id, site, attention, attention_since] of [
        ["c", "shop", "blocked", 300],
        ["a", "shop", "denied", 100],
        ["b", "portal", "denied", 200],
      ] as const)
        await ledger.createOrder(order([], { order_id, site, attention, attention_since }));
      // Of before it was noted: the last change counts.
      await ledger.createOrder(order([], { order_id: "old", attention: "failed", updated_at: 250 }));
    });

    it("shows a part, those that wait longest first, by site and reason", async () => {
      expect(ids(await ledger.ordersNeedingAttention(10))).toBe("a,b,old,c");
      expect(ids(await ledger.ordersNeedingAttention(2, { offset: 1 }))).toBe("b,old");
      expect(ids(await ledger.ordersNeedingAttention(10, { offset: 9 }))).toBe("");
      expect(ids(await ledger.ordersNeedingAttention(10, { site: "shop" }))).toBe("a,old,c");
      expect(ids(await ledger.ordersNeedingAttention(10, { reason: "denied" }))).toBe("a,b");
      expect(ids(await ledger.ordersNeedingAttention(10, { site: "portal", reason: "blocked" }))).toBe("");
    });

    it("orders what came to it, or left it, by a change as well", async () => {
      const fine = await ledger.readOrder({ site: "shop", order_id: "fine" });
      const first = await ledger.readOrder({ site: "shop", order_id: "a" });
      if (!fine || !first) throw new Error("no rows");
      await ledger.replaceOrder({ ...fine, attention: "expired", attention_since: 150, updated_at: 900 });
      await ledger.replaceOrder({ ...first, attention: null, attention_since: undefined, updated_at: 900 });
      expect(ids(await ledger.ordersNeedingAttention(10))).toBe("fine,b,old,c");
      expect((await ledger.standing()).attention).toContainEqual({ reason: "expired", count: 1, since: 150 });
    });

    it("counts them, by site and reason", async () => {
      expect(await ledger.countNeedingAttention({})).toBe(4);
      expect(await ledger.countNeedingAttention({ site: "shop" })).toBe(3);
      expect(await ledger.countNeedingAttention({ reason: "denied", site: "portal" })).toBe(1);
      expect(await ledger.countNeedingAttention({ reason: "expired" })).toBe(0);
    });

    it("says how things stand: by reason, and what is unfinished", async () => {
      expect(await ledger.standing()).toMatchObject({ unfinished: 0, due_at: null });
      await ledger.createOrder(order([], { order_id: "due", due_at: 500 }));
      await ledger.createOrder(order([], { order_id: "soon", due_at: 400 }));
      const { attention, ...others } = await ledger.standing();
      expect(others).toEqual({ unfinished: 2, due_at: 400 });
      expect(attention.toSorted((x, y) => x.since - y.since)).toEqual([
        { reason: "denied", count: 2, since: 100 },
        { reason: "failed", count: 1, since: 250 },
        { reason: "blocked", count: 1, since: 300 },
      ]);
    });
  });

  it("knows how things stand with nothing in it", async () => {
    expect(await ledger.standing()).toEqual({ attention: [], unfinished: 0, due_at: null });
  });

  it("finds an order by its e-mail address while it has one", async () => {
    const { pins } = order();
    const found = async () =>
      (await ledger.redemptionsOf("shop", { email: String(pins.email) })).map((each) => each.order_id).join();
    await ledger.createOrder(order());
    const first = (await ledger.replaceOrder(order())) ?? order();
    expect(await found()).toBe("o-1");
    const gone = await ledger.replaceOrder({ ...first, pins: { ...pins, email: null } });
    expect(await found()).toBe("");
    expect(await ledger.ordersToForget(Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
    await ledger.replaceOrder({ ...(gone ?? first), pins });
    expect(await found()).toBe("o-1");
    expect(await ledger.ordersToForget(Number.MAX_SAFE_INTEGER, 9)).toEqual([key]);
  });

  it("names the orders at rest whose e-mail address is old, oldest first", async () => {
    const { pins } = order();
    for (const [order_id, change] of [
      ["late", { updated_at: 300 }],
      ["soon", { updated_at: 100 }],
      ["next", { updated_at: 200 }],
      ["due", { updated_at: 100, due_at: 1 }],
      ["listed", { updated_at: 100, attention: "denied" }],
      ["gone", { updated_at: 100, pins: { ...pins, email: null } }],
    ] as const)
      await ledger.createOrder(order([], { order_id, ...change }));
    const ids = async (time: number, limit: number) =>
      (await ledger.ordersToForget(time, limit)).map((each) => each.order_id).join();
    expect(await ids(300, 10)).toBe("soon,next");
    expect(await ids(301, 10)).toBe("soon,next,late");
    expect(await ids(301, 1)).toBe("soon");
    expect(await ids(100, 10)).toBe("");
  });
});
