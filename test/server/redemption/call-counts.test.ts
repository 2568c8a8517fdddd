/** The largest number of calls to the service, for every answer. */
import { describe, expect, it } from "vitest";
import { REFUSAL_SETTLED, TURNED_AWAY_MAX } from "../../../server/timing.ts";
import { OTHER, SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { MINUTE, storedPhase } from "./orders.ts";

useWorld({ LIMIT_SESSION_PER_MINUTE: "10000" });

const state = (order_id: string) => storedPhase(world.ledger, order_id);

describe("a token that is refused", () => {
  it("costs six calls in ten minutes beside those that the service carried out, and no more", async () => {
    const browser = await world.browser({ order_id: "refused", ttl_seconds: 3600 });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "unauthorized", times: "always" });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(9 * MINUTE);
    expect(world.changes().length).toBeGreaterThan(3);
    expect(world.changes().length).toBeLessThanOrEqual(1 + TURNED_AWAY_MAX);
    world.control.clearFaults();
    await world.pass(3 * MINUTE);
    expect(await state("refused")).toBe("redeemed");
  });
});

describe("a call that was repeated with a new token", () => {
  it("is answered by that, and nothing is asked about it", async () => {
    await world.pass(3 * MINUTE);
    // The first order begins the proof of the ledger.
    const first = await world.browser({ order_id: "first" });
    await first.post("/v1/order/book", { sku: SKU });
    await first.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    const browser = await world.browser({ order_id: "renewed" });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "unauthorized" });
    const before = world.control.calls.length;
    const { data } = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(data.state).toBe("redeemed");
    await world.pass(MINUTE);
    const operations = world.control.calls.slice(before).map(({ operation }) => operation);
    expect(operations).toEqual(["redeem", "token", "redeem"]);
  });
});

describe("a call that may go in either of two forms", () => {
  it("is counted in each: six changing calls in ten minutes and no more", async () => {
    const browser = await world.browser({
      order_id: "forms",
      delivery: "notify",
      promotion_id: "4008",
      ttl_seconds: 3600,
    });
    // In doubt at first, so that it is repeated; then a service that knows neither form.
    world.control.fault({ operation: "create", kind: "reset_before", times: 1 });
    world.control.fault({ operation: "create", kind: "not_found", times: "always" });
    await browser.post("/v1/order/notify", { sku: SKU });
    for (let tries = 0; tries < 12; tries++) {
      await world.pass(25_000);
      await browser.post("/v1/order/notify", { sku: SKU });
    }
    const sent = new Map<string | undefined, number>();
    for (const { order_id } of world.changes()) sent.set(order_id, (sent.get(order_id) ?? 0) + 1);
    for (const [id, count] of sent) expect([id, count <= 6]).toEqual([id, true]);
    expect(sent.get("shop.forms.1")).toBeGreaterThan(3);
  });
});

describe("a mail that cannot be had", () => {
  it("is refused before the service is looked through, and looked for at a bounded cost", async () => {
    const browser = await world.browser({
      order_id: "looks",
      delivery: "notify",
      promotion_id: "4008",
      ttl_seconds: 3600,
    });
    const lists = () =>
      world.control.calls.filter(({ operation }) => operation === "list_redemptions").length;
    expect((await browser.post("/v1/order/notify", { sku: "NO-SUCH" })).problem.code).toBe(
      "reward_not_found",
    );
    expect(lists()).toBe(0);
    world.control.fault({ operation: "create", kind: "invalid_request", times: "always" });
    const tries = 10;
    for (let n = 0; n < tries; n++) {
      await browser.post("/v1/order/notify", { sku: SKU });
      await world.pass(REFUSAL_SETTLED + 10_000);
    }
    // Each redemption is looked for until a list must show the effect of a second delivery.
    expect(lists()).toBeLessThanOrEqual(tries * 18);
  });
});

describe("a given-up hold", () => {
  it("that the service does not know is not asked for any more once it must have ended", async () => {
    const browser = await world.browser({ order_id: "unknown-hold", ttl_seconds: 3600 });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "get_redemption", kind: "not_found", times: "always" });
    await browser.post("/v1/order/book", { sku: OTHER });
    await world.pass(32 * MINUTE);
    const before = world.control.calls.length;
    await world.pass(10 * MINUTE);
    expect(world.control.calls.length).toBe(before);
  });
});
