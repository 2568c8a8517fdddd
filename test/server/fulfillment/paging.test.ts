/** Lists, which come in pages that change while they are read. */
import { describe, expect, it } from "vitest";
import type { Fulfillment } from "../../../server/fulfillment/client.ts";
import { collect, harness, json, raw, redemptionBody } from "./support.ts";

const ID = "ab12c-de34f";
const ORDER = "shop.order-1.1";
const EMAIL = "Ü.user+x@example.com";

describe("lists", () => {
  const reward = (number: number) => ({ sku: `SKU-${number}`, in_stock: true });
  const rewards = (count: number) => Array.from({ length: count }, (_, number) => reward(number));
  const skus = (count: number) => rewards(count).map(({ sku }) => sku);
  const names = async (client: Fulfillment, wanted: readonly string[] = ["SKU-0"]) =>
    (await collect(client.listRewards({ skus: wanted }))).map(({ sku }) => sku);

  /** Pages a list as the service might. */
  const paged =
    (all: readonly unknown[], { most = 1000, first = 1, total = true } = {}) =>
    ({ query }: { query: URLSearchParams }) => {
      const page = Number(query.get("page") ?? first);
      const per_page = Math.min(Number(query.get("per_page") ?? 10), most);
      const from = (page - first) * per_page;
      return json(200, {
        data: all.slice(from, from + per_page),
        paging: { page, per_page, ...(total && { total: all.length }) },
      });
    };

  it("ask for pages of 100 and take what comes", async () => {
    const { client, calls } = harness({ api: paged(rewards(60), { most: 25 }) });
    expect(await names(client)).toEqual(skus(60));
    expect(calls.map(({ query }) => [query.get("page"), query.get("per_page")])).toEqual([
      [null, "100"],
      ["2", "100"],
      ["3", "100"],
    ]);
  });

  it("count from where the service counts", async () => {
    const { client } = harness({ api: paged(rewards(60), { most: 25, first: 0 }) });
    expect(await names(client)).toEqual(skus(60));
  });

  it("end with an empty page when no total is named", async () => {
    const { client, calls } = harness({ api: paged(rewards(50), { most: 25, total: false }) });
    expect(await names(client)).toEqual(skus(50));
    expect(calls).toHaveLength(3);
  });

  it.each([400, 422])("without per_page when it is refused with %d, and from then on", async (status) => {
    const inner = paged(rewards(15));
    const { client, calls } = harness({
      api: (request) =>
        request.query.has("per_page") ? json(status, { error_name: "invalid_request" }) : inner(request),
    });
    expect(await names(client)).toEqual(skus(15));
    expect(await names(client)).toEqual(skus(15));
    expect(calls.filter(({ query }) => query.has("per_page"))).toHaveLength(1);
  });

  it("do not blame per_page for other refusals", async () => {
    const { client, calls } = harness({ api: () => json(401, { error_name: "forbidden" }) });
    await expect(names(client)).rejects.toMatchObject({ code: "forbidden" });
    expect(calls).toHaveLength(1);
  });

  it("start anew in the service's own pages, where per_page is refused in the middle", async () => {
    const inner = paged(rewards(115));
    const { client, calls } = harness({
      api: (request) =>
        request.query.has("per_page") && request.query.has("page")
          ? json(422, { error_name: "invalid_request" })
          : inner(request),
    });
    expect(await names(client)).toEqual(skus(115));
    expect(calls.slice(0, 4).map(({ query }) => [query.get("page"), query.get("per_page")])).toEqual([
      [null, "100"],
      ["2", "100"],
      [null, null],
      ["2", null],
    ]);
  });

  it("keep their pages, where another list learns meanwhile that per_page is refused", async () => {
    const inner = paged(rewards(115));
    const { client } = harness({
      api: (request) => {
        if (request.path.endsWith("/rewards")) return inner(request);
        const isRefused = request.query.has("per_page");
        return isRefused ? json(422, { error_name: "invalid_request" }) : json(200, { data: [] });
      },
    });
    const read: string[] = [];
    for await (const { sku } of client.listRewards({ skus: ["SKU-0"] }))
      if (read.push(sku) === 1) await collect(client.listRedemptions("42"));
    expect(read).toEqual(skus(115));
  });

  it("end at a page that repeats another", async () => {
    const { client, calls } = harness({
      api: () => json(200, { data: rewards(3), paging: { total: 1_000_000 } }),
    });
    expect(await names(client)).toEqual(skus(3));
    expect(calls).toHaveLength(2);
  });

  it.each([
    ["an empty page", []],
    ["a page that repeats another", [redemptionBody({ id: "00000-00001" })]],
  ])("of all redemptions of a promotion fail where %s comes before the total", async (_, data) => {
    const first = [redemptionBody({ id: "00000-00001" })];
    const { client } = harness({
      api: ({ query }) => json(200, { data: query.has("page") ? data : first, paging: { total: 2 } }),
    });
    const read = (filters: object) => collect(client.listRedemptions("42", filters));
    await expect(read({ sort: "-updated_datetime" })).rejects.toMatchObject({ code: "invalid" });
    expect(await read({ email: EMAIL })).toHaveLength(1);
  });

  it.each([
    ["moves to the first page", [reward(11), ...rewards(11)]],
    ["comes", [reward(12), ...rewards(12)]],
    ["goes", rewards(12).slice(1)],
  ])("end when an entry %s while they are read", async (_, after) => {
    const { client, calls } = harness({
      api: (request) => paged(request.query.has("page") ? after : rewards(12), { most: 10 })(request),
    });
    await expect(names(client)).resolves.toContain("SKU-0");
    expect(calls).toHaveLength(2);
  });

  it("fail when they never end", async () => {
    const { client, calls } = harness({ api: () => json(200, { data: [reward(Math.random())] }) });
    await expect(names(client)).rejects.toMatchObject({ code: "invalid" });
    expect(calls).toHaveLength(500);
  });

  it("fail after three pages in a row of which nothing can be read", async () => {
    const { client, calls } = harness({ api: () => json(200, { data: [[[]]] }) });
    await expect(names(client)).rejects.toMatchObject({ code: "invalid" });
    expect(calls).toHaveLength(3);
  });

  it("leave unreadable items out and say so", async () => {
    const { client, log } = harness({ api: paged([reward(0), null, { name: "x" }, reward(1)]) });
    expect(await names(client)).toEqual(["SKU-0", "SKU-1"]);
    expect(log.join()).toContain("skipped_2");
  });

  it.each([
    ["no list", { data: {} }],
    ["no data", {}],
    ["paging of another kind", { data: [reward(0)], paging: [] }],
    ["a total of another kind", { data: [reward(0)], paging: { total: "many", page: -1 } }],
  ])("survive %s", async (_, body) => {
    const { client } = harness({
      api: ({ query }) => (query.has("page") ? json(200, { data: [] }) : json(200, body)),
    });
    const result = await names(client).catch((error: { code: string }) => error.code);
    expect(result).toEqual("data" in body && Array.isArray(body.data) ? ["SKU-0"] : "invalid");
  });

  it.each([
    ["few SKUs", ["A", "B-VAR"], "A,B-VAR"],
    ["no SKU", [], null],
    ["a SKU with a comma", ["A", "B,C"], null],
    ["more SKUs than fit an address", Array.from({ length: 500 }, (_, each) => `LONG-SKU-${each}`), null],
  ])("are filtered by SKU where possible: %s", async (_, wanted, filter) => {
    const { client, calls } = harness({ api: paged([]) });
    await collect(client.listRewards({ skus: wanted, clientId: "7" }));
    expect(calls.map(({ query }) => [query.get("sku"), query.get("client_id")])).toEqual([[filter, "7"]]);
  });

  describe("of redemptions of a user", () => {
    const findUsers = (client: Fulfillment) =>
      client.findUserRedemptions({ promotionId: "42", orderId: ORDER, email: EMAIL });
    const own = redemptionBody({ state: "canceled" });

    it("hold what the service lists under the order id", async () => {
      const { client } = harness({ api: paged([own], { most: 10 }) });
      expect((await findUsers(client))?.map(({ id }) => id)).toEqual([ID]);
    });

    it("tell nothing where one is of another order: the filters were overlooked", async () => {
      const { client } = harness({
        api: paged([own, redemptionBody({ id: "x", order_id: "shop.x.1" })], { most: 10 }),
      });
      expect(await findUsers(client)).toBeUndefined();
    });
  });

  describe("of redemptions by order id", () => {
    const find = (client: Fulfillment) => client.findRedemptions({ promotionId: "42", orderId: ORDER });

    it("hold only those that say they are of this order, from every page", async () => {
      const others = Array.from({ length: 30 }, (_, each) =>
        redemptionBody({ id: `id-${each}`, order_id: `shop.x.${each}` }),
      );
      const ours = [redemptionBody({ state: "canceled" }), redemptionBody({ id: "second" })];
      const { client, calls } = harness({
        api: paged([ours[0], ...others, redemptionBody({ id: "anon", order_id: null }), ours[1]], {
          most: 10,
        }),
      });
      expect((await find(client)).map(({ id }) => id)).toEqual([ID, "second"]);
      expect(calls[0]?.path).toBe("/fulfillment/v2/promotions/42/redemptions");
      expect(calls.every(({ query }) => query.get("order_id") === ORDER)).toBe(true);
    });

    it("are not empty because a page failed", async () => {
      const { client } = harness({
        api: ({ query }) => (query.has("page") ? raw(500, "") : paged(rewards(20), { most: 10 })({ query })),
      });
      await expect(find(client)).rejects.toMatchObject({ code: "unavailable" });
    });
  });
});
