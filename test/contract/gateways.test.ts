/**
 * Trouble between us and the service: a gateway that delivers a call twice, and outages. Source: docs/proof/rules.md, rules 2, 5
 * and 9.
 */
import { describe, expect, it } from "vitest";
import { MINUTE, OTHER, SKU } from "../support/rewards.ts";
import { useWorld, world } from "../support/use-world.ts";
import type { GatewayAnswer } from "../support/world.ts";

const MAILED = { delivery: "notify", promotion_id: "4008", ttl_seconds: 3600 } as const;
const SECOND = 1_000;

useWorld({ LIMIT_SESSION_PER_MINUTE: "10000" });

/** Delivers the first call of a path twice. Only the refusal of the second delivery is returned. */
function deliverTwice(ending: string): void {
  let isDone = false;
  world.gateway = (path, { status, headers }): GatewayAnswer | undefined => {
    if (isDone || !path.endsWith(ending) || status !== 201) return undefined;
    isDone = true;
    return { status: 422, headers, text: '{"error_name":"invalid_request","error_message":null}' };
  };
}

const lag = (newer_than_ms: number) =>
  world.control.fault({ operation: "list_redemptions", kind: "lag", newer_than_ms, times: "always" });

describe("a Create that is delivered twice and refused the second time", () => {
  it("sends one mail, even if lists lag: no other reward can be chosen before", async () => {
    const browser = await world.browser({ order_id: "twice", ...MAILED });
    deliverTwice("/4008/redemptions");
    lag(110 * SECOND);
    expect((await browser.post("/v1/order/notify", { sku: SKU })).data).toMatchObject({
      state: "processing",
      step: "notify",
    });
    await world.pass(MINUTE);
    const other = await browser.post("/v1/order/notify", { sku: OTHER });
    expect(other.problem.code).toBe("order_processing");
    await world.pass(3 * MINUTE);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "notified", attempt: 1, sku: SKU });
    expect(world.control.outbox()).toHaveLength(1);
    expect(await world.ledger.ordersNeedingAttention(10)).toEqual([]);
  });
});

describe("a Book that is delivered twice and refused the second time", () => {
  it("lapses, and delays nobody", async () => {
    const browser = await world.browser();
    deliverTwice("/book");
    expect((await browser.post("/v1/order/book", { sku: SKU })).problem.code).toBe("reward_unavailable");
    expect((await browser.post("/v1/order/book", { sku: OTHER })).data).toMatchObject({
      state: "booked",
      attempt: 2,
    });
    const redeemed = await browser.post("/v1/order/redeem", { attempt: 2, sku: OTHER });
    expect(redeemed.data.state).toBe("redeemed");
    expect(world.operations()).toEqual(["book", "book", "redeem"]);
  });
});

describe("the budget of changing calls", () => {
  it.each([
    ["book", { kind: "rate_limited", retry_after: 1 }],
    ["book", { kind: "reset_before" }],
    ["book", { kind: "server_error", status: 503 }],
  ] as const)("has a %s left for the minute after 80 s of trouble (%o)", async (operation, kind) => {
    const browser = await world.browser({ order_id: "budget", ttl_seconds: 3600 });
    const fault = world.control.fault({ operation, times: "always", ...kind });
    const first = await browser.post("/v1/order/book", { sku: SKU });
    expect(first.data).toMatchObject({ state: "processing", step: "book" });
    await world.pass(68 * SECOND);
    world.control.clearFaults(fault);
    await world.pass(MINUTE);
    expect((await browser.get("/v1/order")).data.state).toBe("booked");
  });

  it("does not count calls that were refused for their token", async () => {
    const browser = await world.browser({ order_id: "tokens", ttl_seconds: 3600 });
    await browser.post("/v1/order/book", { sku: SKU });
    const fault = world.control.fault({ operation: "redeem", kind: "unauthorized", times: "always" });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(40 * SECOND);
    world.control.clearFaults(fault);
    await world.pass(MINUTE);
    expect((await browser.get("/v1/order")).data.state).toBe("redeemed");
  });
});

describe("a Book that is answered pending", () => {
  it("is a hold: nothing is activated before its user confirmed", async () => {
    const browser = await world.browser({ order_id: "pending", delivery: "activate" });
    world.control.fault({ operation: "book", kind: "state", state: "pending" });
    expect((await browser.post("/v1/order/book", { sku: SKU })).data.state).toBe("booked");
    expect((await browser.get("/v1/order")).data.state).toBe("booked");
    const { data } = await browser.post("/v1/order/activate", { attempt: 1, sku: SKU });
    expect(data).toMatchObject({ state: "activated", url: world.control.flowLink(String(data.reference)) });
  });
});
