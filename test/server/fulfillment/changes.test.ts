import { describe, expect, it } from "vitest";
import { TransportError } from "../../../server/fulfillment/transport.ts";
import { BODY_LIMIT_BYTES, CHANGE_TIMEOUT } from "../../../server/timing.ts";
import { CHANGES, EMAIL, ID, ORDER } from "./operations.ts";
import {
  API_KEY,
  API_SECRET,
  BASE_URL,
  type Handler,
  harness,
  json,
  raw,
  redemptionBody,
} from "./support.ts";

const BASE = BASE_URL.replace(/\/$/, "");

describe.each(CHANGES)("$name", ({ act, path, body, status, state, data, promisesState }) => {
  const success: Handler = () => json(status, { data });
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const answer = (own: Record<string, unknown>) =>
    act(harness({ api: () => json(status, { data: { ...(data as object), ...own } }) }).client);

  it("sends one POST, its body byte for byte", async () => {
    const { client, calls } = harness({ api: success });
    await act(client);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      method: "POST",
      url: `${BASE}${path}`,
      timeoutMs: CHANGE_TIMEOUT,
      maxBytes: BODY_LIMIT_BYTES,
    });
    expect(calls[0]?.body).toBe(body);
    expect(calls[0]?.headers).toEqual({
      authorization: "Bearer token-1",
      accept: "application/json",
      ...type,
    });
  });

  it("works with header credentials, and renews nothing when they are refused", async () => {
    const { client, calls, tokens } = harness({ api: success, method: "headers" });
    await act(client);
    expect(calls[0]?.headers).toEqual({
      "api-key": API_KEY,
      "api-secret": API_SECRET,
      accept: "application/json",
      ...type,
    });
    const refused = harness({ api: () => json(401, { error_name: "unauthorized" }), method: "headers" });
    expect(await act(refused.client)).toEqual({ kind: "refused", status: 401, error: "unauthorized" });
    expect([refused.calls.length, refused.tokens.length, tokens.length]).toEqual([1, 0, 0]);
  });

  it("goes again, once and with the same bytes, when the token was refused", async () => {
    let asked = 0;
    const { client, calls } = harness({
      api: (request) => (++asked === 1 ? json(401, { error_name: "unauthorized" }) : success(request)),
    });
    expect(await act(client)).toMatchObject({ kind: "answered" });
    expect(calls.map(({ headers }) => headers.authorization)).toEqual(["Bearer token-1", "Bearer token-2"]);
    expect(calls.map((call) => [call.url, call.body])).toEqual(Array(2).fill([`${BASE}${path}`, body]));
  });

  it("is answered with its redemption, as promised", async () => {
    const outcome = await answer({});
    expect(outcome).toMatchObject({ kind: "answered", redemption: { id: ID, order_id: ORDER, state } });
    expect(outcome).not.toHaveProperty("unexpected");
  });

  it.each<[string, Handler, unknown]>([
    [
      "401 unauthorized, twice",
      () => json(401, { error_name: "unauthorized" }),
      { kind: "refused", status: 401, error: "unauthorized" },
    ],
    [
      "401 forbidden",
      () => json(401, { error_name: "forbidden", error_message: "x" }),
      { kind: "refused", status: 401, error: "forbidden" },
    ],
    [
      "422 with a null message",
      () => json(422, { error_name: "invalid_request", error_message: null }),
      { kind: "refused", status: 422, error: "invalid_request" },
    ],
    [
      "404",
      () => json(404, { error_name: "not_found", error_message: "x" }),
      { kind: "refused", status: 404, error: "not_found" },
    ],
    ["504", () => raw(504, "<html>"), { kind: "unknown", cause: "status_504" }],
    ["500", () => json(500, { data: redemptionBody() }), { kind: "unknown", cause: "status_500" }],
    ["half an answer", () => raw(200, '{"data":{"id":'), { kind: "unknown", cause: "garbled" }],
    ["no id", () => json(200, { data: { state } }), { kind: "unknown", cause: "garbled" }],
    ["no state", () => json(200, { data: { id: ID } }), { kind: "unknown", cause: "garbled" }],
    [
      "another order",
      () => json(200, { data: redemptionBody({ order_id: "x" }) }),
      { kind: "about_another" },
    ],
    [
      "no connection",
      () => {
        throw new TransportError("not_connected", false);
      },
      { kind: "not_sent" },
    ],
    [
      "a timeout",
      () => {
        throw new TransportError("timeout", true);
      },
      { kind: "unknown", cause: "timeout" },
    ],
    [
      "a bug below",
      () => {
        throw new TypeError("bug");
      },
      { kind: "unknown", cause: "broken" },
    ],
  ])("%s is an outcome, and sent once", async (_, api, expected) => {
    const { client, calls, log } = harness({ api });
    expect(await act(client)).toEqual(expected);
    const twice = (expected as { error?: string }).error === "unauthorized" ? 2 : 1;
    expect(calls.filter(({ method }) => method === "POST")).toHaveLength(twice);
    expect(log.join()).not.toMatch(/example\.com|token-\d/);
  });

  it("an unknown state stays alive, with a remark where the state is promised", async () => {
    const outcome = await answer({ state: "on_the_moon" });
    expect(outcome).toMatchObject({ kind: "answered", redemption: { state: "on_the_moon" } });
    expect("unexpected" in outcome && outcome.unexpected).toBe(promisesState ? "state" : false);
  });

  it("needs no optional member", async () => {
    const api: Handler = () => json(status, { data: { id: ID, state, url: "https://flow.example/x" } });
    const outcome = await act(harness({ api }).client);
    expect(outcome).toMatchObject({ kind: "answered", redemption: { id: ID, state } });
    expect(outcome).not.toHaveProperty("unexpected");
  });
});

