import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../../demo/fulfillment/app.ts";
import { SKU, setUp } from "./harness.ts";

describe("what cannot be delivered", () => {
  it("a reward that is paused between book and redeem is refused, and works again when enabled", async () => {
    const { book, redeem, createAndRedeem, get, control } = setUp();
    const { data } = await book();
    control.setRewardStatus(SKU.fixed, { status: "paused" });
    expect((await redeem(data.id)).status).toBe(422);
    expect((await createAndRedeem()).status).toBe(422);
    expect((await get(data.id)).data).toMatchObject({ state: "booked", reward: { status: "paused" } });
    control.setRewardStatus(SKU.fixed, { status: "enabled" });
    expect((await redeem(data.id)).data.state).toBe("redeemed");
  });

  it("a budget that is used up between book and redeem refuses, because nothing could be reserved", async () => {
    const { book, redeem, control } = setUp();
    const { data } = await book();
    control.setStock(SKU.fixed, { in_stock: false });
    expect((await redeem(data.id)).status).toBe(422);
    expect(control.codes()).toEqual([]);
  });

  it("a promotion that ends between book and redeem refuses, but redeemed redemptions stay", async () => {
    const { book, redeem, createAndRedeem, control } = setUp();
    const done = await createAndRedeem({ order_id: "before" });
    const { data } = await book();
    control.endPromotion(PROMOTIONS.main);
    expect((await redeem(data.id)).status).toBe(422);
    expect((await createAndRedeem({ order_id: "before" })).data).toEqual(done.data);
  });

  it("sells each item of a stock once", async () => {
    const { createAndRedeem, control } = setUp();
    const answers = await Promise.all(
      ["a", "b", "c", "d", "e"].map((order_id) => createAndRedeem({ order_id, sku: SKU.stocked })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422]);
    expect(control.codes()).toHaveLength(3);
  });
});
