/** A redeem is in doubt, its repeat is answered with a state for which an order stops, and the first one is carried out after all. */
import { expect, it } from "vitest";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "./billing-bed.ts";

const bed = billingBed();

it.each(["denied", "blocked", "expired"])(
  "%s is not the last word while an earlier redeem may still have its effect",
  async (state) => {
    const browser = await bed.world.browser({ order_id: "doubt", ...LONG });
    const { data } = await browser.post("/v1/order/book", { sku: SKU });
    bed.fault({ operation: "redeem", kind: "timeout_before" });
    bed.fault({ operation: "redeem", kind: "state", state });
    await browser.post("/v1/order/redeem", { attempt: data?.attempt, sku: SKU });
    await bed.world.pass(20_000);
    // The service carries the first call out half a minute later.
    bed.world.control.forceState(bed.firstOf("doubt"), "redeemed", { codes: true });
    await bed.world.pass(20 * MINUTE);
    const again = await bed.world.browser({ order_id: "doubt", ...LONG });
    expect((await bed.row("doubt"))?.attention).toBeNull();
    expect((await again.get("/v1/order")).data.state).toBe("redeemed");
  },
);
