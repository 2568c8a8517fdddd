/** The release of an order that needs a person, over the whole server. */
import { describe, expect, it } from "vitest";
import { MINUTE, OTHER, PREPAID, SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { OPERATOR_KEY, operatorIn, toldOf } from "./operator.ts";

useWorld({ OPERATOR_KEY, LIMIT_SESSION_PER_MINUTE: "10000" });

const { list, release, reference, stopped } = operatorIn(() => world);

describe("a release", () => {
  it("lets the user choose again, who ends with the codes of one redemption", async () => {
    const browser = await stopped("o");
    const answer = await release("o");
    expect(toldOf(answer)).toEqual([200, "next_attempt"]);
    expect(answer.data).toMatchObject({
      order_id: "o",
      attempt: 1,
      state: "open",
      release: { possible: false },
    });
    expect(answer.data).not.toHaveProperty("reason");
    expect((await list()).total).toBe(0);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "open", ended_attempt: 1 });
    await browser.post("/v1/order/book", { sku: OTHER });
    const redeemed = await browser.post("/v1/order/redeem", { attempt: 2, sku: OTHER });
    expect(redeemed.data.state).toBe("redeemed");
    expect(world.control.codes()).toHaveLength(1);
  });

  it("of many at once happens once", async () => {
    await stopped("o");
    const answers = await world.until(Promise.all(Array.from({ length: 10 }, () => release("o"))));
    expect(new Set(answers.map(({ data }) => data.done))).toEqual(new Set(["next_attempt"]));
    const row = await world.ledger.readOrder({ site: "shop", order_id: "o" });
    expect(row?.order.wanted.releases).toBe(1);
  });

  it("goes by what the service says then, not by what it said before", async () => {
    const browser = await stopped("o", "blocked");
    const id = await reference();
    world.control.forceState(id, "redeemed", { codes: true });
    expect(toldOf(await release("o"))).toEqual([200, "shown"]);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "redeemed", reference: id });
    expect((await browser.post("/v1/order/codes")).status).toBe(200);
    expect((await list()).total).toBe(0);
  });

  it("opens nothing while something is paid for; after the refund it does", async () => {
    const browser = await stopped("o", "denied", { debited: true });
    const refused = await release("o");
    expect(toldOf(refused)).toEqual([409, "order_finished"]);
    expect(refused.problem.detail).toContain("refunded");
    expect((await browser.get("/v1/order")).data.state).toBe("blocked");
    expect((await list()).rows).toMatchObject([{ reason: "debited" }]);
    world.control.forceState(await reference(), "canceled", { debited: false });
    expect(toldOf(await release("o"))).toEqual([200, "next_attempt"]);
  });

  it.each([
    ["cannot be asked", { kind: "server_error", status: 503 }],
    ["does not know the redemption", { kind: "not_found" }],
    ["still keeps it alive", { kind: "slow", delay_ms: 1 }],
  ] as const)("is not possible while the service %s: the order stays on the list", async (_, fault) => {
    await stopped("o");
    world.control.forceState(await reference(), "booked");
    world.control.fault({ operation: "get_redemption", times: "always", ...fault });
    expect(toldOf(await release("o"))).toEqual([409, "order_processing"]);
    expect((await list()).total).toBe(1);
  });

  it("is not possible while the outcome is unknown; found out later, it leaves the list by itself", async () => {
    const browser = await world.browser({ order_id: "o", ttl_seconds: 3600 });
    await browser.post("/v1/order/book", { sku: SKU });
    for (const operation of ["redeem", "get_redemption"] as const)
      world.control.fault({ operation, kind: "timeout_after", times: "always" });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(16 * MINUTE);
    expect((await list()).rows).toMatchObject([
      { reason: "outcome_unknown", state: "processing", release: { possible: false } },
    ]);
    for (const body of [undefined, { acknowledge: true }])
      expect(toldOf(await release("o", body))).toEqual([409, "order_processing"]);
    world.control.clearFaults();
    await world.pass(2 * MINUTE);
    expect((await list()).total).toBe(0);
    expect(world.control.codes()).toHaveLength(1);
  });

  it("of codes nobody can read takes the order off the list, whether its user meets them again or not", async () => {
    const browser = await world.browser({ order_id: "o" });
    await browser.post("/v1/order/book", { sku: SKU });
    world.tamper = (_, body) => body.replaceAll('"usages":["primary"', '"usages":["?"');
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect((await list()).rows).toMatchObject([{ reason: "codes_unreadable", state: "redeemed" }]);
    expect(toldOf(await release("o"))).toEqual([200, "acknowledged"]);
    expect((await browser.post("/v1/order/codes")).problem.code).toBe("codes_unreadable");
    expect((await list()).total).toBe(0);
    world.tamper = undefined;
    expect((await browser.post("/v1/order/codes")).status).toBe(200);
  });

  it("with acknowledge leaves the order as its user sees it", async () => {
    const browser = await stopped("o");
    expect(toldOf(await release("o", { acknowledge: true }))).toEqual([200, "acknowledged"]);
    expect((await list()).total).toBe(0);
    expect((await browser.get("/v1/order")).data.state).toBe("denied");
    expect((await browser.post("/v1/order/book", { sku: OTHER })).problem.code).toBe("order_finished");
  });

  it.each<[string, string, unknown, number, string]>([
    ["an unknown order", "shop/none", undefined, 404, "order_not_found"],
    ["another site's order", "portal/o", undefined, 404, "order_not_found"],
    ["a name no site has", "S%20H/o", undefined, 404, "order_not_found"],
    ["another reason", "shop/o", { reason: "failed" }, 409, "confirmation_mismatch"],
    ["another attempt", "shop/o", { attempt: 2 }, 409, "confirmation_mismatch"],
    ["no reason there is", "shop/o", { reason: "x" }, 422, "invalid_request"],
    ["a word for yes", "shop/o", { acknowledge: "yes" }, 422, "invalid_request"],
  ])("that names %s is refused", async (_, path, body, status, code) => {
    await stopped("o");
    const [site = "", order_id = ""] = path.split("/");
    const answer = await release(order_id, body, site);
    expect([answer.status, answer.problem.code]).toEqual([status, code]);
    expect((await list()).total).toBe(1);
  });

  it("is a line in the log with the name of the key and the address, without a secret", async () => {
    const named = "a-named-key-7Qm2xV9kTf4Zc8Lw1Rb6";
    await anotherWorld({ OPERATOR_KEYS: JSON.stringify({ anna: named }), TRUSTED_PROXIES: "1" });
    await stopped("o");
    await world.request("/v1/attention/shop/o/release", {
      method: "POST",
      headers: { Authorization: `Bearer ${named}`, "X-Forwarded-For": "192.0.2.7" },
    });
    const line = world.logs.map((each) => JSON.parse(each)).find(({ msg }) => msg === "released by a person");
    expect(line).toMatchObject({
      operator: "anna",
      address: "192.0.2.7",
      request_id: expect.any(String),
      site: "shop",
      order_id: "o",
      attempt: 1,
      reason: "denied",
      outcome: "next_attempt",
    });
    for (const secret of [named, "user@example.com"]) expect(world.logs.join()).not.toContain(secret);
  });
});

