import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../../demo/fulfillment/app.ts";
import { EMAIL, SKU, setUp } from "./harness.ts";

describe("the billing record", () => {
  it("contains every created code, whatever the caller was answered", async () => {
    const { createAndRedeem, control } = setUp();
    control.fault({ operation: "create_and_redeem", kind: "timeout_after" });
    await createAndRedeem();
    expect(control.codes()).toMatchObject([
      {
        order_id: "order-1",
        sku: SKU.fixed,
        email: EMAIL,
        amount: 25,
        currency: "USD",
        state: "redeemed",
        debited: true,
      },
    ]);
  });

  it("keeps a code that was refunded", async () => {
    const { createAndRedeem, refund, control } = setUp();
    const { data } = await createAndRedeem();
    await refund(data.id);
    expect(control.codes()).toMatchObject([{ redemption_id: data.id, state: "refunded", debited: false }]);
  });
});

describe("setting stock", () => {
  const book = async (
    change: Parameters<ReturnType<typeof setUp>["control"]["setStock"]>[1],
    sku: string,
  ) => {
    const { book: order, control } = setUp();
    control.setStock(sku, change);
    return (await order({ sku })).status;
  };

  it.each([
    [0, SKU.fixed, 422],
    [1, SKU.soldOut, 201],
    [null, SKU.soldOut, 201],
    [{ in_stock: false }, SKU.fixed, 422],
    [{ quantity: null, in_stock: false }, SKU.stocked, 422],
  ] as const)("to %j on %s: book answers %i", async (change, sku, status) => {
    expect(await book(change, sku)).toBe(status);
  });
});

describe("changing a promotion", () => {
  it.each([
    { status: "disabled" },
    { state: "draft" },
    { start_datetime: "2030-01-01T00:00:00Z" },
    { end_datetime: "2026-01-01T00:00:00Z" },
  ])("to %j stops it", async (change) => {
    const { book, control } = setUp();
    control.setPromotion(PROMOTIONS.main, change);
    expect((await book()).status).toBe(422);
  });

  it("sets the testing flag of its later redemptions", async () => {
    const { create, get, control } = setUp();
    const before = (await create({ order_id: "a" })).data;
    control.setPromotion(PROMOTIONS.main, { testing: false });
    expect((await create({ order_id: "b" })).data.testing).toBe(false);
    expect((await get(before.id)).data.testing).toBe(true);
  });

  it("reopens one that has ended", async () => {
    const { book, control } = setUp();
    control.setPromotion(PROMOTIONS.ended, { end_datetime: null });
    expect((await book({ promotion: PROMOTIONS.ended })).status).toBe(201);
  });
});

describe("forcing a state", () => {
  it("keeps codes out of pending and booked", async () => {
    const { createAndRedeem, get, control } = setUp();
    const { data } = await createAndRedeem();
    control.forceState(data.id, "pending");
    expect((await get(data.id)).data).not.toHaveProperty("reward_codes");
    control.forceState(data.id, "booked");
    expect((await get(data.id)).data.reward_codes?.codes).toEqual([]);
    control.forceState(data.id, "blocked");
    expect((await get(data.id)).data.reward_codes).toEqual(data.reward_codes);
  });

  it("back to booked reserves no second code", async () => {
    const { createAndRedeem, api, control } = setUp();
    const { data } = await createAndRedeem({ sku: SKU.stocked });
    control.forceState(data.id, "booked");
    expect(
      (await api<{ stock_quantity: number }>("GET", `/rewards/${SKU.stocked}`)).data.stock_quantity,
    ).toBe(2);
  });

  it("to redeemed makes the code", async () => {
    const { book, control } = setUp();
    const { data } = await book();
    control.forceState(data.id, "redeemed");
    expect(control.codes()).toHaveLength(1);
  });
});

describe("the status of the service", () => {
  it("has the end user's link before it is sent", async () => {
    const { book, activate, control } = setUp();
    const { data } = await book();
    const link = control.flowLink(data.id);
    expect(data.url).not.toBe(link);
    expect((await activate(data.id)).data.url).toBe(link);
  });
});

describe("names of things that do not exist", () => {
  it("are refused", () => {
    const { control } = setUp();
    expect(() => control.setStock("NOBODY", 1)).toThrow();
    expect(() => control.setRewardStatus("NOBODY", {})).toThrow();
    expect(() => control.endPromotion(1)).toThrow();
    expect(() => control.flowLink("AAAAA-BBBBB")).toThrow();
    expect(() => control.forceState("AAAAA-BBBBB", "failed")).toThrow();
    expect(() => control.fault({ operation: "book", kind: "late", delay_ms: -1 })).toThrow();
  });
});

describe("reset", () => {
  it("resets everything: the same calls give the same ids again", async () => {
    const { createAndRedeem, control } = setUp();
    const first = await createAndRedeem();
    control.fault({ operation: "*", kind: "timeout_before", times: "always" });
    control.setStock(SKU.stocked, 0);
    control.advance(1000);
    control.reset();
    expect(control.faults()).toEqual([]);
    expect(control.calls).toEqual([]);
    expect((await createAndRedeem()).data).toEqual(first.data);
    expect((await createAndRedeem({ order_id: "order-2", sku: SKU.stocked })).status).toBe(201);
  });
});
