import { describe, expect, it } from "vitest";
import type { Fulfillment } from "../../../server/fulfillment/client.ts";
import { TransportError } from "../../../server/fulfillment/transport.ts";
import { BODY_LIMIT_BYTES, CHANGE_TIMEOUT, READ_TIMEOUT } from "../../../server/timing.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";
import { BASE_URL, collect, harness, json, raw, redemptionBody } from "./support.ts";

const ID = "ab12c-de34f";
const ORDER = "shop.order-1.1";
const EMAIL = "Ü.user+x@example.com";

describe("what is sent", () => {
  const calls: [string, (client: Fulfillment) => Promise<unknown>, string, string, unknown][] = [
    ["getPromotion", (c) => c.getPromotion("42"), "GET", "/fulfillment/v2/promotions/42", undefined],
    [
      "getReward",
      (c) => c.getReward("A/B", "7"),
      "GET",
      "/fulfillment/v2/rewards/A%2FB?client_id=7",
      undefined,
    ],
    ["readRedemption", (c) => c.readRedemption(ID), "GET", `/fulfillment/v2/redemptions/${ID}`, undefined],
    [
      "book",
      (c) => c.book({ promotionId: "42", sku: "SHOE-50", orderId: ORDER, email: EMAIL }),
      "POST",
      "/fulfillment/v2/promotions/42/rewards/SHOE-50/redemptions/book",
      { data: { order_id: ORDER, user: { email: EMAIL } } },
    ],
    [
      "book, free value and customized",
      (c) =>
        c.book({
          promotionId: "42",
          sku: "ANY -VAR?",
          orderId: ORDER,
          email: EMAIL,
          amount: "50",
          customization: { pdf: { message: "Hi", sender_name: "Us" } },
        }),
      "POST",
      "/fulfillment/v2/promotions/42/rewards/ANY%20-VAR%3F/redemptions/book",
      {
        data: {
          order_id: ORDER,
          user: { email: EMAIL },
          value: { amount: "50" },
          customization: { pdf: { message: "Hi", sender_name: "Us" } },
        },
      },
    ],
    [
      "redeem",
      (c) => c.redeem({ redemptionId: ID, orderId: ORDER, email: EMAIL }),
      "POST",
      `/fulfillment/v2/redemptions/${ID}/actions/redeem`,
      { data: { user: { email: EMAIL } } },
    ],
    [
      "cancel",
      (c) => c.cancel({ redemptionId: ID, orderId: ORDER }),
      "POST",
      `/fulfillment/v2/redemptions/${ID}/actions/cancel`,
      undefined,
    ],
  ];

  it.each(calls)("%s", async (_, act, method, path, body) => {
    const { client, calls: seen } = harness();
    await act(client).catch(() => {});
    expect(seen).toHaveLength(1);
    const [call] = seen;
    expect(call).toMatchObject({
      method,
      url: `${BASE_URL.replace(/\/$/, "")}${path}`,
      timeoutMs: method === "GET" ? READ_TIMEOUT : CHANGE_TIMEOUT,
      maxBytes: BODY_LIMIT_BYTES,
    });
    expect(call?.body && JSON.parse(call.body)).toEqual(body);
    expect(call?.headers["content-type"]).toBe(body === undefined ? undefined : "application/json");
    expect(call?.headers.accept).toBe("application/json");
  });

  it.each(["", ".", "..", "\ud800"])("an id that fits no path (%j) is sent nowhere", async (id) => {
    const { client, calls: seen } = harness();
    for (const read of [client.getPromotion(id), client.getReward(id), client.readRedemption(id)]) {
      await expect(read).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(client.findRedemptions({ promotionId: id, orderId: ORDER })).rejects.toMatchObject({
      code: "not_found",
    });
    const refused = { kind: "refused", status: 404, error: "not_found" };
    expect(await client.redeem({ redemptionId: id, orderId: ORDER, email: EMAIL })).toEqual(refused);
    expect(await client.book({ promotionId: "1", sku: id, orderId: ORDER, email: EMAIL })).toEqual(refused);
    expect(seen).toEqual([]);
  });

  it("logs operation, status and time of a call, and nothing it carried", async () => {
    const { client, log } = harness({
      api: () => json(200, { data: redemptionBody({ url: "https://flow.example/s3cret" }) }),
    });
    await client.redeem({ redemptionId: ID, orderId: ORDER, email: EMAIL });
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { level: "debug", operation: "redeem", status: 200, outcome: "data", duration_ms: 0 },
    ]);
    expect(log.join()).not.toMatch(/s3cret|example|token-1|ab12c|shop\.order/);
  });
});

