/** The lists of every ledger: due orders, orders that need a person, redemptions of a site, addresses to forget. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Ledger, OwnedFilter } from "../../../server/ledger/ledger.ts";
import type { Order } from "../../../server/rows/order.ts";
import { eachLedger } from "./each-ledger.ts";
import { claiming, EMAIL, keyOf, NOW, order, PINS, SKU } from "./rows.ts";

const FREE = { kind: "free" } as const;

eachLedger((opened) => {
  let ledger: Ledger;
  beforeEach(() => {
    ({ ledger } = opened);
  });
  const create = async (...rows: Partial<Order>[]): Promise<void> => {
    for (const row of rows) await ledger.createOrder(order(row));
  };
  const ids = (keys: readonly { order_id: string }[]): string => keys.map(({ order_id }) => order_id).join();

  it("lists what is due by now, earliest first, and nothing at rest", async () => {
    await create(
      { order_id: "later", due_at: NOW + 1 },
      { order_id: "second", due_at: NOW },
      { order_id: "first", due_at: NOW - 1 },
      { order_id: "rest", due_at: null },
    );
    expect(ids(await ledger.dueOrders(9))).toBe("first,second");
    expect(ids(await ledger.dueOrders(1))).toBe("first");
    opened.now = NOW + 1;
    expect(ids(await ledger.dueOrders(9))).toBe("first,second,later");
  });

  it("after the clock was set back, lists what was changed at a time that has not come, at once", async () => {
    const HOUR = 3_600_000;
    await create(
      { order_id: "by its time", due_at: NOW + 1, updated_at: NOW },
      { order_id: "of the later clock", due_at: NOW + HOUR + 1, updated_at: NOW + HOUR },
      { order_id: "at rest", due_at: null, updated_at: NOW + HOUR },
    );
    expect(ids(await ledger.dueOrders(9))).toBe("of the later clock");
    const row = await ledger.readOrder(keyOf("of the later clock"));
    expect([row?.order.due_at, row?.order.updated_at]).toEqual([NOW + 1, NOW]);
  });

  describe("of the orders that need a person", () => {
    const list = async (...args: Parameters<Ledger["ordersNeedingAttention"]>): Promise<string> =>
      ids((await ledger.ordersNeedingAttention(...args)).map((row) => row.order));
    beforeEach(() =>
      create(
        { order_id: "fine" },
        { order_id: "d", attention: "blocked", attention_since: 300 },
        { order_id: "a", attention: "denied", attention_since: 100 },
        { order_id: "c", site: "portal", attention: "denied", attention_since: 200 },
        { order_id: "b", site: "portal", attention: "denied", attention_since: 100 },
      ),
    );

    it("shows a page, those that wait longest first, by site and reason", async () => {
      expect(await list(9)).toBe("b,a,c,d");
      expect(await list(2, { offset: 1 })).toBe("a,c");
      expect(await list(9, { offset: 9 })).toBe("");
      expect(await list(9, { site: "shop" })).toBe("a,d");
      expect(await list(9, { reason: "denied" })).toBe("b,a,c");
      expect(await list(9, { site: "portal", reason: "blocked" })).toBe("");
    });

    it("counts by site and reason", async () => {
      expect(await ledger.countNeedingAttention({})).toBe(4);
      expect(await ledger.countNeedingAttention({ site: "shop" })).toBe(2);
      expect(await ledger.countNeedingAttention({ reason: "denied", site: "portal" })).toBe(2);
      expect(await ledger.countNeedingAttention({ reason: "expired" })).toBe(0);
    });

    it("follows what comes to the list and what leaves it", async () => {
      await ledger.replaceOrder(order({ order_id: "fine", attention: "expired", attention_since: 50 }), FREE);
      await ledger.replaceOrder(order({ order_id: "a" }), FREE);
      expect(await list(9)).toBe("fine,b,c,d");
    });

    it("says how things stand: by reason, and what is unfinished", async () => {
      await create({ order_id: "due", due_at: 500 }, { order_id: "soon", due_at: 400 });
      const { attention, ...unfinished } = await ledger.standing();
      expect(unfinished).toEqual({ unfinished: 2, due_at: 400 });
      expect(attention.toSorted((x, y) => x.since - y.since)).toEqual([
        { reason: "denied", count: 3, since: 100 },
        { reason: "blocked", count: 1, since: 300 },
      ]);
    });
  });

  it("knows how things stand with nothing in it", async () => {
    expect(await ledger.standing()).toEqual({ attention: [], unfinished: 0, due_at: null });
  });

  describe("of the redemptions of a site", () => {
    const store = async (row: Partial<Order>, ...claims: string[]): Promise<void> => {
      await create(row);
      await ledger.replaceOrder(claiming(order(row), ...claims), FREE);
    };
    const list = async (filter: OwnedFilter = {}, offset = 0, limit = 9, site = "shop"): Promise<string> => {
      const page = await ledger.redemptionsOf(site, filter, { offset, limit });
      if (offset === 0 && limit === 9)
        expect(await ledger.countRedemptionsOf(site, filter)).toBe(page.length);
      return page.map((each) => each.redemption_id).join();
    };
    beforeEach(async () => {
      await store({ order_id: "z", pins: { ...PINS, promotion_id: "9" } }, "R-9", "R-1");
      await store({ order_id: "o", site: "portal" }, "R-5");
      await store({ order_id: "o", pins: { ...PINS, email: "other@example.com" } }, "R-3");
      await store({ order_id: "a", updated_at: NOW + 5 }, "R-2");
    });

    it("shows each with its order and attempt, in the order in which they became known", async () => {
      expect(await list()).toBe("R-9,R-1,R-3,R-2");
      expect(await list({}, 0, 9, "portal")).toBe("R-5");
      expect(await list({}, 0, 9, "nobody")).toBe("");
      expect(await ledger.redemptionsOf("shop", {}, { offset: 1, limit: 1 })).toEqual([
        { redemption_id: "R-1", order_id: "z", attempt: 2, promotion_id: "9" },
      ]);
    });

    it("shows pages, and counts all", async () => {
      expect(await list({}, 0, 3)).toBe("R-9,R-1,R-3");
      expect(await list({}, 3, 3)).toBe("R-2");
      expect(await list({}, 6, 3)).toBe("");
      expect(await ledger.countRedemptionsOf("shop", {})).toBe(4);
    });

    const FILTERS: [OwnedFilter, string][] = [
      [{ order_id: "o" }, "R-3"],
      [{ promotion_id: "9" }, "R-9,R-1"],
      [{ email: EMAIL }, "R-9,R-1,R-2"],
      [{ email: EMAIL.toUpperCase() }, ""],
      [{ sku: SKU }, "R-9,R-1,R-3,R-2"],
      [{ sku: "other" }, ""],
      [{ changed_since: NOW + 4.5 }, "R-2"],
      [{ changed_since: NOW + 6 }, ""],
      [{ ids: ["R-2", "R-5", "R-9", "R-0"] }, "R-9,R-2"],
      [{ ids: [] }, ""],
      [
        { ids: ["R-9", "R-1"], promotion_id: "9", email: EMAIL, order_id: "z", sku: SKU, changed_since: 0 },
        "R-9,R-1",
      ],
      [{ order_id: "o", promotion_id: "9" }, ""],
    ];
    it("shows and counts what fits each filter", async () => {
      for (const [filter, expected] of FILTERS)
        expect(await list(filter), JSON.stringify(filter)).toBe(expected);
    });
  });

  it("names a site's promotions once, sorted by bytes, not by a language", async () => {
    expect(await ledger.promotionsOf("shop")).toEqual([]);
    const sorted = ["10", "9", "B", "Z", "a", "b", "\u00e4", "\u{1f381}"];
    for (const [at, promotion_id] of [...sorted, "a"].reverse().entries())
      await create({ order_id: `o-${at}`, pins: { ...PINS, promotion_id } });
    await create({ site: "portal", pins: { ...PINS, promotion_id: "portal's" } });
    expect(await ledger.promotionsOf("shop")).toEqual(sorted);
  });

  it("names the orders at rest whose e-mail address is old, oldest first", async () => {
    const pins = { ...PINS, email: null };
    await create(
      { order_id: "late", updated_at: 300 },
      { order_id: "soon", updated_at: 100 },
      { order_id: "next", updated_at: 200 },
      { order_id: "due", updated_at: 100, due_at: 1 },
      { order_id: "listed", updated_at: 100, attention: "denied", attention_since: 1 },
      { order_id: "gone", updated_at: 100, pins },
    );
    expect(ids(await ledger.ordersToForget(300, 9))).toBe("soon,next");
    expect(ids(await ledger.ordersToForget(300.5, 9))).toBe("soon,next");
    expect(ids(await ledger.ordersToForget(301, 1))).toBe("soon");
    await ledger.replaceOrder(order({ order_id: "soon", pins }), FREE);
    expect(await ledger.ordersToForget(301, 9)).toEqual([keyOf("next"), keyOf("late")]);
  });
});
