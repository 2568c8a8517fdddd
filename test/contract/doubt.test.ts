/** Whatever happens to a call, the user gets the codes of exactly one redemption. */
import { describe, expect, it } from "vitest";
import { MINUTE, OTHER, SKU } from "../support/rewards.ts";
import { useWorld, world } from "../support/use-world.ts";
import { type Browser, SITE_KEY } from "../support/world.ts";
import { faultsOf } from "./faults.ts";
import { settle } from "./settle.ts";

useWorld({ LIMIT_SESSION_PER_MINUTE: "10000" });

/** A user who looks from time to time sees that the link was opened, even if some reads fail. */
async function expectOpened(browser: Browser): Promise<void> {
  const seen: unknown[] = [];
  for (let looks = 0; looks < 6 && seen.at(-1) !== "redeemed"; looks++) {
    await world.pass(6_000);
    seen.push((await browser.get("/v1/order")).data.state);
  }
  expect(seen.at(-1)).toBe("redeemed");
}

/** Many other orders, so that a list contains more than ours. */
async function othersFirst(): Promise<void> {
  const browser = await world.browser();
  await browser.post("/v1/order/book", { sku: OTHER });
  await browser.post("/v1/order/redeem", { attempt: 1, sku: OTHER });
}

describe.each(faultsOf("book"))("after %s of a book", (_, faults) => {
  it("the user books once and gets the codes of one redemption", async () => {
    await othersFirst();
    const browser = await world.browser({ ttl_seconds: 3600 });
    for (const fault of faults) world.control.fault(fault);
    const booked = await settle(world, browser, await browser.post("/v1/order/book", { sku: SKU }));
    expect(booked.data.state).toBe("booked");
    const redeemed = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(redeemed.text).toContain('"state":"redeemed"');
    expect(
      world.control
        .redemptions()
        .filter((each) => each.reward?.sku === SKU || JSON.stringify(each).includes(SKU)),
    ).toHaveLength(1);
    expect(world.control.codes()).toHaveLength(2);
    expectSameParameters();
  });
});

describe.each(faultsOf("redeem"))("after %s of a redeem", (_, faults) => {
  it("the user ends with the codes of one redemption, and is told nothing else on the way", async () => {
    await othersFirst();
    const browser = await world.browser({ ttl_seconds: 3600 });
    await browser.post("/v1/order/book", { sku: SKU });
    for (const fault of faults) world.control.fault(fault);
    const answer = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect([200, 202]).toContain(answer.status);
    const settled = await settle(world, browser, answer);
    expect(settled.data.state).toBe("redeemed");
    const codes = await browser.post("/v1/order/codes");
    expect(codes.status).toBe(200);
    expect(world.control.codes()).toHaveLength(2);
    const again = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(again.data.codes).toEqual(codes.data.codes);
    expectSameParameters();
  });
});

describe.each(faultsOf("activate"))("after %s of an activate", (_, faults) => {
  it("the user gets one link, and the link leads to one code", async () => {
    await othersFirst();
    const browser = await world.browser({ ttl_seconds: 3600, delivery: "activate" });
    await browser.post("/v1/order/book", { sku: SKU });
    for (const fault of faults) world.control.fault(fault);
    const body = { attempt: 1, sku: SKU };
    const answer = await browser.post("/v1/order/activate", body);
    expect([200, 202]).toContain(answer.status);
    expect((await settle(world, browser, answer)).data.state).toBe("activated");
    const link = await browser.post("/v1/order/activate", body);
    expect(link.data.url).toMatch(/\/flow\/.+key=/);
    expect(world.control.codes()).toHaveLength(1);
    world.control.openLink(String(link.data.reference));
    await expectOpened(browser);
    expect(world.control.codes()).toHaveLength(2);
    expectSameParameters();
  });
});

describe.each(faultsOf("create"))("after %s of a create", (_, faults) => {
  it("the user gets one mail, behind whose link there is one code", async () => {
    await othersFirst();
    const browser = await world.browser({ ttl_seconds: 3600, delivery: "notify", promotion_id: "4008" });
    for (const fault of faults) world.control.fault(fault);
    const answer = await browser.post("/v1/order/notify", { sku: SKU });
    expect([200, 202]).toContain(answer.status);
    const settled = await settle(world, browser, answer);
    expect(settled.data).toMatchObject({ state: "notified", attempt: 1 });
    expect(world.control.outbox()).toHaveLength(1);
    world.control.openLink(String(settled.data.reference));
    await expectOpened(browser);
    expect(world.control.codes()).toHaveLength(2);
    expectSameParameters();
  });
});

describe.each(["cancel", "refund"] as const)("what a site asks for: %s", (closing) => {
  const TARGET = { cancel: "canceled", refund: "refunded" } as const;
  it.each(faultsOf(closing))("after %s it happens once and is told", async (_, faults) => {
    const delivery = closing === "cancel" ? "activate" : "redeem";
    const browser = await world.browser({ order_id: "closed", delivery, ttl_seconds: 3600 });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post(`/v1/order/${delivery}`, { attempt: 1, sku: SKU });
    for (const fault of faults) world.control.fault(fault);
    const headers = { Authorization: `Bearer ${SITE_KEY}` };
    const path = "/v1/orders/closed";
    const first = await world.request(`${path}/${closing}`, { method: "POST", headers });
    expect([200, 503]).toContain(first.status);
    // It happens without another request.
    await world.pass(12 * MINUTE);
    expect((await world.request(path, { headers })).data.state).toBe(TARGET[closing]);
    const again = await world.request(`${path}/${closing}`, { method: "POST", headers });
    expect([again.status, again.data.state]).toEqual([200, TARGET[closing]]);
    expect(world.control.redemptions()).toMatchObject([{ state: TARGET[closing] }]);
    expectSameParameters();
  });
});

/** docs/proof/invariants.md, I3: all changing calls for one upstream order carry the same body; I15: at most six of them. */
function expectSameParameters(): void {
  const byOrder = Map.groupBy(
    world.control.calls.filter((call) => call.operation === "book"),
    (call) => call.order_id,
  );
  for (const calls of byOrder.values()) {
    expect(new Set(calls.map((call) => JSON.stringify([call.path, call.body]))).size).toBe(1);
  }
  const byAny = Map.groupBy(world.changes(), (call) => call.order_id ?? "");
  for (const calls of byAny.values()) expect(calls.length).toBeLessThanOrEqual(6);
}
