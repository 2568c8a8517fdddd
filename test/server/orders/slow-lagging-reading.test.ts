/** A reading that shows an old state, and takes long to come: it was asked for within the lag, and is heard after it. */
import { beforeEach, expect, it } from "vitest";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";

const bed = billingBed();
beforeEach(() => bed.world.pass(3 * MINUTE));

async function linkedAfterFailure(orderId: string) {
  const { world } = bed;
  const browser = await world.browser({
    order_id: orderId,
    delivery: "notify",
    promotion_id: "4008",
    ...LONG,
  });
  bed.fault({ operation: "create", kind: "state", state: "failed" });
  await browser.post("/v1/order/notify", { sku: SKU });
  for (let i = 0; i < 600 && (await bed.row(orderId))?.attempts[0]?.phase !== "linked"; i++)
    await world.pass(100);
  expect((await bed.row(orderId))?.attempts[0]?.phase).toBe("linked");
  return browser;
}

it("a mail that was sent after one failure is not reported as failed by a slow, lagging reading", async () => {
  const { world } = bed;
  const browser = await linkedAfterFailure("v");
  await world.pass(2_500);
  bed.fault({ operation: "get_redemption", kind: "stale", older_by_ms: 4_500, times: 1 });
  bed.fault({ operation: "get_redemption", kind: "slow", delay_ms: 9_000, times: 1 });
  await browser.get("/v1/order");
  await world.pass(15_000);
  await world.pass(5 * MINUTE);
  expect((await browser.get("/v1/order")).data?.state).toBe("notified");
});

it("a site's successful cancel is not reported as impossible by a slow, lagging reading", async () => {
  const { world } = bed;
  await bed.notify("t");
  await world.pass(MINUTE);
  bed.cancelTwice();
  bed.fault({ operation: "get_redemption", kind: "stale", older_by_ms: 4_500, times: "always" });
  bed.fault({ operation: "get_redemption", kind: "slow", delay_ms: 5_500, times: "always" });
  const ended = await world.end("t", "cancel");
  expect(bed.redemptions("t")[0]?.state).toBe("canceled");
  expect.soft(ended.problem?.code).not.toBe("not_cancelable");
  // The site's cancel is final: its user chooses nothing any more.
  world.control.clearFaults();
  await world.pass(2 * MINUTE);
  const browser = await world.browser({ order_id: "t", delivery: "notify", promotion_id: "4008", ...LONG });
  expect.soft((await browser.get("/v1/order")).data.state).toBe("canceled");
  await browser.post("/v1/order/notify", { sku: SKU });
  await world.pass(MINUTE);
  expect.soft((await browser.get("/v1/order")).data.state).toBe("canceled");
  expect.soft(bed.redemptions("t")).toHaveLength(1);
}, 60_000);

it("a cancel of what failed for good is its end, also where its reading is slow", async () => {
  const { world } = bed;
  const f = bed.fault({ operation: "create", kind: "state", state: "failed", times: "always" });
  bed.cancelTwice();
  bed.fault({ operation: "get_redemption", kind: "stale", older_by_ms: 4_500, times: "always" });
  bed.fault({ operation: "get_redemption", kind: "slow", delay_ms: 5_500, times: "always" });
  await bed.notify("t2");
  await world.pass(30 * MINUTE);
  world.control.clearFaults(f);
  expect(bed.redemptions("t2")[0]?.state).toBe("canceled");
  const row = await bed.row("t2");
  expect(row?.attention).toBeNull();
}, 60_000);
