/** Resources as they arrive. Source: docs/proof/interface.md, "Fields"; docs/proof/assumptions.md, "Answers". */
import { describe, expect, it } from "vitest";
import {
  type Read,
  readAccount,
  readCardBalance,
  readClient,
  readDiscount,
  readList,
  readListedPromotion,
  readPromotion,
  readRedemption,
  readRewardRecord,
  tokenAnswer,
} from "../../../server/fulfillment/schemas.ts";
import { readCodes } from "../../../shared/usages.ts";
import { PROMOTION, redemptionBody } from "./support.ts";

/** Values that a service in trouble, or a hostile one, may write where something else belongs. */
const WRONG: readonly unknown[] = [null, 0, -1, 1.5, "", "x", true, [], [[]], {}, { id: {} }, [null, 1, "x"]];

const ACCOUNT = {
  id: 12,
  login: null,
  name: "Rewards",
  email: "api@rewards.example",
  phone_number: "",
  roles: ["fulfillment"],
  locale: "en_US",
  timezone: "Etc/UTC",
  access_type: "api",
};
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
const REDEMPTION = redemptionBody({
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
const REWARD = {
  sku: "A-VAR",
  in_stock: true,
  stock_quantity: 3,
  free_value: true,
  description: "About",
  terms_and_conditions: "Terms",
  how_to_use_instructions: "How",
  important_instructions: "Important",
  logo_url: "https://img.example/logo.png",
  catalog_card_url: "https://img.example/card.png",
  cost: 47.5,
  expiration_date: "2027-12-31",
};
const DISCOUNT = { id: 1, sku: "A", label: "5%", discount: 5, brand_sku: "B", brand_name: "Brand" };
const CLIENT = { id: 7, name: "Rewards Ltd", balance: 1000.5, budget_alerts: [500, 100] };
const CARD = { card_balance: 1, card_currency: "EUR" };

/** Each resource with all its fields as the service writes them, as they are read, and those that it is nothing without. */
const RESOURCES: readonly [string, Read<object>, Record<string, unknown>, object, readonly string[]][] = [
  ["an account", readAccount, ACCOUNT, { ...ACCOUNT, id: "12" }, ["id"]],
  [
    "a promotion",
    readPromotion,
    FULL_PROMOTION,
    { ...FULL_PROMOTION, id: "42", client: { id: "7", name: "Rewards Ltd" } },
    ["id", "rewards"],
  ],
  ["a listed promotion", readListedPromotion, FULL_PROMOTION, { id: "42" }, ["id"]],
  ["a reward", readRewardRecord, REWARD, REWARD, ["sku"]],
  [
    "a redemption",
    readRedemption,
    REDEMPTION,
    {
      id: "ab12c-de34f",
      order_id: "shop.order-1.1",
      state: "booked",
      sku: "SHOE-50",
      promotion_id: "42",
      value: { amount: 50, currency: "EUR" },
      testing: true,
      debited: false,
      url: "https://flow.example/x",
      has_codes: false,
      changed_at: Date.UTC(2026, 10, 3),
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
    },
    ["id", "state"],
  ],
  ["a discount", readDiscount, DISCOUNT, { ...DISCOUNT, id: "1" }, ["id", "sku"]],
  ["a client", readClient, CLIENT, { ...CLIENT, id: "7", balance: { amount: 1000.5 } }, []],
  ["a card's balance", readCardBalance, CARD, CARD, []],
];

describe.each(RESOURCES)("%s", (_, read, body, expected, required) => {
  it("is read with all its fields, whatever else is there", () => {
    expect(read({ ...body, campaign: { id: 5 }, rank: null })).toMatchObject(expected);
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
    expect(read(data)).toBeUndefined();
  });
});

describe("a redemption", () => {
  it("gives its codes", () => {
    const found = readRedemption(
      redemptionBody({
        reward_format: { usages: ["primary", "security"], barcode_type: "c128" },
        reward_codes: {
          codes: [
            { name: "PIN", value: "1234", format: "string", usage: "security" },
            { name: "Code", value: "ABC", format: "string", usage: "primary" },
          ],
          expiration_datetime: "2027-01-01T00:00:00Z",
        },
      }),
    );
    expect(found?.has_codes).toBe(true);
    expect(found && readCodes(found.codes)).toMatchObject({
      items: [{ value: "ABC" }, { value: "1234" }],
      expiration_datetime: "2027-01-01T00:00:00Z",
    });
  });

  it.each([
    ["an unknown state stays alive", { state: "on_the_moon" }, { state: "on_the_moon" }],
    ["ids may be numbers", { id: 7, order_id: 8, reward: { sku: 9 } }, { id: "7", order_id: "8", sku: "9" }],
    ["an amount may be a numeric string", { value: { amount: "50" } }, { value: { amount: 50 } }],
    ["a value of 400 digits is no value", { value: { amount: "9".repeat(400) } }, { value: undefined }],
    [
      "a value that JSON cannot hold is no value",
      { value: { amount: Number("1e400") } },
      { value: undefined },
    ],
    ["a value beyond whole numbers is no value", { value: { amount: 1e21 } }, { value: undefined }],
    ["an unreadable value is no value", { value: { amount: "1e2" } }, { value: undefined }],
    ["a value below zero is no value", { value: { amount: -5 } }, { value: undefined }],
    ["debited that cannot be read counts as yes", { debited: "perhaps" }, { debited: true }],
    ["debited that is null counts as no", { debited: null }, { debited: false }],
    ["testing that cannot be read counts as no", { testing: "perhaps" }, { testing: false }],
    ["never redeemed, by the service's word", { redeemed_datetime: null }, { redeemed_datetime: null }],
    [
      "no word on it where the date cannot be read",
      { redeemed_datetime: 5 },
      { redeemed_datetime: undefined },
    ],
    ["no codes: null", { reward_codes: null }, { has_codes: false }],
    ["no codes: empty", { reward_codes: { codes: [] } }, { has_codes: false }],
    [
      "no codes: items without a value",
      { reward_codes: { codes: [{ value: "" }, { value: null }, 5] } },
      { has_codes: false },
    ],
    [
      "codes: also where the value is no string",
      { reward_codes: { codes: [{ value: 1234 }, 5] } },
      { has_codes: true },
    ],
    [
      "a date-time without a zone is UTC",
      { updated_datetime: "2026-11-20T12:00:00" },
      { changed_at: Date.UTC(2026, 10, 20, 12) },
    ],
    [
      "lists lose entries that are no strings",
      { authentication_systems: ["iris", 5] },
      { authentication_systems: ["iris"] },
    ],
  ])("%s", (_, own, expected) => {
    expect(readRedemption(redemptionBody(own))).toMatchObject(expected);
  });

  it("whose id is beyond 2^53 has lost digits and is none", () => {
    expect(readRedemption(redemptionBody({ id: 2 ** 53 }))).toBeUndefined();
  });

  it("shows no codes that cannot be read, and takes nothing from __proto__", () => {
    for (const wrong of WRONG) {
      const found = readRedemption(redemptionBody({ reward_codes: wrong }));
      expect(found && readCodes(found.codes)).toBeUndefined();
    }
    const hostile: unknown = JSON.parse(
      '{"__proto__":{"debited":true,"polluted":1},"id":"a","state":"booked"}',
    );
    expect(readRedemption(hostile)).toMatchObject({ id: "a", debited: false });
    expect("polluted" in {}).toBe(false);
  });
});

describe("a promotion", () => {
  const own = { sku: "A", name: "Shoes", variable_value: false, state: "ready", status: "enabled" };

  it("is read with its readable rewards; one without a name is called by its SKU", () => {
    const rewards = [own, null, { name: "x" }, 5, { sku: "B" }];
    expect(readPromotion({ id: 42, name: null, rewards })?.rewards).toEqual([
      own,
      { sku: "B", name: "B", variable_value: false, state: "", status: "" },
    ]);
  });

  it("in a list may lack its rewards", () => {
    expect(readListedPromotion({ id: 1, rewards: null })?.rewards).toBeUndefined();
    expect(readPromotion({ id: 1, rewards: null })).toBeUndefined();
  });

  it("keeps the values that an enumeration does not name", () => {
    const found = readPromotion({ ...FULL_PROMOTION, fraud_level: "cosmic", status: "dormant" });
    expect(found).toMatchObject({ fraud_level: "cosmic", status: "dormant" });
  });
});

describe("a catalog record", () => {
  it.each([
    [{ dimensions: { available_denominations_range: "5..150" } }, { range: { min: 5, max: 150 } }],
    [{ "dimensions.available_denominations_range": "5..150" }, { range: { min: 5, max: 150 } }],
    [{ dimensions: "5..150" }, { free_value: false }],
    [{}, { in_stock: true, stock_quantity: null, free_value: false, description: "" }],
    [{ in_stock: false }, { in_stock: false }],
    [{ in_stock: "no" }, { in_stock: false }],
    [{ stock_quantity: 0 }, { stock_quantity: 0 }],
    [{ stock_quantity: "12" }, { stock_quantity: 12 }],
    [{ stock_quantity: -3 }, { stock_quantity: null }],
    [
      { logo_url: null, description: null },
      { logo_url: undefined, description: "" },
    ],
  ])("%j", (own, expected) => {
    expect(readRewardRecord({ sku: "A", ...own })).toMatchObject(expected);
  });
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

describe("a card's balance", () => {
  it.each([
    [
      { card_balance: "12.50", card_currency: null },
      { card_balance: 12.5, card_currency: null },
    ],
    [
      { card_balance: {}, card_currency: 5 },
      { card_balance: null, card_currency: null },
    ],
  ])("%j", (data, expected) => expect(readCardBalance(data)).toEqual(expected));
});

it("a list is read item by item, and what cannot be read is counted", () => {
  expect(readList([{ sku: "A" }, null, { sku: 5 }, {}], readRewardRecord)).toMatchObject({
    items: [{ sku: "A" }, { sku: "5" }],
    skipped: 2,
  });
});

describe("a token answer", () => {
  it.each([
    ["flat", { access_token: "t", expires_in: 600 }, { access_token: "t", expires_in: 600 }],
    [
      "in the envelope",
      { data: { access_token: "t", expires_in: "600" } },
      { access_token: "t", expires_in: 600 },
    ],
    ["without a life", { access_token: "t", token_type: null }, { access_token: "t" }],
    ["with a token that fits no header", { access_token: "a\nb" }, undefined],
    ["without a token", { expires_in: 5 }, undefined],
    ["with a token that is too long", { access_token: "x".repeat(10_000) }, undefined],
  ])("%s", (_, body, expected) => {
    const read = tokenAnswer.safeParse(body).data;
    if (expected) expect(read).toMatchObject(expected);
    else expect(read).toBeUndefined();
  });
});
