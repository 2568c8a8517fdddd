/** Every operation of the client, as the interface's endpoint summary has it: what is sent, byte for byte, and what is answered. */
import { describe, expect, it } from "vitest";
import type { Fulfillment } from "../../../server/fulfillment/client.ts";
import type { PathSettings } from "../../../server/fulfillment/paths.ts";
import { BODY_LIMIT_BYTES, CHANGE_TIMEOUT, READ_TIMEOUT } from "../../../server/timing.ts";
import {
  BASE_URL,
  collect,
  EMAIL,
  harness,
  json,
  ORDER_ID,
  PROMOTION,
  REDEMPTION_ID,
  raw,
  redemptionBody,
} from "./support.ts";

const BASE = BASE_URL.replace(/\/$/, "");
const ROOT = "/fulfillment/v2";
const FLOW = "https://flow.example/s3cret";

interface Operation {
  readonly name: string;
  readonly act: (client: Fulfillment) => Promise<unknown>;
  /** Below the base address, with its query. */
  readonly path: string;
  /** The `data` of a success answer. */
  readonly data: unknown;
}

const REDEMPTIONS = `${ROOT}/promotions/42/redemptions`;

const READS: readonly Operation[] = [
  { name: "getAccount", act: (c) => c.getAccount(), path: `${ROOT}/accounts/me`, data: { id: 12 } },
  {
    name: "listPromotions",
    act: (c) => collect(c.listPromotions("7/a")),
    path: `${ROOT}/clients/7%2Fa/promotions?per_page=100`,
    data: [PROMOTION],
  },
  { name: "getPromotion", act: (c) => c.getPromotion("42"), path: `${ROOT}/promotions/42`, data: PROMOTION },
  {
    name: "listRewards",
    act: (c) => collect(c.listRewards({ skus: ["A", "B-VAR"], clientId: "7" })),
    path: `${ROOT}/rewards?sku=A%2CB-VAR&client_id=7&per_page=100`,
    data: [{ sku: "A" }],
  },
  {
    name: "getReward",
    act: (c) => c.getReward("A/B", "7"),
    path: `${ROOT}/rewards/A%2FB?client_id=7`,
    data: { sku: "A/B" },
  },
  {
    name: "listRedemptions",
    act: (c) =>
      collect(
        c.listRedemptions("42", {
          reward_sku: "SHOE&50",
          email: EMAIL,
          order_id: ORDER_ID,
          state: "redeemed",
          redeemed_datetime_start: "2026-11-01T00:00:00+01:00",
          redeemed_datetime_end: "2026-11-02T00:00:00Z",
          activation_datetime_start: "2026-11-03T00:00:00Z",
          activation_datetime_end: "2026-11-04T00:00:00Z",
          refund_datetime_start: "2026-11-05T00:00:00Z",
          refund_datetime_end: "2026-11-06T00:00:00Z",
          sort: "-updated_datetime",
        }),
      ),
    path: `${REDEMPTIONS}?${[
      "reward_sku=SHOE%2650",
      "email=%C3%9C.user%2Bx%40example.com",
      `order_id=${ORDER_ID}`,
      "state=redeemed",
      "redeemed_datetime_start=2026-11-01T00%3A00%3A00%2B01%3A00",
      "redeemed_datetime_end=2026-11-02T00%3A00%3A00Z",
      "activation_datetime_start=2026-11-03T00%3A00%3A00Z",
      "activation_datetime_end=2026-11-04T00%3A00%3A00Z",
      "refund_datetime_start=2026-11-05T00%3A00%3A00Z",
      "refund_datetime_end=2026-11-06T00%3A00%3A00Z",
      "sort=-updated_datetime",
      "per_page=100",
    ].join("&")}`,
    data: [redemptionBody()],
  },
  {
    name: "listRedemptionsPage",
    act: (c) => c.listRedemptionsPage("42", { sort: "redeem_datetime" }, { page: 3, perPage: 10 }),
    path: `${REDEMPTIONS}?sort=redeem_datetime&page=3&per_page=10`,
    data: [redemptionBody()],
  },
  {
    name: "listRedemptionsPage, as the service likes",
    act: (c) => c.listRedemptionsPage("42", {}, {}),
    path: REDEMPTIONS,
    data: [redemptionBody()],
  },
  {
    name: "findUserRedemptions",
    act: (c) => c.findUserRedemptions({ promotionId: "42", orderId: ORDER_ID, email: EMAIL }),
    path: `${REDEMPTIONS}?email=${encodeURIComponent(EMAIL)}&order_id=${ORDER_ID}&per_page=100`,
    data: [redemptionBody()],
  },
  {
    name: "listUserRedemptions",
    act: (c) => c.listUserRedemptions({ promotionId: "42", email: EMAIL }),
    path: `${REDEMPTIONS}?email=${encodeURIComponent(EMAIL)}&per_page=100`,
    data: [redemptionBody()],
  },
  {
    name: "readRedemption",
    act: (c) => c.readRedemption(REDEMPTION_ID),
    path: `${ROOT}/redemptions/${REDEMPTION_ID}`,
    data: redemptionBody(),
  },
  {
    name: "consultCard",
    act: (c) => c.consultCard(REDEMPTION_ID),
    path: `${ROOT}/redemptions/${REDEMPTION_ID}/card_consult`,
    data: { card_balance: 12.5, card_currency: "EUR" },
  },
  {
    name: "listDiscounts",
    act: (c) => collect(c.listDiscounts()),
    path: `${ROOT}/discounts?per_page=100`,
    data: [{ id: 1, sku: "A" }],
  },
  {
    name: "listClients",
    act: (c) => collect(c.listClients()),
    path: `${ROOT}/clients?per_page=100`,
    data: [{ id: 7 }],
  },
  { name: "getClient", act: (c) => c.getClient("7"), path: `${ROOT}/clients/7`, data: { id: 7 } },
];

