/** Which orders leave the operators' list by themselves: by the operator's answers, over the whole server. */
import { describe, expect, it } from "vitest";
import { MINUTE, PREPAID, SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import type { Answer } from "../../support/world.ts";
import { asOperator as headers, OPERATOR_KEY } from "./operator.ts";

useWorld({ OPERATOR_KEY, LIMIT_SESSION_PER_MINUTE: "10000" });

const ask = (action: "cancel" | "refund"): Promise<Answer> => world.end("o", action);
const reasons = async (): Promise<unknown[]> => {
  const { data } = await world.request("/v1/attention", { headers });
  return (data as unknown as { reason: string }[]).map(({ reason }) => reason);
};

describe("a paid hold that was given up leaves the list", () => {
  it("when its user takes it up again", async () => {
    const browser = await world.browser({ promotion_id: "4004", order_id: "o" });
    await browser.post("/v1/order/book", { sku: PREPAID });
    const { data } = (await browser.get("/v1/catalog")) as unknown as {
      data: { sku: string; free_value: boolean }[];
    };
    const other = data.find((reward) => reward.sku !== PREPAID && !reward.free_value)?.sku;
    await browser.post("/v1/order/book", { sku: other });
    await world.pass(2_000);
    expect(await reasons()).toEqual(["debited_hold"]);
    await browser.post("/v1/order/book", { sku: PREPAID });
    expect(await reasons()).toEqual([]);
    const redeemed = await browser.post("/v1/order/redeem", { attempt: 1, sku: PREPAID });
    expect(redeemed.data.state).toBe("redeemed");
    await world.pass(MINUTE);
    expect(await reasons()).toEqual([]);
  });

  /** The site canceled the order while the hold lived. */
  const cancelPaid = async (): Promise<void> => {
    const browser = await world.browser({ promotion_id: "4004", order_id: "o" });
    await browser.post("/v1/order/book", { sku: PREPAID });
    await ask("cancel");
    await world.pass(2_000);
    expect(await reasons()).toEqual(["debited_hold"]);
  };

  it("when its site has it refunded", async () => {
    await cancelPaid();
    expect((await ask("refund")).data).toMatchObject({ state: "canceled", refunded: true });
    expect(await reasons()).toEqual([]);
  });

  it("when a person releases it, and does not come back because a refund is refused", async () => {
    await cancelPaid();
    await world.request("/v1/attention/shop/o/release", { method: "POST", headers });
    world.control.fault({ operation: "refund", kind: "invalid_request", times: "always" });
    expect((await ask("refund")).data).toMatchObject({ state: "canceled", refunded: false });
    await world.pass(2_000);
    expect(await reasons()).toEqual([]);
  });
});

it("a link that nobody could read leaves the list when its order is canceled", async () => {
  const browser = await world.browser({ order_id: "o", delivery: "activate" });
  await browser.post("/v1/order/book", { sku: SKU });
  world.tamper = (_, body) => body.replaceAll(/"url":"http[^"]*"/g, '"url":"javascript:1"');
  await browser.post("/v1/order/activate", { attempt: 1, sku: SKU });
  world.tamper = undefined;
  expect(await reasons()).toEqual(["codes_unreadable"]);
  expect((await ask("cancel")).data.state).toBe("canceled");
  expect(await reasons()).toEqual([]);
});
