/** Lists, which come in pages that change while they are read. Source: docs/proof/assumptions.md, "Lists". */
import { describe, expect, it } from "vitest";
import type { Fulfillment } from "../../../server/fulfillment/client.ts";
import { PAGES_MAX } from "../../../server/timing.ts";
import { collect, harness, json, raw, redemptionBody } from "./support.ts";

const reward = (number: number) => ({ sku: `SKU-${number}`, in_stock: true });
const rewards = (count: number) => Array.from({ length: count }, (_, number) => reward(number));
const skus = (count: number) => rewards(count).map(({ sku }) => sku);
const read = async (client: Fulfillment) =>
  (await collect(client.listRewards({ skus: ["SKU-0"] }))).map(({ sku }) => sku);

type Query = { readonly query: URLSearchParams };

/** Pages a list as the service might. */
const paged =
  (all: readonly unknown[], { most = 1000, first = 1, total = true } = {}) =>
  ({ query }: Query) => {
    const page = Number(query.get("page") ?? first);
    const per_page = Math.min(Number(query.get("per_page") ?? 10), most);
    const from = (page - first) * per_page;
    return json(200, {
      data: all.slice(from, from + per_page),
      paging: { page, per_page, ...(total && { total: all.length }) },
    });
  };

const asked = (calls: readonly Query[]) =>
  calls.map(({ query }) => [query.get("page"), query.get("per_page")]);

describe("a list", () => {
  it.each([
    ["in smaller pages than asked for", { most: 25 }, 3],
    ["from where the service counts", { most: 25, first: 0 }, 3],
    ["to an empty page when no total is named", { most: 25, total: false }, 4],
  ])("is read %s", async (_, options, pages) => {
    const { client, calls } = harness({ api: paged(rewards(60), options) });
    expect(await read(client)).toEqual(skus(60));
    expect(calls).toHaveLength(pages);
    expect(asked(calls)[0]).toEqual([null, "100"]);
  });

  it.each([400, 422])(
    "is read without per_page when it is refused with %d, and so is every later one",
    async (status) => {
      const inner = paged(rewards(15));
      const { client, calls } = harness({
        api: (request) =>
          request.query.has("per_page") ? json(status, { error_name: "invalid_request" }) : inner(request),
      });
      expect(await read(client)).toEqual(skus(15));
      expect(await read(client)).toEqual(skus(15));
      expect(calls.filter(({ query }) => query.has("per_page"))).toHaveLength(1);
    },
  );

  it("is started anew in the service's own pages where per_page is refused in the middle", async () => {
    const inner = paged(rewards(115));
    const { client, calls } = harness({
      api: (request) =>
        request.query.has("per_page") && request.query.has("page")
          ? json(422, { error_name: "invalid_request" })
          : inner(request),
    });
    expect(await read(client)).toEqual(skus(115));
    expect(asked(calls).slice(0, 4)).toEqual([
      [null, "100"],
      ["2", "100"],
      [null, null],
      ["2", null],
    ]);
  });

  it("keeps its pages where another list learns meanwhile that per_page is refused", async () => {
    const inner = paged(rewards(115));
    const { client } = harness({
      api: (request) => {
        if (request.path.endsWith("/rewards")) return inner(request);
        const isRefused = request.query.has("per_page");
        return isRefused ? json(422, { error_name: "invalid_request" }) : json(200, { data: [] });
      },
    });
    const found: string[] = [];
    for await (const { sku } of client.listRewards({ skus: ["SKU-0"] }))
      if (found.push(sku) === 1) await collect(client.listRedemptions("42"));
    expect(found).toEqual(skus(115));
  });

  it("ends at a page that repeats another", async () => {
    const { client, calls } = harness({
      api: () => json(200, { data: rewards(3), paging: { total: 1_000_000 } }),
    });
    expect(await read(client)).toEqual(skus(3));
    expect(calls).toHaveLength(2);
  });

  it.each([
    ["moves to the first page", [reward(11), ...rewards(11)]],
    ["comes", [reward(12), ...rewards(12)]],
    ["goes", rewards(12).slice(1)],
  ])("ends, each item once, when an item %s while it is read", async (_, after) => {
    const { client, calls } = harness({
      api: (request) => paged(request.query.has("page") ? after : rewards(12), { most: 10 })(request),
    });
    const found = await read(client);
    expect(found).toContain("SKU-0");
    expect(new Set(found).size).toBe(found.length);
    expect(calls).toHaveLength(2);
  });

  it("goes on after a page of which nothing can be read", async () => {
    const unreadable = Array.from({ length: 10 }, () => null);
    const { client } = harness({ api: paged([...rewards(10), ...unreadable, reward(10)], { most: 10 }) });
    expect(await read(client)).toEqual(skus(11));
  });

  it("leaves unreadable items out, and says so", async () => {
    const { client, log } = harness({ api: paged([reward(0), null, { name: "x" }, reward(1)]) });
    expect(await read(client)).toEqual(["SKU-0", "SKU-1"]);
    expect(log.join()).toContain("skipped_2");
  });

  it.each([
    ["a list that never ends", () => json(200, { data: [reward(Math.random())] }), PAGES_MAX, "invalid"],
    ["no list", () => json(200, { data: {} }), 1, "invalid"],
    ["no data", () => json(200, {}), 1, "invalid"],
    ["a refusal that is not about per_page", () => json(401, { error_name: "forbidden" }), 1, "forbidden"],
    [
      "a page that fails",
      ({ query }: Query) => (query.has("page") ? raw(500, "") : paged(rewards(20), { most: 10 })({ query })),
      2,
      "unavailable",
    ],
  ])("fails: %s", async (_, api, times, code) => {
    const { client, calls } = harness({ api });
    await expect(read(client)).rejects.toMatchObject({ code });
    expect(calls).toHaveLength(times);
  });

  it.each([[[]], [{ total: "many", page: -1 }], [null]])("survives paging %j", async (paging) => {
    const { client } = harness({
      api: ({ query }) => json(200, query.has("page") ? { data: [] } : { data: [reward(0)], paging }),
    });
    expect(await read(client)).toEqual(["SKU-0"]);
  });

  it.each([
    ["few SKUs", ["A", "B-VAR"], "A,B-VAR"],
    ["no SKU", [], null],
    ["a SKU with a comma", ["A", "B,C"], null],
    ["more SKUs than fit an address", Array.from({ length: 500 }, (_, each) => `LONG-SKU-${each}`), null],
  ])("of rewards is filtered by SKU where possible: %s", async (_, wanted, filter) => {
    const { client, calls } = harness({ api: paged([]) });
    await collect(client.listRewards({ skus: wanted, clientId: "7" }));
    expect(calls.map(({ query }) => [query.get("sku"), query.get("client_id")])).toEqual([[filter, "7"]]);
  });
});