interface ChangeOperation extends Operation {
  readonly state: string;
  /** Byte for byte; absent: no body. */
  readonly body?: string;
  readonly paths?: Partial<PathSettings>;
}

const ORDER = { promotionId: "42", sku: "ANY -VAR?", orderId: ORDER_ID, email: EMAIL };
const CUSTOMIZED = {
  ...ORDER,
  amount: "50",
  customization: { pdf: { message: 'Hi\n"you"', sender_name: "Us" } },
} as const;
const IN_PATH = `${ROOT}/promotions/42/rewards/ANY%20-VAR%3F/redemptions`;
const REWARD = ',"reward":{"sku":"ANY -VAR?"}';
const EXTRAS =
  ',"value":{"amount":"50"},"customization":{"pdf":{"message":"Hi\\n\\"you\\"","sender_name":"Us"}}';
const ordered = (more = "") => `{"data":{"order_id":"${ORDER_ID}","user":{"email":"${EMAIL}"}${more}}}`;
const ACTION = { redemptionId: REDEMPTION_ID, orderId: ORDER_ID };
const USER = { ...ACTION, email: EMAIL };
const USER_BODY = `{"data":{"user":{"email":"${EMAIL}"}}}`;
const actions = `${ROOT}/redemptions/${REDEMPTION_ID}/actions`;

const change = (
  name: string,
  act: ChangeOperation["act"],
  path: string,
  state: string,
  own: Partial<ChangeOperation> = {},
): ChangeOperation => ({ name, act, path, state, data: redemptionBody({ state, url: FLOW }), ...own });

