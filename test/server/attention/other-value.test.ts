/** The value of another reward, under an attempt that stopped for it, is no value of the reward that was chosen. */
import { beforeEach, expect, it } from "vitest";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";

const bed = billingBed();
beforeEach(() => bed.world.pass(3 * MINUTE));

it.each([true, false])(
  "an order that stopped for another reward teaches its reward no value after its release (acknowledged: %s)",
  async (acknowledge) => {
    const { world } = bed;
    const listed = async (): Promise<unknown> => {
      const other = await world.browser({ order_id: "other", max_amount: "100", ...LONG });
      const { data } = await other.get("/v1/catalog");
      return (data as unknown as { sku: string; value?: unknown }[]).find?.(({ sku }) => sku === SKU);
    };
    const browser = await world.browser({
      order_id: "c",
      delivery: "activate",
      promotion_id: "4001",
      ...LONG,
    });
    const one = await browser.post("/v1/order/book", { sku: SKU });
    const before = await listed();
    bed.fault({ operation: "activate", kind: "state", state: "denied" });
    world.tamper = (path, body) => {
      if (!path.includes("/redemptions")) return body;
      const json = JSON.parse(body);
      for (const each of Array.isArray(json.data) ? json.data : [json.data])
        if (each?.order_id === "shop.c.1") {
          each.reward = { ...each.reward, sku: "ANOTHER-1" };
          each.value = { amount: 500, currency: "USD" };
        }
      return JSON.stringify(json);
    };
    await browser.post("/v1/order/activate", { attempt: one.data.attempt, sku: SKU });
    await world.pass(15 * MINUTE);
    expect((await bed.row("c"))?.attention).toBe("other_parameters");
    expect((await bed.row("c"))?.attempts[0]?.evidence.value?.amount).not.toBe(500);
    await bed.release("c", acknowledge ? { acknowledge: true } : undefined);
    await world.pass(60 * MINUTE);
    expect.soft((await bed.row("c"))?.attempts[0]?.evidence.value?.amount).not.toBe(500);
    await world.pass(3 * MINUTE);
    expect.soft(await listed()).toEqual(before);
  },
  120_000,
);
