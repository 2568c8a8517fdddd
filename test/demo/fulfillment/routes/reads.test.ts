/** Reading a redemption, and the balance of its card. */
import { describe, expect, it } from "vitest";
import { FOREIGN_REDEMPTION, PROMOTIONS } from "../../../../demo/fulfillment/app.ts";
import type { CardConsult, Promotion } from "../../../../demo/fulfillment/resources.ts";
import { EMAIL, setUp } from "../harness.ts";

describe("a redemption of another client", () => {
  it.each([
    ["GET", ""],
    ["GET", "/card_consult"],
    ["POST", "/actions/activate"],
    ["POST", "/actions/redeem"],
    ["POST", "/actions/cancel"],
    ["POST", "/actions/refund"],
  ])("is forbidden: %s %s", async (method, tail) => {
    const { api, control } = setUp();
    const body = method === "POST" ? { data: { user: { email: EMAIL } } } : undefined;
    expect(await api(method, `/redemptions/${FOREIGN_REDEMPTION}${tail}`, body)).toMatchObject({
      status: 401,
      error_name: "forbidden",
    });
    expect(control.redemptions()).toEqual([]);
  });
});

describe("a redemption", () => {
  it.each([
    ["GET", ""],
    ["GET", "/card_consult"],
    ["POST", "/actions/activate"],
    ["POST", "/actions/redeem"],
    ["POST", "/actions/cancel"],
    ["POST", "/actions/refund"],
  ])("that does not exist is 404 not_found: %s %s", async (method, tail) => {
    const { api } = setUp();
    const body = method === "POST" ? { data: { user: { email: EMAIL } } } : undefined;
    expect(await api(method, `/redemptions/AAAAA-BBBBB${tail}`, body)).toMatchObject({
      status: 404,
      error_name: "not_found",
    });
  });

  it("is read as it was answered, with every field", async () => {
    const { createAndRedeem, get } = setUp();
    const { data } = await createAndRedeem();
    expect((await get(data.id)).data).toEqual(data);
    expect(Object.keys(data).sort()).toEqual(
      [
        "id",
        "url",
        "state",
        "order_id",
        "testing",
        "activation_datetime",
        "redeemed_datetime",
        "refunded_datetime",
        "updated_datetime",
        "client",
        "promotion",
        "authentication_systems",
        "notification_channels",
        "activation_notification_channels",
        "reward",
        "value",
        "user",
        "reward_format",
        "reward_codes",
        "debited",
      ].sort(),
    );
  });
});

describe("testing", () => {
  it.each([
    [true, PROMOTIONS.main, true],
    [false, PROMOTIONS.main, false],
    [false, PROMOTIONS.testing, true],
  ])("if the service says %s, redemptions of %i say %s", async (testing, promotion, expected) => {
    const { book } = setUp({ testing });
    expect((await book({ promotion })).data.testing).toBe(expected);
  });
});

describe("consult card", () => {
  const consult = async (sku: string) => {
    const { createAndRedeem, api } = setUp();
    const { data } = await createAndRedeem({ sku });
    return api<CardConsult>("GET", `/redemptions/${data.id}/card_consult`);
  };

  it("returns the balance if the provider knows it", async () => {
    expect(await consult("PLUMVALE-20")).toMatchObject({
      status: 200,
      data: { card_balance: 20, card_currency: "USD" },
    });
  });

  it("gives nulls where the provider does not", async () => {
    expect((await consult("HEARTHLOW-30")).data).toEqual({ card_balance: null, card_currency: null });
  });

  it("is 422 unprocessable_entity for other rewards", async () => {
    expect(await consult("NOODLEQUAY-20")).toMatchObject({ status: 422, error_name: "unprocessable_entity" });
  });

  it("answers in all three ways in one promotion", async () => {
    const { api, createAndRedeem } = setUp();
    const promotion = PROMOTIONS.balances;
    const { data } = await api<Promotion>("GET", `/promotions/${promotion}`);
    const statuses = [];
    for (const { sku } of data.rewards) {
      const made = await createAndRedeem({ order_id: sku, sku, promotion });
      const { status, data: card } = await api<CardConsult>(
        "GET",
        `/redemptions/${made.data.id}/card_consult`,
      );
      statuses.push([status, card?.card_balance]);
    }
    expect(statuses.sort()).toEqual([
      [200, null],
      [200, 20],
      [422, undefined],
    ]);
  });

  it("is 422 unprocessable_entity before there is a card", async () => {
    const { book, api } = setUp();
    const { data } = await book({ sku: "PLUMVALE-20" });
    expect(await api("GET", `/redemptions/${data.id}/card_consult`)).toMatchObject({
      status: 422,
      error_name: "unprocessable_entity",
    });
  });
});