describe("one page", () => {
  const page = (body: unknown) => harness({ api: () => json(200, body) });

  it("is given as the service cut and counted it, unreadable items counted beside", async () => {
    const { client, log } = page({
      data: [redemptionBody(), null, redemptionBody({ id: "two", state: "on_the_moon" })],
      paging: { page: 3, per_page: "25", total: 203, next: "x" },
    });
    const found = await client.listRedemptionsPage("42", {}, { page: 3, perPage: 100 });
    expect(found).toMatchObject({
      items: [{ id: "ab12c-de34f" }, { id: "two", state: "on_the_moon" }],
      skipped: 1,
      paging: { page: 3, per_page: 25, total: 203 },
    });
    expect(log.join()).toContain("skipped_1");
  });

  it.each([undefined, null, [], { page: -1, total: "many" }])(
    "with paging %j is one nonetheless",
    async (paging) => {
      const { client } = page({ data: [redemptionBody()], paging });
      const found = await client.listRedemptionsPage("42", {}, {});
      expect([found.items.length, found.paging]).toEqual([1, {}]);
    },
  );

  it("is not asked for again without per_page: that would be another page", async () => {
    const { client, calls } = harness({ api: () => json(422, { error_name: "invalid_request" }) });
    const asking = client.listRedemptionsPage("42", {}, { page: 2, perPage: 1000 });
    await expect(asking).rejects.toMatchObject({ code: "invalid" });
    expect(calls).toHaveLength(1);
  });
});
