/** Answers about a hold that cannot be confirmed: worth too much, ended by the service, or of a paused promotion. */
import { describe, expect, it } from "vitest";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";

const CONFIRMATION = { attempt: 1, sku: SKU };
useWorld();

const redemptionOf = () => world.control.redemptions().at(-1)?.id ?? "";

describe.each(["redeem", "activate"])("a reward worth more than max_amount, delivered by %s", (delivery) => {
  it("is given up before it can be confirmed, and the answer names value and limit", async () => {
    const browser = await world.browser({ delivery, max_amount: "29" });
    const booked = await browser.post("/v1/order/book", { sku: SKU });
    expect([booked.status, booked.problem.code]).toEqual([422, "amount_out_of_range"]);
    expect(booked.problem.detail).toMatch(/worth 30 USD.*the 29 that/);
    expect((await browser.get("/v1/order")).data.state).toBe("open");
    const confirmed = await browser.post(`/v1/order/${delivery}`, CONFIRMATION);
    expect([confirmed.status, confirmed.problem.code]).toEqual([422, "amount_out_of_range"]);
    expect(world.operations()).toEqual(["book"]);
    expect(world.control.codes()).toEqual([]);
  });

  it("may be had for exactly max_amount", async () => {
    const browser = await world.browser({ delivery, max_amount: "30" });
    expect((await browser.post("/v1/order/book", { sku: SKU })).status).toBe(201);
    expect((await browser.post(`/v1/order/${delivery}`, CONFIRMATION)).status).toBe(200);
  });
});

it("a reward whose amount the user chose is named without its range", async () => {
  const browser = await world.browser({ max_amount: "100" });
  const { data } = await browser.post("/v1/order/book", { sku: "VELMORA-VAR", amount: "40" });
  expect([data.reward_name, data.amount]).toEqual(["Velmora Gift Card", "40"]);
});

describe("a hold that the service ended before its time is found out by the Redeem", () => {
  const end = async (state: string) => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.forceState(redemptionOf(), state);
    return browser;
  };

  it("canceled: told as that, and the order is open", async () => {
    const browser = await end("canceled");
    for (let n = 0; n < 2; n++) {
      const { status, problem } = await browser.post("/v1/order/redeem", CONFIRMATION);
      expect([status, problem.code, problem.hold_ended]).toEqual([409, "not_booked", "canceled"]);
      expect(problem.detail).toMatch(/^The reservation did not run out: the fulfillment service/);
    }
    expect(world.operations()).toEqual(["book", "redeem"]);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "open", ended_attempt: 1 });
  });

  it("failed: redeemed all the same", async () => {
    const browser = await end("failed");
    expect((await browser.post("/v1/order/redeem", CONFIRMATION)).data.state).toBe("redeemed");
  });

  it("expired: told by the order's own state", async () => {
    const browser = await end("expired");
    const { status, data } = await browser.post("/v1/order/redeem", CONFIRMATION);
    expect([status, data.state]).toEqual([200, "expired"]);
  });
});

describe("what was paused between hold and confirmation", () => {
  it.each([
    [
      "the promotion",
      "promotion_unavailable",
      "not_enabled",
      () => world.control.setPromotion(4001, { status: "paused" }),
    ],
    [
      "the reward",
      "reward_unavailable",
      undefined,
      () => world.control.setRewardStatus(SKU, { status: "paused" }),
    ],
  ] as const)("%s is answered at once, and again to a repeated request", async (_, code, reason, pause) => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    await world.pass(10_000);
    pause();
    const before = world.clock.now();
    for (let n = 0; n < 2; n++) {
      const { status, problem } = await browser.post("/v1/order/redeem", CONFIRMATION);
      expect([status, problem.code, problem.promotion_reason]).toEqual([409, code, reason]);
      expect(problem.detail).toMatch(/reservation still stands.*never charged twice/);
      expect(problem.reference).toBe(redemptionOf());
    }
    expect(world.clock.now() - before).toBeLessThan(2_000);
    // Another choice is refused while the confirmation may still succeed.
    expect((await browser.post("/v1/order/book", { sku: "GRIPFELL-60" })).problem.code).toBe(
      "order_processing",
    );
  });

  it("goes through by itself where the promotion resumes within the hold", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    await world.pass(10_000);
    world.control.setPromotion(4001, { status: "paused" });
    expect((await browser.post("/v1/order/redeem", CONFIRMATION)).problem.code).toBe("promotion_unavailable");
    world.control.setPromotion(4001, { status: "enabled" });
    await world.pass(60_000);
    const { status, data } = await browser.post("/v1/order/redeem", CONFIRMATION);
    expect([status, data.state]).toEqual([200, "redeemed"]);
    expect(world.control.codes()).toHaveLength(1);
  });

  it("frees the order when the hold has lapsed, and nothing was issued", async () => {
    const browser = await world.browser({ ttl_seconds: 3600 });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.setRewardStatus(SKU, { status: "paused" });
    await browser.post("/v1/order/redeem", CONFIRMATION);
    await world.pass(45 * 60_000);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "open", ended_attempt: 1 });
    expect((await browser.post("/v1/order/book", { sku: "GRIPFELL-60" })).status).toBe(201);
    expect(world.control.codes()).toEqual([]);
  });

  it("is not told while it is in doubt whether the confirmation arrived", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    await world.pass(10_000);
    world.control.setPromotion(4001, { status: "paused" });
    world.control.fault({ operation: "redeem", kind: "server_error", status: 503, times: "always" });
    const { status, data } = await browser.post("/v1/order/redeem", CONFIRMATION);
    expect([status, data.state]).toEqual([202, "processing"]);
  });

  it("is not told where nothing but the refusal speaks of it", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    await world.pass(10_000);
    world.control.fault({ operation: "redeem", kind: "invalid_request", times: "always" });
    // The only code in stock is the one that is held.
    world.control.setStock(SKU, 0);
    const { status, data } = await browser.post("/v1/order/redeem", CONFIRMATION);
    expect([status, data.state]).toEqual([202, "processing"]);
  });
});