describe("an order leaves the list", () => {
  /** Two holds, of which the paid one was given up. */
  const giveUp = async () => {
    const browser = await world.browser({ promotion_id: "4004", order_id: "o" });
    await browser.post("/v1/order/book", { sku: PREPAID });
    const { data } = (await browser.get("/v1/catalog")) as unknown as {
      data: { sku: string; free_value: boolean }[];
    };
    const other = data.find((reward) => reward.sku !== PREPAID && !reward.free_value)?.sku;
    await browser.post("/v1/order/book", { sku: other });
    expect((await list()).rows).toMatchObject([{ reason: "debited_hold", attempt: 1, state: "booked" }]);
    return browser;
  };

  it("when its user takes up the paid hold again", async () => {
    const browser = await giveUp();
    await browser.post("/v1/order/book", { sku: PREPAID });
    expect((await list()).total).toBe(0);
    const redeemed = await browser.post("/v1/order/redeem", { attempt: 1, sku: PREPAID });
    expect(redeemed.data.state).toBe("redeemed");
    expect((await list()).total).toBe(0);
  });

  it("when its site has the paid hold of a canceled order refunded", async () => {
    const browser = await world.browser({ promotion_id: "4004", order_id: "o" });
    await browser.post("/v1/order/book", { sku: PREPAID });
    await world.end("o", "cancel");
    expect((await list()).rows).toMatchObject([{ reason: "debited_hold" }]);
    expect((await world.end("o", "refund")).data).toMatchObject({ state: "canceled", refunded: true });
    expect((await list()).total).toBe(0);
  });

  it("when a person acknowledges the paid hold: its user keeps the other one", async () => {
    const browser = await giveUp();
    expect(toldOf(await release("o"))).toEqual([200, "acknowledged"]);
    expect((await list()).total).toBe(0);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "booked", attempt: 2 });
  });

  it("when a link that nobody could read is canceled", async () => {
    const browser = await world.browser({ order_id: "o", delivery: "activate" });
    await browser.post("/v1/order/book", { sku: SKU });
    world.tamper = (_, body) => body.replaceAll(/"url":"http[^"]*"/g, '"url":"javascript:1"');
    await browser.post("/v1/order/activate", { attempt: 1, sku: SKU });
    world.tamper = undefined;
    expect((await list()).rows).toMatchObject([{ reason: "codes_unreadable" }]);
    expect((await world.end("o", "cancel")).data.state).toBe("canceled");
    expect((await list()).total).toBe(0);
  });
});
