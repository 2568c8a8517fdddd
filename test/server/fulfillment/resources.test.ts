import { describe, expect, it } from "vitest";
import {
  readAccount,
  readCardBalance,
  readClient,
  readDiscount,
  readFullPromotion,
  readFullRedemption,
  readFullReward,
  readListedPromotion,
} from "../../../server/fulfillment/resources.ts";
import type { Read } from "../../../server/fulfillment/schemas.ts";
import { ACCOUNT, CLIENT, DISCOUNT, PROMOTION } from "./operations.ts";
import { redemptionBody } from "./support.ts";

const WRONG: readonly unknown[] = [null, 0, -1, 1.5, "", "x", true, [], [[]], {}, { id: {} }, [null, 1, "x"]];

const FULL_PROMOTION = {
  ...PROMOTION,
  ui_id: null,
  locale: "en_US",
  start_datetime: "2026-01-01T00:00:00Z",
  end_datetime: null,
  client: { id: 7, name: "Rewards Ltd" },
  allow_pdf: true,
  fraud_level: "low",
  redeem_frequency: "unlimited",
  authentication_systems: ["email", "sms"],
  secured_order_ids: false,
};

const FULL_REDEMPTION = redemptionBody({
  url: "https://flow.example/x",
  activation_datetime: "2026-11-01T00:00:00Z",
  redeemed_datetime: null,
  refunded_datetime: "2026-11-02T00:00:00Z",
  updated_datetime: "2026-11-03T00:00:00Z",
  client: { id: 7 },
  authentication_systems: [],
  notification_channels: ["email"],
  activation_notification_channels: null,
  user: { id: 99 },
  reward_codes: { codes: [], expiration_datetime: null },
});

const REWARD = { sku: "A-VAR", in_stock: true, stock_quantity: 3, cost: 47.5, expiration_date: "2027-12-31" };

/** Each resource with all its fields, and those that it is nothing without. */
const RESOURCES: readonly [string, Read<object>, Record<string, unknown>, readonly string[]][] = [
  ["an account", readAccount, ACCOUNT, ["id"]],
  ["a promotion", readFullPromotion, FULL_PROMOTION, ["id", "rewards"]],
  ["a listed promotion", readListedPromotion, FULL_PROMOTION, ["id"]],
  ["a reward", readFullReward, REWARD, ["sku"]],
  ["a redemption", readFullRedemption, FULL_REDEMPTION, ["id", "state"]],
  ["a discount", readDiscount, DISCOUNT, ["id", "sku"]],
  ["a client", readClient, CLIENT, []],
  ["a card's balance", readCardBalance, { card_balance: 1, card_currency: "EUR" }, []],
];

describe.each(RESOURCES)("%s", (_, read, body, required) => {
  it("is read though it has members nobody knows", () => {
    expect(read({ ...body, campaign: { id: 5 }, rank: null })).toEqual(read(body));
    expect(read(body)).toBeDefined();
  });

  it("needs what it is nothing without, and no more", () => {
    const least = Object.fromEntries(required.map((name) => [name, body[name]]));
    expect(read(least)).toBeDefined();
    for (const name of required) expect(read({ ...body, [name]: undefined }), name).toBeUndefined();
  });

  it("survives any value in the place of any member", () => {
    for (const name of Object.keys(body)) {
      for (const wrong of WRONG) {
        const found = read({ ...body, [name]: wrong });
        if (!found) expect(required, `${name}: ${JSON.stringify(wrong)}`).toContain(name);
      }
    }
  });

  it.each([null, undefined, 5, "x", []])("is not %j", (data) => {
    if (Array.isArray(data) && required.length === 0) return;
    expect(read(data)).toBeUndefined();
  });
});

describe("with all fields", () => {
  it("an account", () => expect(readAccount(ACCOUNT)).toEqual({ ...ACCOUNT, id: "12" }));

  it("a promotion", () =>
    expect(readFullPromotion(FULL_PROMOTION)).toEqual({
      ...FULL_PROMOTION,
      id: "42",
      client: { id: "7", name: "Rewards Ltd" },
    }));

  it("a reward", () =>
    expect(readFullReward(REWARD)).toMatchObject({
      sku: "A-VAR",
      cost: 47.5,
      expiration_date: "2027-12-31",
    }));

  it("a redemption", () =>
    expect(readFullRedemption(FULL_REDEMPTION)).toMatchObject({
      id: "ab12c-de34f",
      order_id: "shop.order-1.1",
      state: "booked",
      url: "https://flow.example/x",
      activation_datetime: "2026-11-01T00:00:00Z",
      redeemed_datetime: null,
      refunded_datetime: "2026-11-02T00:00:00Z",
      updated_datetime: "2026-11-03T00:00:00Z",
      client: { id: "7" },
      promotion: { id: "42", status: "enabled", state: "ready" },
      authentication_systems: [],
      notification_channels: ["email"],
      activation_notification_channels: null,
      reward: { sku: "SHOE-50", status: "enabled", state: "ready" },
      user: { id: "99" },
    }));

  it("a discount", () => expect(readDiscount(DISCOUNT)).toEqual({ ...DISCOUNT, id: "1" }));

  it("a client", () =>
    expect(readClient(CLIENT)).toEqual({ ...CLIENT, id: "7", balance: { amount: 1000.5 } }));
});

describe("a value that an enumeration does not name stays the string it is", () => {
  it.each([
    ["fraud_level", readFullPromotion({ ...FULL_PROMOTION, fraud_level: "cosmic" })?.fraud_level, "cosmic"],
    ["status", readFullPromotion({ ...FULL_PROMOTION, status: "dormant" })?.status, "dormant"],
    [
      "redeem_frequency",
      readFullPromotion({ ...FULL_PROMOTION, redeem_frequency: "hourly" })?.redeem_frequency,
      "hourly",
    ],
    ["state", readFullRedemption({ id: "a", state: "on_the_moon" })?.state, "on_the_moon"],
    [
      "authentication_systems",
      readFullPromotion({ ...FULL_PROMOTION, authentication_systems: ["iris", 5] })?.authentication_systems,
      ["iris"],
    ],
  ])("%s", (_, found, expected) => expect(found).toEqual(expected));
});

describe("a client's budget, whose shape is not shown", () => {
  it.each([
    [{ balance: -12.5 }, { balance: { amount: -12.5 } }],
    [{ balance: "100.00" }, { balance: { amount: 100 } }],
    [{ balance: { amount: "5", currency: "EUR" } }, { balance: { amount: 5, currency: "EUR" } }],
    [{ balance: "plenty" }, { balance: undefined }],
    [{ budget_alerts: [100, "50", { percent: 10 }] }, { budget_alerts: [100, 50, { percent: 10 }] }],
    [{ budget_alerts: 100 }, { budget_alerts: undefined }],
  ])("%j", (data, expected) => expect(readClient(data)).toMatchObject(expected));
});
