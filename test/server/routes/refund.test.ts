/** Refund, as a site's backend asks for it, from every state. */
import { describe, expect, it } from "vitest";
import { MINUTE, OTHER, PREPAID, SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { type Answer, type Browser, codeOf } from "../../support/world.ts";
import { siteOrdersIn } from "./site-orders.ts";

useWorld();

const { ask, referenceOf, reach } = siteOrdersIn(() => world);

describe("refund", () => {
  it.each<[string, number, unknown, string[]]>([
    ["open", 409, "not_redeemed", []],
    ["canceled", 409, "not_redeemed", []],
    ["processing", 409, "order_processing", []],
    ["redeemed", 200, ["refunded", true], ["refund"]],
    ["refunded", 200, ["refunded", true], []],
    ["booked", 200, ["booked", false], []],
    ["activated", 200, ["activated", false], []],
    ["notified", 200, ["notified", false], []],
    ["failed", 200, ["failed", false], []],
    ["denied", 200, ["denied", false], []],
  ])("of an order that is %s: %i %j", async (state, status, end, calls) => {
    await reach[state]?.();
    const before = world.operations().length;
    const answer = await ask("o/refund");
    const told = answer.data ? [answer.data.state, answer.data.refunded] : answer.problem.code;
    expect([answer.status, told]).toEqual([status, end]);
    expect(world.operations().slice(before)).toEqual(calls);
    expect(answer.text).not.toMatch(/"codes"|"url"|\/flow\//);
  });

  it("ends what the user was given: no codes any more, and nothing else can be chosen", async () => {
    const browser = await reach.refunded?.();
    expect(codeOf((await browser?.post("/v1/order/codes")) as Answer)).toEqual([409, "order_finished"]);
    expect((await browser?.get("/v1/order"))?.data).toMatchObject({ state: "refunded" });
    const other = await browser?.post("/v1/order/book", { sku: OTHER });
    expect(codeOf(other as Answer)).toEqual([409, "order_finished"]);
  });

  it("of last month's leaves it as it is and says so, as often as the budget of calls allows", async () => {
    await anotherWorld({}, { startsAt: Date.UTC(2026, 10, 30, 23, 50) });
    const browser = await reach.redeemed?.();
    await world.pass(20 * MINUTE);
    for (let n = 0; n < 6; n++)
      expect((await ask("o/refund")).data).toMatchObject({ state: "redeemed", refunded: false });
    const last = await ask("o/refund");
    expect(codeOf(last)).toEqual([429, "rate_limited"]);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(500);
    expect((await browser?.post("/v1/order/codes"))?.status).toBe(200);
  });

  it.each([
    ["booked", "booked", "open"],
    ["failed", "failed", "open"],
    ["activated", "pending", "refunded"],
    ["notified", "pending", "refunded"],
  ])("of an order that is %s, and paid for while %s, makes it %s", async (state, upstream, end) => {
    const browser = (await reach[state]?.()) as Browser;
    const id = String(world.control.redemptions()[0]?.id);
    world.control.forceState(id, upstream, { debited: true });
    expect((await ask("o/refund")).data).toMatchObject({ state: end, refunded: true });
    expect((await browser.get("/v1/order")).data.state).toBe(end);
    expect(world.control.redemptions()).toMatchObject([{ state: "refunded" }]);
    expect(() => world.control.openLink(id)).toThrow();
    expect(world.control.codes()).toEqual([]);
  });

  it("of a canceled order's hold that is paid for is made while the hold lives", async () => {
    const browser = await world.browser({ order_id: "o", promotion_id: "4004" });
    await browser.post("/v1/order/book", { sku: PREPAID });
    expect((await ask("o/cancel")).data).toMatchObject({ state: "canceled", attempt: 1, sku: PREPAID });
    expect((await ask("o/refund")).data).toMatchObject({ state: "canceled", refunded: true });
    expect(world.control.redemptions()).toMatchObject([{ state: "refunded" }]);
  });

  it("of what is not paid for asks nothing, and leaves the user's confirmation all its tries", async () => {
    const browser = await reach.booked?.();
    for (let n = 0; n < 5; n++) expect((await ask("o/refund")).data.refunded).toBe(false);
    world.control.fault({ operation: "redeem", kind: "timeout_before" });
    await browser?.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(10_000);
    expect((await browser?.get("/v1/order"))?.data.state).toBe("redeemed");
    expect(world.operations()).toEqual(["book", "redeem", "redeem"]);
  });

  it("is not answered by what was answered to an earlier one", async () => {
    await reach.redeemed?.();
    world.control.fault({ operation: "refund", kind: "invalid_request" });
    expect((await ask("o/refund")).data.refunded).toBe(false);
    world.control.fault({ operation: "refund", kind: "timeout_before" });
    const second = await ask("o/refund");
    expect([second.status, second.data?.refunded]).toEqual([200, true]);
  });

  it.each([
    ["a 504", { kind: "timeout_before" }],
    ["a 429", { kind: "rate_limited", retry_after: 3 }],
    ["a late effect", { kind: "late", delay_ms: MINUTE }],
  ] as const)("asked when the link had just been opened is not lost to %s", async (_, fault) => {
    await reach.activated?.();
    world.control.openLink(await referenceOf("o"));
    world.control.fault({ operation: "refund", ...fault } as never);
    expect([200, 503]).toContain((await ask("o/refund")).status);
    await world.pass(12 * MINUTE);
    expect((await ask("o", "GET")).data.state).toBe("refunded");
    expect(world.control.redemptions()).toMatchObject([{ state: "refunded" }]);
  });
});

describe("a refund made elsewhere", () => {
  it("is seen when the site looks", async () => {
    await reach.redeemed?.();
    world.control.forceState(await referenceOf("o"), "refunded");
    await world.pass(6_000);
    expect((await ask("o", "GET")).data.state).toBe("refunded");
    expect((await ask("o/refund")).data.refunded).toBe(true);
  });

  it.each(["activated", "notified"])(
    "after the link of an order that is %s was opened ends the order: no second code",
    async (state) => {
      const browser = (await reach[state]?.()) as Browser;
      const id = await referenceOf("o");
      world.control.openLink(id);
      const url = `http://localhost:9/api/fulfillment/v2/redemptions/${id}/actions/refund`;
      const headers = { "Api-Key": "key", "Api-Secret": "the-secret-of-the-service" };
      await world.service.upstream.fetch(new Request(url, { method: "POST", headers }));
      await world.pass(6_000);
      expect((await browser.get("/v1/order")).data.state).toBe("refunded");
      for (const path of ["book", "notify"])
        expect((await browser.post(`/v1/order/${path}`, { sku: OTHER })).status).toBe(409);
      expect(world.control.codes()).toHaveLength(1);
    },
  );
});