const CHANGES: readonly ChangeOperation[] = [
  change("book", (c) => c.book(ORDER), `${IN_PATH}/book`, "booked", { body: ordered() }),
  change("book, free value", (c) => c.book(CUSTOMIZED), `${IN_PATH}/book`, "booked", {
    body: ordered(EXTRAS),
  }),
  change("create", (c) => c.create(ORDER), REDEMPTIONS, "pending", { body: ordered(REWARD) }),
  change("create, free value", (c) => c.create(CUSTOMIZED), REDEMPTIONS, "pending", {
    body: ordered(`${REWARD}${EXTRAS}`),
  }),
  change("create, reward_in_path", (c) => c.create(CUSTOMIZED), IN_PATH, "pending", {
    body: ordered(EXTRAS),
    paths: { createForm: "reward_in_path" },
  }),
  change("createAndRedeem", (c) => c.createAndRedeem(CUSTOMIZED), `${IN_PATH}/redeem`, "redeemed", {
    body: ordered(EXTRAS),
  }),
  change("redeem", (c) => c.redeem(USER), `${actions}/redeem`, "redeemed", { body: USER_BODY }),
  change("activate", (c) => c.activate(USER), `${actions}/activate`, "pending", { body: USER_BODY }),
  change("cancel", (c) => c.cancel(ACTION), `${actions}/cancel`, "canceled"),
  change("refund", (c) => c.refund(ACTION), `${actions}/refund`, "refunded"),
];

describe.each(READS)("$name", ({ act, path, data }) => {
  it("sends one GET without a body", async () => {
    const paging = { total: 1 };
    const { client, calls } = harness({ api: () => json(200, { data, paging }) });
    await act(client);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      method: "GET",
      url: `${BASE}${path}`,
      timeoutMs: READ_TIMEOUT,
      maxBytes: BODY_LIMIT_BYTES,
    });
    expect(calls[0]?.body).toBeUndefined();
    expect(calls[0]?.headers).toEqual({ authorization: "Bearer token-1", accept: "application/json" });
  });

  it.each([
    ["504", () => raw(504, "<html>"), "unavailable"],
    ["data of another kind", () => json(200, { data: "ok" }), "invalid"],
  ])("throws an UpstreamError for %s, after one call", async (_, api, code) => {
    const { client, calls } = harness({ api });
    await expect(act(client)).rejects.toMatchObject({ name: "UpstreamError", code, message: code });
    expect(calls).toHaveLength(1);
  });
});

describe.each(CHANGES)("$name", ({ act, path, body, state, data, paths }) => {
  it("sends one POST, its body byte for byte, and gives the redemption", async () => {
    const { client, calls, log } = harness({ api: () => json(201, { data }), paths });
    expect(await act(client)).toMatchObject({
      kind: "answered",
      redemption: { id: REDEMPTION_ID, order_id: ORDER_ID, state, url: FLOW },
    });
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
      ...(body !== undefined && { "content-type": "application/json" }),
    });
    expect(log.join()).not.toMatch(/s3cret|example|token-\d|ab12c|shop\.order/);
  });

  it.each([
    [
      "404",
      () => json(404, { error_name: "not_found" }),
      { kind: "refused", status: 404, error: "not_found" },
    ],
    ["504", () => raw(504, "<html>"), { kind: "unknown", cause: "status_504" }],
    [
      "another order",
      () => json(200, { data: redemptionBody({ order_id: "x" }) }),
      { kind: "about_another" },
    ],
    ["a bug below", () => Promise.reject(new TypeError("bug")), { kind: "unknown", cause: "broken" }],
  ])("never throws: %s is an outcome, after one call", async (_, api, expected) => {
    const { client, calls } = harness({ api, paths });
    expect(await act(client)).toEqual(expected);
    expect(calls).toHaveLength(1);
  });
});

it.each(["", ".", "..", "\ud800"])("an id that fits no path (%j) is sent nowhere", async (id) => {
  const { client, calls } = harness();
  for (const read of [
    client.getPromotion(id),
    client.getReward(id),
    client.getClient(id),
    client.readRedemption(id),
    client.consultCard(id),
    client.findUserRedemptions({ promotionId: id, orderId: ORDER_ID, email: EMAIL }),
    client.listRedemptionsPage(id, {}, {}),
    collect(client.listPromotions(id)),
  ]) {
    await expect(read).rejects.toMatchObject({ code: "not_found" });
  }
  for (const outcome of [
    client.redeem({ ...USER, redemptionId: id }),
    client.book({ ...ORDER, sku: id }),
    client.create({ ...ORDER, promotionId: id }),
  ]) {
    expect(await outcome).toEqual({ kind: "refused", status: 404, error: "not_found" });
  }
  expect(calls).toEqual([]);
});

