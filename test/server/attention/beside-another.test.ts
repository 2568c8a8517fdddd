/** A reward beside a mail becomes the order's reward once the mail has ended with nothing. */
import { beforeEach, expect, it } from "vitest";
import { MINUTE } from "../../support/rewards.ts";
import { billingBed } from "../redemption/billing-bed.ts";

const bed = billingBed();
beforeEach(() => bed.world.pass(3 * MINUTE));
const MAILED = { delivery: "notify", promotion_id: "4008", ttl_seconds: 3_600 } as const;

/** Attempt 1 was released, attempt 2 is mailed, and attempt 1 is in this state then. */
async function beside(orderId: string, state: string): Promise<void> {
  const { world } = bed;
  bed.fault({ operation: "create", kind: "state", state: "blocked" });
  await bed.notify(orderId);
  await world.pass(2 * MINUTE);
  expect((await bed.release(orderId)).data.done).toBe("next_attempt");
  await world.pass(5 * 60 * MINUTE);
  await bed.notify(orderId);
  await world.pass(MINUTE);
  world.control.forceState(bed.firstOf(orderId), state, state === "redeemed" ? { codes: true } : undefined);
  await world.pass(90 * MINUTE);
  expect((await bed.row(orderId))?.attention).not.toBeNull();
}

it.each(["pending", "redeemed"])(
  "what an operator acknowledged beside a mail (%s) is what the order has once the mail is canceled",
  async (state) => {
    const { world } = bed;
    await beside("ack", state);
    expect((await bed.release("ack", { acknowledge: true })).data.done).toBe("acknowledged");
    // The operator has the other one canceled at the service, so that one is left.
    world.control.forceState(bed.redemptions("ack")[1]?.id ?? "", "canceled");
    const browser = await world.browser({ order_id: "ack", ...MAILED });
    await browser.get("/v1/order");
    await world.pass(MINUTE);
    const view = (await browser.get("/v1/order")).data;
    expect(view.state).toBe(state === "pending" ? "notified" : "redeemed");
  },
  120_000,
);

it.each(["pending", "redeemed"])(
  "what stands beside a mail (%s) is read again soon where the first reading after the mail's end is answered with 500",
  async (state) => {
    const { world } = bed;
    await beside("err", state);
    world.control.forceState(bed.redemptions("err")[1]?.id ?? "", "canceled");
    const browser = await world.browser({ order_id: "err", ...MAILED });
    bed.fault({
      operation: "get_redemption",
      kind: "server_error",
      match: { redemption_id: bed.firstOf("err") },
    });
    await browser.get("/v1/order");
    await world.pass(2 * MINUTE);
    const view = (await browser.get("/v1/order")).data;
    expect(view.state).toBe(state === "pending" ? "notified" : "redeemed");
  },
  120_000,
);
