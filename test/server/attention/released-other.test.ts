/** A released attempt of which the service names another reward by then comes alive again. */
import { beforeEach, expect, it } from "vitest";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";

const bed = billingBed();
beforeEach(() => bed.world.pass(3 * MINUTE));

/** The service names attempt 1's reward otherwise from now on. */
function rename(orderId: string): void {
  bed.world.tamper = (path, body) => {
    if (!path.includes("/redemptions")) return body;
    const json = JSON.parse(body);
    const list = Array.isArray(json.data) ? json.data : [json.data];
    for (const each of list)
      if (each?.order_id === `shop.${orderId}.1`) each.reward = { ...each.reward, sku: "ANOTHER-1" };
    return JSON.stringify(json);
  };
}

it.each([
  ["redeem", true],
  ["activate", true],
  ["activate", false],
] as const)(
  "beside the next attempt's reward (%s, code: %s) is listed",
  async (delivery, code) => {
    const { world } = bed;
    const browser = await world.browser({ order_id: "b", delivery, promotion_id: "4001", ...LONG });
    const one = await browser.post("/v1/order/book", { sku: SKU });
    bed.fault({ operation: delivery, kind: "state", state: "denied" });
    await browser.post(`/v1/order/${delivery}`, { attempt: one.data.attempt, sku: SKU });
    await world.pass(15 * MINUTE);
    expect((await bed.release("b")).data.done).toBe("next_attempt");
    const two = await browser.post("/v1/order/book", { sku: OTHER });
    const done = await browser.post(`/v1/order/${delivery}`, { attempt: two.data.attempt, sku: OTHER });
    expect(done.status).toBe(200);
    rename("b");
    world.control.forceState(
      bed.firstOf("b"),
      code ? "redeemed" : "pending",
      code ? { codes: true } : undefined,
    );
    await world.pass(120 * MINUTE);
    if (!code) bed.openLinks("b");
    await world.pass(120 * MINUTE);
    const row = await bed.row("b");
    expect(row?.attention).not.toBeNull();
  },
  120_000,
);

it.each([true, false])(
  "that was acknowledged with another reward is listed once it has a code (%s), or a link that is opened",
  async (code) => {
    const { world } = bed;
    const browser = await world.browser({
      order_id: "c",
      delivery: "activate",
      promotion_id: "4001",
      ...LONG,
    });
    const one = await browser.post("/v1/order/book", { sku: SKU });
    bed.fault({ operation: "activate", kind: "state", state: "denied" });
    rename("c");
    await browser.post("/v1/order/activate", { attempt: one.data.attempt, sku: SKU });
    await world.pass(15 * MINUTE);
    expect((await bed.row("c"))?.attention).toBe("other_parameters");
    expect((await bed.release("c", { acknowledge: true })).data.done).toBe("acknowledged");
    await world.pass(MINUTE);
    expect((await bed.row("c"))?.attention).toBeNull();
    world.control.forceState(
      bed.firstOf("c"),
      code ? "redeemed" : "pending",
      code ? { codes: true } : undefined,
    );
    await world.pass(120 * MINUTE);
    if (!code) bed.openLinks("c");
    await world.pass(120 * MINUTE);
    expect(bed.billed("c")).toHaveLength(1);
    expect((await bed.row("c"))?.attention).not.toBeNull();
  },
  120_000,
);