describe("an answer about something else is invalid", () => {
  it.each<[string, (client: Fulfillment) => Promise<unknown>, unknown]>([
    ["readRedemption", (c) => c.readRedemption("another"), redemptionBody()],
    ["getReward", (c) => c.getReward("another"), { sku: "A" }],
    ["getClient", (c) => c.getClient("another"), { id: 7 }],
  ])("%s", async (_, act, data) => {
    await expect(act(harness({ api: () => json(200, { data }) }).client)).rejects.toMatchObject({
      code: "invalid",
    });
  });
});

describe("redemptions of an order", () => {
  const own = redemptionBody();
  const foreign = redemptionBody({ id: "zz", order_id: "shop.order-9.1" });
  const client = (...data: unknown[]) =>
    harness({ api: () => json(200, { data, paging: { total: data.length } }) }).client;
  const filter = { promotionId: "42", orderId: ORDER_ID, email: EMAIL };

  it("of one user are not known where the list has another order's beside", async () => {
    expect(await client(own).findUserRedemptions(filter)).toMatchObject([{ id: REDEMPTION_ID }]);
    expect(await client().findUserRedemptions(filter)).toEqual([]);
    expect(await client(foreign).findUserRedemptions(filter)).toEqual([]);
    expect(await client(own, foreign).findUserRedemptions(filter)).toBeUndefined();
  });

  it.each([
    ["has no state", { state: null }],
    ["has no id", { id: null }],
    ["names no order", { id: "zz", order_id: null }],
  ])("are unknown where one of the list %s: it may be the one", async (_, change) => {
    const strange = client(own, redemptionBody({ ...change }));
    await expect(strange.findUserRedemptions(filter)).rejects.toMatchObject({ code: "invalid" });
    await expect(strange.listUserRedemptions(filter)).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("a card's balance", () => {
  it.each([
    [422, { error_name: "unprocessable_entity", error_message: null }, { kind: "not_available" }],
    [422, { error_name: "invalid_request" }, "invalid"],
    [422, "oops", "invalid"],
    [404, { error_name: "unprocessable_entity" }, "not_found"],
    [200, { data: {} }, { kind: "balance", card_balance: null, card_currency: null }],
  ])("%i %j", async (status, body, expected) => {
    const { client } = harness({ api: () => json(status, body) });
    const result = await client.consultCard(REDEMPTION_ID).catch((error: { code: string }) => error.code);
    expect(result).toEqual(expected);
  });
});

describe("a client of the service", () => {
  it("is found where the settings say, with its id in the path", async () => {
    const { client, calls } = harness({
      api: ({ path }) => json(200, { data: path.endsWith("details") ? {} : [] }),
      paths: { clientPath: "/v3/{client_id}/details", discountsPath: "/v3/off", clientsPath: "/v3/all" },
    });
    expect(await client.getClient("a$&b")).toEqual({});
    await collect(client.listDiscounts());
    await collect(client.listClients());
    expect(calls.map(({ path }) => path)).toEqual(["/v3/a%24%26b/details", "/v3/off", "/v3/all"]);
  });

  it("without an id is told from others by its content", async () => {
    const data = [{ balance: 1 }, { balance: 2 }, { balance: 1 }];
    const { client } = harness({ api: () => json(200, { data, paging: { total: 3 } }) });
    expect(await collect(client.listClients())).toMatchObject([
      { balance: { amount: 1 } },
      { balance: { amount: 2 } },
    ]);
  });
});
