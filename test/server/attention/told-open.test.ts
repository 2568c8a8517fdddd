/** A released attempt gets its code while another one is under way. */
import { beforeEach, expect, it } from "vitest";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";

const bed = billingBed();
beforeEach(() => bed.world.pass(3 * MINUTE));

/** The first was released; the second is confirmed and never gets anything; meanwhile the first gets its code. */
it.each(["activate", "redeem"] as const)(
  "that ends with nothing: the code is shown (%s)",
  async (delivery) => {
    const { world } = bed;
    const browser = await world.browser({ order_id: "u", delivery, promotion_id: "4001", ...LONG });
    const one = await browser.post("/v1/order/book", { sku: SKU });
    bed.fault({ operation: delivery, kind: "state", state: "denied" });
    await browser.post(`/v1/order/${delivery}`, { attempt: one.data.attempt, sku: SKU });
    await world.pass(15 * MINUTE);
    expect((await bed.release("u")).data.done).toBe("next_attempt");
    const two = await browser.post("/v1/order/book", { sku: OTHER });
    bed.fault({ operation: delivery, kind: "timeout_before", times: "always" });
    await browser.post(`/v1/order/${delivery}`, { attempt: two.data.attempt, sku: OTHER });
    world.control.forceState(bed.firstOf("u"), "redeemed", { codes: true });
    await world.pass(50 * MINUTE);
    const again = await world.browser({ order_id: "u", delivery, promotion_id: "4001", ...LONG });
    const shown = (await again.get("/v1/order")).data;
    // One code, and nothing else is under way: it is its user's.
    expect(bed.billed("u")).toHaveLength(1);
    expect(shown.state).toBe("redeemed");
  },
  120_000,
);