describe("activate", () => {
  const activate = (own: Record<string, unknown>) =>
    harness({ api: () => json(200, { data: redemptionBody({ state: "pending", ...own }) }) }).client.activate(
      {
        redemptionId: ID,
        orderId: ORDER,
        email: EMAIL,
      },
    );

  it.each([[{}], [{ url: null }], [{ url: "" }], [{ url: 5 }]])(
    "with no link (%j) is remarked",
    async (own) => {
      expect(await activate(own)).toMatchObject({ kind: "answered", unexpected: "no_url" });
    },
  );

  it("of a redemption that the user opened meanwhile tells its state", async () => {
    expect(await activate({ state: "redeemed", url: "https://flow.example/x" })).toMatchObject({
      unexpected: "state",
      redemption: { state: "redeemed" },
    });
  });
});

describe("refund", () => {
  it.each(["redeemed", "booked", "canceled", "on_the_moon"])(
    "unchanged in %s is as promised",
    async (state) => {
      const { client } = harness({ api: () => json(200, { data: redemptionBody({ state }) }) });
      const outcome = await client.refund({ redemptionId: ID, orderId: ORDER });
      expect(outcome).toMatchObject({ kind: "answered", redemption: { state } });
      expect(outcome).not.toHaveProperty("unexpected");
    },
  );
});

it.each(["", ".", "..", "\ud800"])("an id that fits no path (%j) is sent nowhere", async (id) => {
  const { client, calls } = harness();
  const action = { redemptionId: id, orderId: ORDER, email: EMAIL };
  const order = { promotionId: "42", sku: "A", orderId: ORDER, email: EMAIL };
  for (const outcome of [
    client.activate(action),
    client.refund(action),
    client.create({ ...order, promotionId: id }),
    client.create({ ...order, sku: id }),
    client.createAndRedeem({ ...order, promotionId: id }),
    client.createAndRedeem({ ...order, sku: id }),
  ]) {
    expect(await outcome).toEqual({ kind: "refused", status: 404, error: "not_found" });
  }
  expect(calls).toEqual([]);
});
