/** The client of the fulfillment service: its requests, and its reading of answers. */
import { describe, expect, it } from "vitest";
import type { Fulfillment } from "../../../server/fulfillment/client.ts";
import { TransportError } from "../../../server/fulfillment/transport.ts";
import { BODY_LIMIT_BYTES, CHANGE_TIMEOUT, READ_TIMEOUT } from "../../../server/timing.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";
import { BASE_URL, harness, json, raw, redemptionBody } from "./support.ts";

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
      kind: "about_another",
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
