/** Refund, as a site's backend asks for it, from every state. */
import { describe, expect, it } from "vitest";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
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

  it("of last month's leaves it as it is and says so", async () => {
    await anotherWorld({}, { startsAt: Date.UTC(2026, 10, 30, 23, 50) });
    const browser = await reach.redeemed?.();
    await world.pass(20 * MINUTE);
    const answer = await ask("o/refund");
    expect([answer.status, answer.data.state, answer.data.refunded]).toEqual([200, "redeemed", false]);
    expect((await browser?.post("/v1/order/codes"))?.status).toBe(200);
  });

  it("of a debited hold ends the hold: the user cannot confirm it any more", async () => {
    const browser = await reach.booked?.();
    world.control.forceState(await referenceOfBooked(), "booked", { debited: true });
    expect((await ask("o/refund")).data).toMatchObject({ state: "refunded", refunded: true });
    const late = await browser?.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(codeOf(late as Answer)).toEqual([409, "order_finished"]);
    expect(world.control.codes()).toEqual([]);
  });
  const referenceOfBooked = async (): Promise<string> => {
    const row = await world.ledger.readOrder({ site: "shop", order_id: "o" });
    return row?.attempts[0]?.redemption_id ?? "";
  };

  it.each([
    ["activated", "pending"],
    ["notified", "pending"],
    ["failed", "failed"],
  ])("of an order that is %s, and debited while %s, ends it", async (state, upstream) => {
    const browser = await reach[state]?.();
    world.control.forceState(await referenceOf("o"), upstream, { debited: true });
    expect((await ask("o/refund")).data).toMatchObject({ state: "refunded", refunded: true });
    expect((await browser?.get("/v1/order"))?.data.state).toBe("refunded");
    expect(() => world.control.openLink(referenceNow())).toThrow();
    expect(world.control.codes()).toEqual([]);
  });
  const referenceNow = (): string => String(world.control.redemptions()[0]?.id);

  it("of a hold that is not debited leaves it: the user can confirm", async () => {
    const browser = await reach.booked?.();
    await ask("o/refund");
    const redeemed = await browser?.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(redeemed?.data.state).toBe("redeemed");
  });

  it("made elsewhere is seen when the site looks", async () => {
    await reach.redeemed?.();
    world.control.forceState(await referenceOf("o"), "refunded");
    await world.pass(6_000);
    expect((await ask("o", "GET")).data.state).toBe("refunded");
    expect((await ask("o/refund")).data.refunded).toBe(true);
  });

  it("stays inside the budget of changing calls, and says when to ask again", async () => {
    await anotherWorld({}, { startsAt: Date.UTC(2026, 10, 30, 23, 50) });
    await reach.redeemed?.();
    await world.pass(20 * MINUTE);
    const answers: Answer[] = [];
    for (let n = 0; n < 8; n++) answers.push(await ask("o/refund"));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    const last = answers.at(-1) as Answer;
    expect(codeOf(last)).toEqual([429, "rate_limited"]);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(500);
  });

  it("of what is not debited asks nothing, and leaves the user's confirmation all its tries", async () => {
    const browser = await reach.booked?.();
    for (let n = 0; n < 5; n++) expect((await ask("o/refund")).data.refunded).toBe(false);
    world.control.fault({ operation: "redeem", kind: "timeout_before" });
    await browser?.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(10_000);
    expect((await browser?.get("/v1/order"))?.data.state).toBe("redeemed");
    expect(world.operations()).toEqual(["book", "redeem", "redeem"]);
  });

  it("of a canceled hold that was debited is made while the hold lives", async () => {
    const DEBITED = "HEARTHLOW-PREPAID-40";
    const browser = await world.browser({ order_id: "o", promotion_id: "4004" });
    await browser.post("/v1/order/book", { sku: DEBITED });
    const canceled = await ask("o/cancel");
    expect(canceled.data).toMatchObject({ state: "canceled", attempt: 1, sku: DEBITED });
    expect(canceled.data.reference).toMatch(/^\w{5}-\w{5}$/);
    expect((await ask("o/refund")).data).toMatchObject({ state: "refunded", refunded: true });
    expect(world.control.redemptions()).toMatchObject([{ state: "refunded" }]);
  });

  const elsewhere = async (order: string): Promise<void> => {
    const url = `http://localhost:9/api/fulfillment/v2/redemptions/${await referenceOf(order)}/actions/refund`;
    const headers = { "Api-Key": "key", "Api-Secret": "the-secret-of-the-service" };
    await world.service.upstream.fetch(new Request(url, { method: "POST", headers }));
  };

  it.each(["activated", "notified"])(
    "made elsewhere after the link of an order that is %s was opened ends the order: no second code",
    async (state) => {
      const browser = (await reach[state]?.()) as Browser;
      world.control.openLink(await referenceOf("o"));
      await elsewhere("o");
      await world.pass(6_000);
      expect((await browser.get("/v1/order")).data.state).toBe("refunded");
      for (const path of ["book", "notify"])
        expect((await browser.post(`/v1/order/${path}`, { sku: OTHER })).status).toBe(409);
      expect(world.control.codes()).toHaveLength(1);
    },
  );

  it("outlives the ledger: a refunded order that nobody remembers gives no second code", async () => {
    await reach.refunded?.();
    await anotherWorld({}, { service: world.service });
    const browser = await world.browser({ order_id: "o" });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect((await browser.get("/v1/order")).data.state).toBe("refunded");
    const other = await world.browser({ order_id: "o" });
    await other.post("/v1/order/book", { sku: OTHER });
    expect(world.control.codes()).toHaveLength(1);
  });

  it.each([
    ["a 504", { kind: "timeout_before" }],
    ["a 5xx", { kind: "server_error", status: 503 }],
    ["a 429", { kind: "rate_limited", retry_after: 3 }],
    ["a late effect", { kind: "late", delay_ms: MINUTE }],
  ] as const)("asked when the link had just been opened is not lost to %s", async (_, fault) => {
    await reach.activated?.();
    world.control.openLink(await referenceOf("o"));
    world.control.fault({ operation: "refund", ...fault } as never);
    const first = await ask("o/refund");
    expect([200, 503]).toContain(first.status);
    if (first.status === 200) expect(first.data.refunded).toBe(true);
    await world.pass(12 * MINUTE);
    expect((await ask("o", "GET")).data.state).toBe("refunded");
    expect(world.control.redemptions()).toMatchObject([{ state: "refunded" }]);
  });

  it("in doubt holds a confirmation back until nothing sent can take effect any more", async () => {
    const browser = (await reach.booked?.()) as Browser;
    world.control.forceState(await referenceOfBooked(), "booked", { debited: true });
    world.control.fault({ operation: "refund", kind: "late", delay_ms: 2 * MINUTE });
    world.control.fault({ operation: "refund", kind: "invalid_request", times: "always" });
    expect((await ask("o/refund")).status).toBe(503);
    const early = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(codeOf(early)).toEqual([409, "order_processing"]);
    await world.pass(11 * MINUTE);
    expect((await browser.get("/v1/order")).data.state).toBe("refunded");
    expect(world.control.codes()).toEqual([]);
  });
});