describe("a read", () => {
  it.each([
    ["404", () => json(404, { error_name: "not_found" }), "not_found"],
    ["401 forbidden", () => json(401, { error_name: "forbidden" }), "forbidden"],
    ["403", () => raw(403, ""), "forbidden"],
    ["401 unauthorized, twice", () => json(401, { error_name: "unauthorized" }), "forbidden"],
    ["500", () => raw(500, ""), "unavailable"],
    ["429", () => raw(429, ""), "unavailable"],
    ["504", () => raw(504, ""), "unavailable"],
    ["422", () => json(422, { error_name: "invalid_request" }), "invalid"],
    ["a redirect", () => raw(302, "", { location: "https://elsewhere.example/" }), "invalid"],
    ["html", () => raw(200, "<html>"), "invalid"],
    ["another shape", () => json(200, { data: { id: {} } }), "invalid"],
    ["another redemption", () => json(200, { data: redemptionBody({ id: "zz" }) }), "invalid"],
    [
      "a timeout",
      () => {
        throw new TransportError("timeout", true);
      },
      "unavailable",
    ],
    [
      "a body of 10 MB",
      () => {
        throw new TransportError("too_large", true);
      },
      "invalid",
    ],
    [
      "no connection",
      () => {
        throw new TransportError("not_connected", false);
      },
      "unavailable",
    ],
    [
      "a transport that breaks its promise",
      () => {
        throw new TypeError("bug");
      },
      "unavailable",
    ],
  ])("%s is %s", async (_, api, code) => {
    const { client } = harness({ api });
    await expect(client.readRedemption(ID)).rejects.toMatchObject({
      name: "UpstreamError",
      code,
      message: code,
    });
  });
});

describe("a changing call", () => {
  it("never throws", async () => {
    const { client, calls } = harness({
      api: () => {
        throw new TypeError("bug");
      },
    });
    expect(await client.cancel({ redemptionId: ID, orderId: ORDER })).toEqual({
      kind: "unknown",
      cause: "broken",
    });
    expect(calls).toHaveLength(1);
  });

  it("is believed only about the order it was made for", async () => {
    const { client } = harness({
      api: () => json(201, { data: redemptionBody({ order_id: "shop.order-9.1" }) }),
    });
    expect(await client.book({ promotionId: "42", sku: "A", orderId: ORDER, email: EMAIL })).toEqual({
      kind: "foreign",
    });
  });

  it("has one deadline for the token, the call and its repeat", async () => {
    const clock = new VirtualClock();
    const { client, calls } = harness({
      clock,
      api: async () => {
        await clock.sleep(CHANGE_TIMEOUT - 1_000);
        return json(401, { error_name: "unauthorized" });
      },
    });
    const outcome = client.redeem({ redemptionId: ID, orderId: ORDER, email: EMAIL });
    await clock.advance(CHANGE_TIMEOUT - 1_000);
    await settle();
    expect(calls.map(({ timeoutMs }) => timeoutMs)).toEqual([CHANGE_TIMEOUT, 1_000]);
    await clock.advance(CHANGE_TIMEOUT);
    await outcome;
  });
});

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

  it("end at a page that repeats another", async () => {
    const { client, calls } = harness({
      api: () => json(200, { data: rewards(3), paging: { total: 1_000_000 } }),
    });
    expect(await names(client)).toEqual(skus(3));
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

it("takes no time from the page of a gateway", async () => {
  const { client, clock } = harness({
    api: () => raw(504, "<html>", { date: "Sat, 21 Nov 2026 00:00:00 GMT" }),
  });
  for (let calls = 0; calls < 20; calls++) await client.getPromotion("1").catch(() => {});
  expect(client.serviceNow()).toBe(clock.now());
  expect(await client.learnTime()).toBe(false);
});

it("tells the service's time", async () => {
  const date = "Sat, 21 Nov 2026 00:00:00 GMT";
  const { client, clock } = harness({ api: () => raw(404, '{"error_name":"not_found"}', { date }) });
  expect(client.serviceNow()).toBe(clock.now());
  expect(await client.learnTime()).toBe(true);
  await clock.advance(500);
  expect(client.serviceNow()).toBe(Date.UTC(2026, 10, 21) + 500);
});
