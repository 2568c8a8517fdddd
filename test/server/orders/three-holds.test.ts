/** Failed Books that a gateway delivers again half a minute later. */
import { expect, it } from "vitest";
import { OTHER, SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";

const bed = billingBed();

it("failed Books count as live holds until they were read, also while readings fail", async () => {
  const { world } = bed;
  bed.fault({ operation: "book", kind: "state", state: "failed", times: "always" });
  const browser = await world.browser({ order_id: "h", ...LONG });
  await browser.post("/v1/order/book", { sku: SKU });
  world.control.clearFaults();
  await world.pass(30_000);
  for (const { id } of bed.redemptions("h")) world.control.forceState(id, "booked");
  bed.fault({ operation: "get_redemption", kind: "server_error", times: "always" });
  await world.pass(90_000);
  await browser.post("/v1/order/book", { sku: SKU });
  await browser.post("/v1/order/book", { sku: OTHER });
  expect(bed.redemptions("h").filter(({ state }) => state === "booked").length).toBeLessThanOrEqual(2);
});
