import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../../demo/fulfillment/app.ts";
import { EMAIL, SKU, setUp } from "./harness.ts";

describe("amounts (R9)", () => {
  it.each(["5", "77", "150"])("takes %s where 5..150 is allowed", async (amount) => {
    const { book } = setUp();
    expect((await book({ sku: SKU.free, amount })).data.value).toEqual({
      amount: Number(amount),
      currency: "USD",
    });
  });

  it.each([
    "4",
    "151",
    "0",
    "-5",
    "05",
    "5.00",
    "5,00",
    "1e2",
    "٥٠",
    "５０",
    " 50",
    "50 ",
    "",
    50,
    null,
    undefined,
  ])("refuses %j", async (amount) => {
    const { book, create, createAndRedeem, control } = setUp();
    for (const order of [book, create, createAndRedeem]) {
      expect(await order({ sku: SKU.free, amount })).toMatchObject({
        status: 422,
        error_name: "invalid_request",
      });
    }
    expect(control.redemptions()).toEqual([]);
  });

  it("refuses an amount for a reward with a fixed value", async () => {
    const { book } = setUp();
    expect((await book({ amount: "25" })).status).toBe(422);
  });
});

describe("what cannot be delivered", () => {
  const orders = ["book", "create", "createAndRedeem"] as const;

  it.each([
    ["a sold-out reward", { sku: SKU.soldOut }],
    ["a reward whose budget is used up", { sku: SKU.usedUp, amount: "10" }],
    ["an unknown reward", { sku: "NOBODY-25" }],
    ["a reward of another promotion", { sku: "FR-VELMORA-25" }],
    ["a promotion that has ended", { promotion: PROMOTIONS.ended }],
    ["a promotion that has not started", { promotion: PROMOTIONS.notStarted }],
    ["a paused promotion", { promotion: PROMOTIONS.paused }],
    ["a promotion that is not ready", { promotion: PROMOTIONS.notReady }],
    ["an e-mail that is none", { email: "nobody" }],
    ["an empty order id", { order_id: "" }],
  ])("%s is 422 invalid_request", async (_what, order) => {
    const harness = setUp();
    for (const name of orders) {
      expect(await harness[name](order)).toMatchObject({ status: 422, error_name: "invalid_request" });
    }
    expect(harness.control.redemptions()).toEqual([]);
  });

  it("takes rewards that are enabled and ready or no_allocation, and no others", async () => {
    const { api, control } = setUp();
    interface Offered {
      rewards: { sku: string; status: string; state: string; variable_value: boolean }[];
    }
    const { data } = await api<Offered>("GET", `/promotions/${PROMOTIONS.everyStatus}`);
    for (const { sku, status, state, variable_value } of data.rewards) {
      control.setStock(sku, 5);
      const usable = status === "enabled" && ["ready", "no_allocation"].includes(state);
      const path = `/promotions/${PROMOTIONS.everyStatus}/rewards/${sku}/redemptions/book`;
      const value = variable_value ? { value: { amount: "50" } } : {};
      const answer = await api("POST", path, { data: { order_id: sku, user: { email: EMAIL }, ...value } });
      expect({ sku, status, state, answer: answer.status }).toEqual({
        sku,
        status,
        state,
        answer: usable ? 201 : 422,
      });
    }
  });

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
