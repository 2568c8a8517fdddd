/** A given-up hold of which only the id is known, because its Book was answered after the change of mind. */
import { expect, it } from "vitest";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "./billing-bed.ts";

const bed = billingBed();

it("is not chosen again before its value was held against max_amount", async () => {
  const { world } = bed;
  await world.pass(3 * MINUTE);
  const browser = await world.browser({ order_id: "dear", max_amount: "20", ...LONG });
  // The value, 30, is not known yet.
  bed.fault({ operation: "book", kind: "slow", delay_ms: 20_000, effect: "first" });
  await browser.post("/v1/order/book", { sku: SKU });
  await browser.post("/v1/order/book", { sku: "PIXELBARN-10" });
  bed.fault({ operation: "get_redemption", kind: "server_error", times: "always" });
  await world.pass(20_000);
  await browser.post("/v1/order/book", { sku: SKU });
  await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
  expect(bed.billed("dear")).toEqual([]);
});
