/** A look at an order that reads an old state of its redemption. */
import { beforeEach, expect, it } from "vitest";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";

const bed = billingBed();
beforeEach(() => bed.world.pass(3 * MINUTE));

it("a mail that was sent after one failure is not reported as failed by a lagging reading", async () => {
  const { world } = bed;
  const browser = await world.browser({ order_id: "v", delivery: "notify", promotion_id: "4008", ...LONG });
  bed.fault({ operation: "create", kind: "state", state: "failed" });
  await browser.post("/v1/order/notify", { sku: SKU });
  // Until the repeat has worked.
  for (let i = 0; i < 600 && (await bed.row("v"))?.attempts[0]?.phase !== "linked"; i++)
    await world.pass(100);
  expect((await bed.row("v"))?.attempts[0]?.phase).toBe("linked");
  bed.fault({ operation: "get_redemption", kind: "stale", older_by_ms: 4_500, times: 1 });
  expect((await browser.get("/v1/order")).data?.state).toBe("notified");
  await world.pass(5 * MINUTE);
  expect((await browser.get("/v1/order")).data?.state).toBe("notified");
});
