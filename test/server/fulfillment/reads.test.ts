import { describe, expect, it } from "vitest";
import { TransportError } from "../../../server/fulfillment/transport.ts";
import { BODY_LIMIT_BYTES, READ_TIMEOUT } from "../../../server/timing.ts";
import { CLIENT, DISCOUNT, ID, PROMOTION, READS } from "./operations.ts";
import {
  API_KEY,
  API_SECRET,
  BASE_URL,
  collect,
  type Handler,
  harness,
  json,
  raw,
  redemptionBody,
} from "./support.ts";

const BASE = BASE_URL.replace(/\/$/, "");
const paging = { page: 1, per_page: 100, total: 1 };

describe.each(READS)("$name", ({ act, path, query, data, isList }) => {
  const success: Handler = () => json(200, isList ? { data: [data], paging } : { data });

  it("sends one GET without a body", async () => {
    const { client, calls } = harness({ api: success });
    await act(client);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      method: "GET",
      url: `${BASE}${path}${query ? `?${query}` : ""}`,
      timeoutMs: READ_TIMEOUT,
      maxBytes: BODY_LIMIT_BYTES,
    });
    expect(calls[0]?.body).toBeUndefined();
    expect(calls[0]?.headers).toEqual({ authorization: "Bearer token-1", accept: "application/json" });
  });

  it("works with header credentials, and renews nothing when they are refused", async () => {
    const { client, calls, tokens } = harness({ api: success, method: "headers" });
    await act(client);
    expect(calls[0]?.headers).toEqual({
      "api-key": API_KEY,
      "api-secret": API_SECRET,
      accept: "application/json",
    });
    const refused = harness({ api: () => json(401, { error_name: "unauthorized" }), method: "headers" });
    await expect(act(refused.client)).rejects.toMatchObject({ code: "forbidden" });
    expect([refused.calls.length, refused.tokens.length, tokens.length]).toEqual([1, 0, 0]);
  });

  it("goes again, once, when the token was refused", async () => {
    let asked = 0;
    const { client, calls } = harness({
      api: (request) => (++asked === 1 ? json(401, { error_name: "unauthorized" }) : success(request)),
    });
    await act(client);
    expect(calls.map(({ headers }) => headers.authorization)).toEqual(["Bearer token-1", "Bearer token-2"]);
    expect(new Set(calls.map(({ url }) => url)).size).toBe(1);
  });

  it.each<[string, Handler, string, number]>([
    [
      "401 unauthorized, twice",
      () => json(401, { error_name: "unauthorized", error_message: "x" }),
      "forbidden",
      2,
    ],
    ["401 forbidden", () => json(401, { error_name: "forbidden", error_message: null }), "forbidden", 1],
    ["404", () => json(404, { error_name: "not_found", error_message: "x" }), "not_found", 1],
    ["504", () => raw(504, "<html>"), "unavailable", 1],
    ["500", () => raw(500, ""), "unavailable", 1],
    ["html", () => raw(200, "<html>"), "invalid", 1],
    ["half an answer", () => raw(200, '{"data":{"id":'), "invalid", 1],
    ["data of another kind", () => json(200, { data: "ok" }), "invalid", 1],
    [
      "no connection",
      () => {
        throw new TransportError("not_connected", false);
      },
      "unavailable",
      1,
    ],
  ])("%s is an UpstreamError", async (_, api, code, times) => {
    const { client, calls, log } = harness({ api });
    await expect(act(client)).rejects.toMatchObject({ name: "UpstreamError", code, message: code });
    expect(calls).toHaveLength(times);
    expect(log.join()).not.toMatch(/token-\d|example\.com/);
  });

  it("a 422 with a null message is a refusal nobody foresaw", async () => {
    const { client } = harness({
      api: () => json(422, { error_name: "invalid_request", error_message: null }),
    });
    await expect(act(client)).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("a balance", () => {
  const consult = (api: Handler) => harness({ api }).client.consultCard(ID);

  it.each([
    [
      { card_balance: 12.5, card_currency: "EUR" },
      { card_balance: 12.5, card_currency: "EUR" },
    ],
    [
      { card_balance: "12.50", card_currency: null },
      { card_balance: 12.5, card_currency: null },
    ],
    [{ card_balance: 0 }, { card_balance: 0, card_currency: null }],
    [{}, { card_balance: null, card_currency: null }],
    [
      { card_balance: {}, card_currency: 5 },
      { card_balance: null, card_currency: null },
    ],
  ])("%j", async (data, expected) => {
    expect(await consult(() => json(200, { data }))).toEqual({ kind: "balance", ...expected });
  });

  it("is not available where the service says so", async () => {
    const refusal = { error_name: "unprocessable_entity", error_message: null };
    expect(await consult(() => json(422, refusal))).toEqual({ kind: "not_available" });
  });

  it.each([
    ["another 422", 422, { error_name: "invalid_request" }, "invalid"],
    ["a 422 nobody can read", 422, "oops", "invalid"],
    ["the same name with another status", 404, { error_name: "unprocessable_entity" }, "not_found"],
  ])("is an error with %s", async (_, status, body, code) => {
    await expect(consult(() => json(status, body))).rejects.toMatchObject({ code });
  });
});

describe("one page of redemptions", () => {
  const page = (body: unknown) => harness({ api: () => json(200, body) });

  it("is given as the service cut and counted it, unreadable redemptions counted beside", async () => {
    const { client, log } = page({
      data: [redemptionBody(), null, redemptionBody({ id: "two", state: "on_the_moon" })],
      paging: { page: 3, per_page: "25", total: 203, next: "x" },
    });
    const found = await client.listRedemptionsPage("42", {}, { page: 3, perPage: 100 });
    expect(found).toMatchObject({
      items: [{ id: ID }, { id: "two", state: "on_the_moon" }],
      skipped: 1,
      paging: { page: 3, per_page: 25, total: 203 },
    });
    expect(log.join()).toContain("skipped_1");
  });

  it.each([undefined, null, [], { page: -1, total: "many" }])(
    "with paging %j is one nonetheless",
    async (own) => {
      const { client } = page({ data: [redemptionBody()], paging: own });
      const found = await client.listRedemptionsPage("42", {}, {});
      expect(found.items).toHaveLength(1);
      expect(found.paging).toEqual({});
    },
  );

  it("leaves to the service what is not asked for", async () => {
    const { client, calls } = page({ data: [] });
    await client.listRedemptionsPage("42", {}, {});
    expect(calls[0]?.url).toBe(`${BASE}/fulfillment/v2/promotions/42/redemptions`);
  });

  it("is not asked for again without per_page: that would be another page", async () => {
    const { client, calls } = harness({ api: () => json(422, { error_name: "invalid_request" }) });
    await expect(client.listRedemptionsPage("42", {}, { page: 2, perPage: 1000 })).rejects.toMatchObject({
      code: "invalid",
    });
    expect(calls).toHaveLength(1);
  });
});

describe("lists", () => {
  const pages =
    (items: readonly unknown[], size: number): Handler =>
    ({ query }) => {
      const number = Number(query.get("page") ?? 1);
      return json(200, {
        data: items.slice((number - 1) * size, number * size),
        paging: { page: number, per_page: size, total: items.length },
      });
    };
  const many = (make: (number: number) => unknown) => Array.from({ length: 7 }, (_, number) => make(number));

  it("of promotions, redemptions, discounts and clients come whole, over pages", async () => {
    const promotions = harness({
      api: pages(
        many((id) => ({ ...PROMOTION, id })),
        3,
      ),
    });
    expect(await collect(promotions.client.listPromotions("7"))).toHaveLength(7);
    expect(promotions.calls).toHaveLength(3);
    const redemptions = harness({
      api: pages(
        many((id) => redemptionBody({ id: `r-${id}` })),
        3,
      ),
    });
    expect(await collect(redemptions.client.listRedemptions("42"))).toHaveLength(7);
    const discounts = harness({
      api: pages(
        many((id) => ({ ...DISCOUNT, id })),
        3,
      ),
    });
    expect(await collect(discounts.client.listDiscounts())).toHaveLength(7);
    const clients = harness({
      api: pages(
        many((id) => ({ ...CLIENT, id })),
        3,
      ),
    });
    expect(await collect(clients.client.listClients())).toHaveLength(7);
  });

  it("of clients without ids hold each content once", async () => {
    const api = pages([{ balance: 1 }, { balance: 2 }, { balance: 1 }], 3);
    expect(await collect(harness({ api }).client.listClients())).toMatchObject([
      { balance: { amount: 1 } },
      { balance: { amount: 2 } },
    ]);
  });

  it("of promotions may come without their rewards", async () => {
    const api = pages(
      [
        { ...PROMOTION, rewards: undefined },
        { ...PROMOTION, id: 43 },
      ],
      3,
    );
    const found = await collect(harness({ api }).client.listPromotions("7"));
    expect(found.map(({ rewards }) => rewards?.map(({ sku }) => sku))).toEqual([undefined, ["SHOE-50"]]);
  });
});

describe("a client", () => {
  it("is found where the setting says, with its id in the path", async () => {
    const { client, calls } = harness({
      api: () => json(200, { data: {} }),
      paths: { clientPath: "/v3/{client_id}/details", discountsPath: "/v3/off", clientsPath: "/v3/all" },
    });
    await client.getClient("a$&b");
    await collect(client.listDiscounts()).catch(() => {});
    await collect(client.listClients()).catch(() => {});
    expect(calls.map(({ path }) => path)).toEqual(["/v3/a%24%26b/details", "/v3/off", "/v3/all"]);
  });

  it("is believed without an id, and not with another one", async () => {
    const answer = (data: unknown) => harness({ api: () => json(200, { data }) }).client.getClient("7");
    expect(await answer({ balance: "9.5" })).toMatchObject({ balance: { amount: 9.5 } });
    await expect(answer({ ...CLIENT, id: 8 })).rejects.toMatchObject({ code: "invalid" });
  });
});

it.each(["", ".", "..", "\ud800"])("an id that fits no path (%j) is sent nowhere", async (id) => {
  const { client, calls } = harness();
  for (const read of [
    client.getClient(id),
    client.consultCard(id),
    collect(client.listPromotions(id)),
    collect(client.listRedemptions(id)),
    client.listRedemptionsPage(id, {}, {}),
  ]) {
    await expect(read).rejects.toMatchObject({ code: "not_found" });
  }
  expect(calls).toEqual([]);
});
