import { describe, expect, it } from "vitest";
import {
  readList,
  readPromotion,
  readRedemption,
  readRewardRecord,
  tokenAnswer,
} from "../../../server/fulfillment/schemas.ts";
import { readCodes } from "../../../shared/usages.ts";
import { redemptionBody } from "./support.ts";

/** Values that a service in trouble, or a hostile one, may write where something else belongs. */
const WRONG: readonly unknown[] = [null, 0, -1, 1.5, "", "x", true, [], [[]], {}, { id: {} }, [null, 1, "x"]];

describe("a redemption", () => {
  it("is read with the members of the interface", () => {
    const found = readRedemption(
      redemptionBody({
        state: "redeemed",
        url: "https://flow.example/x",
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
    expect(found).toMatchObject({
      id: "ab12c-de34f",
      order_id: "shop.order-1.1",
      state: "redeemed",
      sku: "SHOE-50",
      promotion_id: "42",
      value: { amount: 50, currency: "EUR" },
      testing: true,
      debited: false,
      url: "https://flow.example/x",
      has_codes: true,
    });
    expect(found && readCodes(found.codes)?.items.map(({ value }) => value)).toEqual(["ABC", "1234"]);
  });

  it("needs an id and a state, and nothing else", () => {
    expect(readRedemption({ id: "a", state: "booked" })).toMatchObject({
      id: "a",
      state: "booked",
      testing: false,
      debited: false,
      has_codes: false,
    });
    expect(readRedemption({ id: "a" })).toBeUndefined();
    expect(readRedemption({ state: "booked" })).toBeUndefined();
  });

  it.each([
    ["an unknown state stays alive", { state: "on_the_moon" }, { state: "on_the_moon" }],
    ["ids may be numbers", { id: 7, order_id: 8, reward: { sku: 9 } }, { id: "7", order_id: "8", sku: "9" }],
    ["an amount may be a numeric string", { value: { amount: "50" } }, { value: { amount: 50 } }],
    ["an unreadable value is no value", { value: { amount: "1e2" } }, { value: undefined }],
    ["debited that cannot be read counts as yes", { debited: "perhaps" }, { debited: true }],
    ["debited that is null counts as no", { debited: null }, { debited: false }],
    ["testing that cannot be read counts as no", { testing: "perhaps" }, { testing: false }],
    ["no codes: null", { reward_codes: null }, { has_codes: false }],
    ["no codes: empty", { reward_codes: { codes: [] } }, { has_codes: false }],
    [
      "no codes: items without a value",
      { reward_codes: { codes: [{ value: "" }, { value: null }, 5] } },
      { has_codes: false },
    ],
    [
      "codes: also where the value is no string",
      { reward_codes: { codes: [{ value: 1234 }] } },
      { has_codes: true },
    ],
  ])("%s", (_, own, expected) => {
    expect(readRedemption(redemptionBody(own))).toMatchObject(expected);
  });

  it("an id beyond 2^53 has lost digits and is none", () => {
    expect(readRedemption(redemptionBody({ id: 2 ** 53 }))).toBeUndefined();
  });

  it("survives any value in the place of any member", () => {
    for (const name of Object.keys(redemptionBody({ reward_codes: {}, url: "" }))) {
      for (const wrong of WRONG) {
        const found = readRedemption(redemptionBody({ [name]: wrong }));
        if (found) expect(readCodes(found.codes)).toBeUndefined();
        else expect(["id", "state"]).toContain(name);
      }
    }
  });

  it("takes nothing from __proto__", () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__": {"debited": true, "polluted": 1}, "constructor": {}, "id": "a", "state": "booked"}',
    );
    expect(readRedemption(hostile)).toMatchObject({ id: "a", debited: false });
    expect(Object.getPrototypeOf(readRedemption(hostile))).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
  });
});

describe("a promotion", () => {
  const reward = { sku: "A", name: "Shoes", variable_value: false, state: "ready", status: "enabled" };

  it("is read with its rewards; unreadable ones are left out", () => {
    expect(
      readPromotion({
        id: 42,
        name: null,
        status: "enabled",
        end_datetime: null,
        rewards: [reward, null, { name: "x" }, 5],
      }),
    ).toEqual({
      id: "42",
      name: undefined,
      locale: undefined,
      status: "enabled",
      state: undefined,
      start_datetime: undefined,
      end_datetime: null,
      rewards: [reward],
    });
  });

  it("without a list of rewards is unreadable", () => {
    for (const wrong of [undefined, null, {}, "x"])
      expect(readPromotion({ id: 1, rewards: wrong })).toBeUndefined();
  });

  it("a reward without a name is called by its SKU", () => {
    expect(readPromotion({ id: 1, rewards: [{ sku: "A" }] })?.rewards).toEqual([
      { sku: "A", name: "A", variable_value: false, state: "", status: "" },
    ]);
  });
});

describe("a catalog record", () => {
  it.each([
    ["nested", { dimensions: { available_denominations_range: "5..150" } }],
    ["flat", { "dimensions.available_denominations_range": "5..150" }],
  ])("has its range, %s", (_, own) => {
    expect(readRewardRecord({ sku: "A", ...own })?.range).toEqual({ min: 5, max: 150 });
  });

  it.each([
    [{}, { in_stock: true, stock_quantity: null, free_value: false, description: "" }],
    [{ in_stock: false }, { in_stock: false }],
    [{ in_stock: "no" }, { in_stock: false }],
    [{ stock_quantity: 0 }, { stock_quantity: 0 }],
    [{ stock_quantity: "12" }, { stock_quantity: 12 }],
    [{ stock_quantity: -3 }, { stock_quantity: null }],
    [{ stock_quantity: Number.NaN }, { stock_quantity: null }],
    [{ free_value: true }, { free_value: true }],
    [
      { logo_url: null, description: null },
      { logo_url: undefined, description: "" },
    ],
    [{ dimensions: "5..150" }, { free_value: false }],
  ])("%j", (own, expected) => {
    expect(readRewardRecord({ sku: "A", ...own })).toMatchObject(expected);
  });

  it("survives any value in the place of any member", () => {
    for (const name of [
      "in_stock",
      "stock_quantity",
      "free_value",
      "dimensions",
      "description",
      "logo_url",
    ]) {
      for (const wrong of WRONG) expect(readRewardRecord({ sku: "A", [name]: wrong })?.sku).toBe("A");
    }
  });
});

describe("a list", () => {
  it("is read item by item, and what cannot be read is counted", () => {
    expect(readList([{ sku: "A" }, null, { sku: 5 }, {}], readRewardRecord)).toMatchObject({
      items: [{ sku: "A" }, { sku: "5" }],
      skipped: 2,
    });
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
