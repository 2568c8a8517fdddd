/** An activate or a mail is in doubt, its repeat is answered with a state for which an order stops, and the first one is carried out after all. */
import { expect, it } from "vitest";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "./billing-bed.ts";

const bed = billingBed();
const ACTIVATED = { delivery: "activate", promotion_id: "4001", ...LONG } as const;

it.each(["denied", "blocked", "expired"])(
  "an activate answered with %s is followed by the link of an earlier one that was in doubt",
  async (state) => {
    const browser = await bed.world.browser({ order_id: "doubt", ...ACTIVATED });
    const { data } = await browser.post("/v1/order/book", { sku: SKU });
    bed.fault({ operation: "activate", kind: "timeout_before" });
    bed.fault({ operation: "activate", kind: "state", state });
    await browser.post("/v1/order/activate", { attempt: data?.attempt, sku: SKU });
    await bed.world.pass(20_000);
    expect((await bed.row("doubt"))?.attention).toBe(state);
    // What the first call was for is done by the service half a minute later.
    bed.world.control.forceState(bed.firstOf("doubt"), "pending");
    await bed.world.pass(20 * MINUTE);
    // It was read, and the ledger knows that the link is out.
    expect((await bed.row("doubt"))?.attempts[0]?.evidence.state).toBe("pending");
    const again = await bed.world.browser({ order_id: "doubt", ...ACTIVATED });
    expect.soft((await again.get("/v1/order")).data.state).toBe("activated");
    expect.soft((await bed.row("doubt"))?.attention).toBeNull();
  },
);

it.each(["denied", "blocked", "expired"])(
  "a create answered with %s is followed by the mail of an earlier one that was in doubt",
  async (state) => {
    bed.fault({ operation: "create", kind: "timeout_before" });
    bed.fault({ operation: "create", kind: "state", state });
    await bed.notify("mail");
    await bed.world.pass(20_000);
    expect((await bed.row("mail"))?.attention).toBe(state);
    bed.world.control.forceState(bed.firstOf("mail"), "pending");
    await bed.world.pass(20 * MINUTE);
    expect((await bed.row("mail"))?.attempts[0]?.evidence.state).toBe("pending");
    // Its user opens the link of the mail.
    bed.openLinks("mail");
    await bed.world.pass(60 * MINUTE);
    expect(bed.billed("mail")).toHaveLength(1);
    const again = await bed.world.browser({
      order_id: "mail",
      delivery: "notify",
      promotion_id: "4008",
      ...LONG,
    });
    expect.soft((await again.get("/v1/order")).data.state).toBe("redeemed");
    expect.soft((await bed.row("mail"))?.attention).toBeNull();
  },
);
