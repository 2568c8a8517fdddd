/** A user who has a hold chooses another reward, whose Book fails. */
import { describe, expect, it } from "vitest";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";

const bed = billingBed();

describe.each(["failed", "canceled"])(
  "a user with a hold who chooses a reward whose Book is answered with %s",
  (state) => {
    it("is told that the reward cannot be had, and may choose again in two minutes at the latest", async () => {
      const browser = await bed.world.browser({ order_id: "press", ...LONG });
      await browser.post("/v1/order/book", { sku: SKU });
      bed.fault({ operation: "book", kind: "state", state, times: 2 });
      const first = await browser.post("/v1/order/book", { sku: OTHER });
      expect(first.problem?.code).toBe("reward_unavailable");
      // A second delivery of what failed may still make a third hold until then.
      await bed.world.pass(2 * MINUTE);
      bed.world.control.clearFaults();
      const second = await browser.post("/v1/order/book", { sku: OTHER });
      expect(second.data?.state).toBe("booked");
    });
  },
);

it.each(["slow", "server_error"] as const)(
  "a user who waited for a failed Book as they were told may choose within half a minute where its reading is %s",
  async (kind) => {
    const { world } = bed;
    const browser = await world.browser({ order_id: "w", ...LONG });
    bed.fault({ operation: "book", kind: "state", state: "failed", times: 2 });
    await browser.post("/v1/order/book", { sku: SKU });
    const second = await browser.post("/v1/order/book", { sku: SKU });
    const wait = Number(second.headers.get("retry-after"));
    expect(wait).toBeLessThan(120);
    bed.fault({ operation: "get_redemption", kind, times: 2, ...(kind === "slow" && { delay_ms: 3_000 }) });
    await world.pass(wait * 1_000);
    const third = await browser.post("/v1/order/book", { sku: SKU });
    // Within half a minute it can be booked.
    expect.soft(Number(third.headers.get("retry-after"))).toBeLessThan(120);
    await world.pass(30_000);
    expect((await browser.post("/v1/order/book", { sku: SKU })).status).toBeLessThan(300);
  },
);
