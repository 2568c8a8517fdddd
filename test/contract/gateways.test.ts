/**
 * Trouble between us and the service: a gateway that delivers a call twice, a gateway's pages with another time,
 * answers without a time, and replicas that lag behind. Source: integrity rules 2, 9 and 12, I15.
 */
import { describe, expect, it } from "vitest";
import { MINUTE, SKU } from "../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../support/use-world.ts";
import type { GatewayAnswer } from "../support/world.ts";

const OTHER = "KESTROW-CODE-PLAIN-25";
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
    await world.pass(90 * SECOND);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "notified", attempt: 1, sku: SKU });
    expect(world.control.outbox()).toHaveLength(1);
    expect(await world.ledger.ordersNeedingAttention(10)).toEqual([]);
  });
});

describe("a Book that is delivered twice and refused the second time", () => {
  it("lapses, is listed once more, and delays nobody", async () => {
    const browser = await world.browser({ order_id: "twice", ttl_seconds: 3600 });
    deliverTwice("/book");
    const lagging = lag(100 * SECOND);
    expect((await browser.post("/v1/order/book", { sku: SKU })).problem.code).toBe("reward_unavailable");
    expect((await browser.post("/v1/order/book", { sku: OTHER })).data).toMatchObject({
      state: "booked",
      attempt: 2,
    });
    world.control.clearFaults(lagging);
    await world.pass(4 * MINUTE);
    expect(await world.ledger.readOrder({ site: "shop", order_id: "twice" })).toMatchObject({
      current: 2,
      attempts: [
        { n: 1, phase: "given_up" },
        { n: 2, phase: "booked" },
      ],
    });
  });
});

describe("the service's time", () => {
  it.each([3_600_000, -3_600_000])("is not taken from the page of a gateway (%d ms off)", async (off) => {
    const browser = await world.browser({ order_id: "frozen" });
    await browser.post("/v1/order/book", { sku: SKU });
    let isDone = false;
    world.gateway = (path, { headers }) => {
      if (isDone || !path.endsWith("/redeem")) return undefined;
      isDone = true;
      const date = new Date(Date.parse(headers.date ?? "") + off).toUTCString();
      return { status: 504, headers: { date }, text: "<html>Gateway Time-out</html>" };
    };
    expect((await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU })).data.state).toBe("redeemed");
    expect(world.control.codes()).toHaveLength(1);
  });

  it("that was wrong when a wait was stored does not block the order once the time is right", async () => {
    const order = { order_id: "ahead", ttl_seconds: 3600 };
    const browser = await world.browser(order);
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "timeout_after" });
    world.control.fault({ operation: "get_redemption", kind: "server_error", status: 503, times: 2 });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    // As a process with a clock one hour ahead would have stored it.
    const row = await world.ledger.readOrder({ site: "shop", order_id: "ahead" });
    if (!row) throw new Error("no row");
    const ahead = 60 * MINUTE;
    await anotherWorld({}, { service: world.service });
    await world.ledger.createOrder({
      ...row,
      due_at: (row.due_at ?? world.clock.now()) + ahead,
      attempts: row.attempts.map((attempt) => ({
        ...attempt,
        phase: "confirmed",
        wait_until: world.clock.now() + ahead,
        sends: attempt.sends.map((send) => ({ ...send, at: send.at + ahead })),
      })),
    });
    world.server.start();
    await world.pass(MINUTE);
    expect(await world.ledger.readOrder({ site: "shop", order_id: "ahead" })).toMatchObject({
      attempts: [{ phase: "redeemed" }],
    });
    expect(world.control.codes()).toHaveLength(1);
  });
});

describe("a read that lags behind an Activate", () => {
  it("does not replace the link: the user gets the one that Activate made", async () => {
    const browser = await world.browser({ order_id: "stale", delivery: "activate" });
    await browser.post("/v1/order/book", { sku: SKU });
    const { url, reference } = (await browser.post("/v1/order/activate", { attempt: 1, sku: SKU })).data;
    expect(url).toBe(world.control.flowLink(String(reference)));
    world.control.fault({ operation: "get_redemption", kind: "stale", older_by_ms: 5_000, times: "always" });
    const again = await browser.post("/v1/order/activate", { attempt: 1, sku: SKU });
    expect(again.data.url).toBe(url);
  });

  it("does not show the hold's link, although the hold is called pending", async () => {
    const browser = await world.browser({ order_id: "stale-pending", delivery: "activate" });
    world.control.fault({ operation: "book", kind: "state", state: "pending" });
    await browser.post("/v1/order/book", { sku: SKU });
    const { url, reference } = (await browser.post("/v1/order/activate", { attempt: 1, sku: SKU })).data;
    expect(url).toBe(world.control.flowLink(String(reference)));
    world.control.fault({ operation: "get_redemption", kind: "stale", older_by_ms: 5_000, times: "always" });
    const again = await browser.post("/v1/order/activate", { attempt: 1, sku: SKU });
    expect(again.data.url).toBe(url);
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

  it("has a Create left for the minute after 80 s of trouble", async () => {
    const browser = await world.browser({ order_id: "budget", ...MAILED });
    const fault = world.control.fault({
      operation: "create",
      kind: "server_error",
      status: 503,
      times: "always",
    });
    await browser.post("/v1/order/notify", { sku: SKU });
    await world.pass(68 * SECOND);
    world.control.clearFaults(fault);
    await world.pass(MINUTE);
    expect((await browser.get("/v1/order")).data.state).toBe("notified");
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
