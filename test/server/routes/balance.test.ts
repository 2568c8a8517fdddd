/** The balance of a card. */
import { beforeEach, expect, it } from "vitest";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { type Answer, type Browser, codeOf } from "../../support/world.ts";

useWorld();
let browser: Browser;
beforeEach(async () => {
  browser = await world.browser({ order_id: "o" });
});

const redeem = async (sku: string): Promise<void> => {
  await browser.post("/v1/order/book", { sku });
  await browser.post("/v1/order/redeem", { attempt: 1, sku });
};
const balance = (): Promise<Answer> => browser.post("/v1/order/balance");
const tampered = (answer: unknown) => (path: string, text: string) =>
  path.endsWith("card_consult") ? JSON.stringify(answer) : text;

it("is told as the service tells it", async () => {
  await redeem(SKU);
  expect((await balance()).data).toEqual({ card_balance: 30, card_currency: "USD" });
});

it.each([
  [{ card_balance: null, card_currency: null }],
  [{ card_balance: 0, card_currency: "JPY" }],
  [{ card_balance: 12.34, card_currency: null }],
])("may be %j", async (data) => {
  await redeem(SKU);
  world.tamper = tampered({ data });
  expect((await balance()).data).toEqual(data);
});

it("of a card whose provider tells none is balance_unavailable", async () => {
  await redeem("TUNDREL-LINK-PLAIN-12");
  expect(codeOf(await balance())).toEqual([422, "balance_unavailable"]);
});

it("of a refunded order is not told", async () => {
  await redeem(SKU);
  await world.end("o", "refund");
  expect(codeOf(await balance())).toEqual([409, "order_finished"]);
});

it("is asked for redeemed orders only", async () => {
  expect(codeOf(await balance())).toEqual([409, "not_redeemed"]);
  await browser.post("/v1/order/book", { sku: SKU });
  expect(codeOf(await balance())).toEqual([409, "not_redeemed"]);
  expect(world.control.calls.some(({ operation }) => operation === "card_consult")).toBe(false);
});

it("that the service cannot tell now can be asked again", async () => {
  await redeem(SKU);
  world.control.fault({ operation: "card_consult", kind: "server_error", status: 503 });
  expect(codeOf(await balance())).toEqual([503, "upstream_unavailable"]);
  expect((await balance()).status).toBe(200);
});
