/** Requests of a site's backend for an order with concurrent changes, and every error of such requests. */
import { describe, expect, it } from "vitest";
import { MINUTE } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { codeOf, OTHER_KEY, SITE_KEY } from "../../support/world.ts";
import { siteOrdersIn } from "./site-orders.ts";

useWorld();

const { ask, reach } = siteOrdersIn(() => world);

describe("a wish of the site", () => {
  it("is not delayed by views of the order", async () => {
    await reach.redeemed?.();
    world.control.fault({ operation: "refund", kind: "timeout_before", times: 3 });
    expect((await ask("o/refund")).status).toBe(503);
    const seen: unknown[] = [];
    for (let looks = 0; looks < 60 && seen.at(-1) !== "refunded"; looks++) {
      await world.pass(6_000);
      seen.push((await ask("o", "GET")).data.state);
    }
    expect(seen.at(-1)).toBe("refunded");
  });

  it("that is answered after the hold ended still decides: the user gets no reward for what was refunded", async () => {
    const browser = await world.browser({ order_id: "o", promotion_id: "4004" });
    await browser.post("/v1/order/book", { sku: "HEARTHLOW-PREPAID-40" });
    await world.pass(29 * MINUTE + 56_000);
    world.control.fault({ operation: "refund", kind: "slow", delay_ms: 8_000, effect: "first" });
    expect((await ask("o/refund")).data).toMatchObject({ state: "refunded", refunded: true });
    const later = await world.browser({ order_id: "o", promotion_id: "4004" });
    const again = await later.post("/v1/order/book", { sku: "HEARTHLOW-PREPAID-40" });
    expect(codeOf(again)).toEqual([409, "order_finished"]);
  });

  it("is not answered by what was answered to an earlier one", async () => {
    await reach.redeemed?.();
    world.control.fault({ operation: "refund", kind: "invalid_request" });
    expect((await ask("o/refund")).data.refunded).toBe(false);
    await world.pass(MINUTE);
    world.control.fault({ operation: "refund", kind: "timeout_before" });
    const second = await ask("o/refund");
    expect([second.status, second.data?.refunded]).toEqual([200, true]);
  });

  it("reads calmly while it is in doubt, and calls a person in the end", async () => {
    await reach.booked?.();
    const row = () => world.ledger.readOrder({ site: "shop", order_id: "o" });
    const id = (await row())?.attempts[0]?.redemption_id ?? "";
    world.control.forceState(id, "booked", { debited: true });
    world.control.fault({ operation: "refund", kind: "timeout_before", times: "always" });
    const before = world.control.calls.length;
    await ask("o/refund");
    await world.pass(5 * MINUTE);
    const reads = world.control.calls.slice(before).filter(({ operation }) => operation === "get_redemption");
    expect(reads.length).toBeLessThan(30);
    await world.pass(11 * MINUTE);
    expect((await row())?.attention).toBe("outcome_unknown");
  });
});

describe("everything bad", () => {
  const paths = ["cancel", "refund"];
  it.each(paths)("%s of an unknown order, or of one of another site, is order_not_found", async (action) => {
    await reach.redeemed?.();
    for (const [order, key] of [
      ["nobody", SITE_KEY],
      ["o", OTHER_KEY],
      ["a%2Fb", SITE_KEY],
      ["x".repeat(65), SITE_KEY],
    ] as const)
      expect(codeOf(await ask(`${order}/${action}`, "POST", key))).toEqual([404, "order_not_found"]);
    expect(world.operations()).toEqual(["book", "redeem"]);
  });
});
