/** A Book that the service answers with an end is one try of the user's, not all of a day's. */
import { describe, expect, it } from "vitest";
import { SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";

const bed = billingBed();

describe.each(["failed", "canceled", "expired"])(
  "a Book that is answered with %s for five seconds",
  (state) => {
    it("is sent once for one press", async () => {
      bed.fault({ operation: "book", kind: "state", state, times: "always" });
      const browser = await bed.world.browser({ order_id: "press", ...LONG });
      await browser.post("/v1/order/book", { sku: SKU });
      expect(bed.world.operations().length).toBeLessThanOrEqual(2);
    });

    it("does not keep the user from choosing five minutes later", async () => {
      bed.fault({ operation: "book", kind: "state", state, times: "always" });
      const browser = await bed.world.browser({ order_id: "later", ...LONG });
      const first = await browser.post("/v1/order/book", { sku: SKU });
      expect.soft(first.problem.code).not.toBe("attempts_exhausted");
      bed.world.control.clearFaults();
      await bed.world.pass(5 * 60_000);
      const again = await browser.post("/v1/order/book", { sku: SKU });
      expect([again.status, again.headers.get("retry-after")]).toEqual([201, null]);
    });
  },
);

it("one press never leaves more than two holds, where a gateway delivers each failed Book again half a minute later", async () => {
  bed.fault({ operation: "book", kind: "state", state: "failed", times: "always" });
  const browser = await bed.world.browser({ order_id: "twice", ...LONG });
  await browser.post("/v1/order/book", { sku: SKU });
  bed.world.control.clearFaults();
  await bed.world.pass(30_000);
  for (const { id } of bed.redemptions("twice")) bed.world.control.forceState(id, "booked");
  expect(bed.redemptions("twice").filter(({ state }) => state === "booked").length).toBeLessThanOrEqual(2);
});
