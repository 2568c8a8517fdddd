/** Delivery by a mail with a link, and the refusals for an order of another delivery. */
import { beforeEach, describe, expect, it } from "vitest";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { type Answer, type Browser, codeOf } from "../../support/world.ts";

const OTHER = "KESTROW-CODE-PLAIN-25";
const FREE = "VELMORA-VAR";
/** Offers no reward of free value, and mails its users. */
const NOTIFYING = "4008";

useWorld();

const reference = (answer: Answer): string => String(answer.data.reference);

describe("notify", () => {
  const order = {
    order_id: "mail",
    delivery: "notify",
    promotion_id: NOTIFYING,
    user: { email: "mia@example.com" },
  };
  let browser: Browser;
  beforeEach(async () => {
    browser = await world.browser(order);
  });
  const notify = (choice: object = { sku: SKU }): Promise<Answer> => browser.post("/v1/order/notify", choice);

  it("tells where the mail will go before it is confirmed, masked, and of no other delivery", async () => {
    const before = await browser.get("/v1/order");
    expect(before.data).toMatchObject({ state: "open", masked_email: "m•••@example.com" });
    expect(before.text).not.toContain("mia");
    const other = await world.browser({ order_id: "codes", user: order.user });
    expect((await other.get("/v1/order")).data).not.toHaveProperty("masked_email");
  });

  it("has the service mail the user, and tells where to, masked", async () => {
    const answer = await notify();
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ state: "notified", masked_email: "m•••@example.com", sku: SKU });
    expect(answer.text).not.toMatch(/mia|flow|"url"|"codes"/);
    expect(world.control.outbox()).toMatchObject([{ to: "mia@example.com" }]);
    expect(world.operations()).toEqual(["create"]);
    expect(world.logs.join("\n")).not.toContain("nobody may be notified");
  });

  it("in a promotion that names no channel is logged with a warning", async () => {
    const quiet = await world.browser({ ...order, order_id: "quiet", promotion_id: "4001" });
    await quiet.post("/v1/order/notify", { sku: SKU });
    expect(world.logs.join("\n")).toMatch(/"level":"warn","msg":"nobody may be notified/);
  });

  it("mails once: again, from another tab and after a restart it answers alike", async () => {
    const first = await notify();
    await world.restart();
    const tab = await world.browser(order);
    for (const each of [browser, tab])
      expect((await each.post("/v1/order/notify", { sku: SKU })).data).toEqual(first.data);
    expect(world.control.outbox()).toHaveLength(1);
  });

  it("mails once when thirty tabs ask at once", async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => notify()));
    expect(new Set(answers.map(({ data }) => data.state))).toEqual(new Set(["notified"]));
    expect([world.operations(), world.control.outbox().length]).toEqual([["create"], 1]);
  });

  it("becomes redeemed when the user opened the link, and then has codes", async () => {
    const mailed = await notify();
    world.control.openLink(reference(mailed));
    await world.pass(6_000);
    expect((await browser.get("/v1/order")).data.state).toBe("redeemed");
    expect((await browser.post("/v1/order/codes")).status).toBe(200);
    expect(codeOf(await notify({ sku: OTHER }))).toEqual([409, "order_finished"]);
    expect((await notify()).data.state).toBe("redeemed");
  });

  it("holds the choice against the session's limits and the catalog before anything is sent", async () => {
    // The value of the fixed reward is known from another order's booking.
    await (await world.browser({ order_id: "earlier" })).post("/v1/order/book", { sku: SKU });
    const limited = await world.browser({
      ...order,
      order_id: "limited",
      promotion_id: "4001",
      max_amount: "40",
    });
    const table: [object, string][] = [
      [{ sku: "NOBODY" }, "reward_not_found"],
      [{ sku: FREE, amount: "41" }, "amount_out_of_range"],
    ];
    for (const [choice, code] of table)
      expect((await limited.post("/v1/order/notify", choice)).problem.code).toBe(code);
    expect(world.operations()).toEqual(["book"]);
    world.control.setStock(SKU, 0);
    await world.pass(61_000);
    expect((await limited.post("/v1/order/notify", { sku: SKU })).problem.code).toBe("out_of_stock");
    expect(world.operations()).toEqual(["book"]);
  });

  it("refused because the promotion was paused is not said to be reserved", async () => {
    await browser.get("/v1/catalog");
    world.control.setPromotion(Number(NOTIFYING), { status: "paused" });
    expect(await notify()).toMatchObject({ status: 202, data: { state: "processing", step: "notify" } });
    await world.pass(4 * 60_000);
    expect((await browser.get("/v1/order")).data).toMatchObject({ state: "open", ended_attempt: 1 });
  });

  it("sends amount and customization as they are pinned", async () => {
    const customization = { pdf: { message: "Happy birthday!", sender_name: "Zoë" } };
    const gift = await world.browser({
      ...order,
      order_id: "gift",
      promotion_id: "4001",
      max_amount: "40",
      customization,
    });
    expect((await gift.post("/v1/order/notify", { sku: FREE, amount: "35" })).data.amount).toBe("35");
    const call = world.control.calls.findLast(({ operation }) => operation === "create");
    expect(call?.body).toMatchObject({ data: { value: { amount: "35" }, customization } });
  });
});

describe("an order of another delivery", () => {
  it.each([
    ["redeem", "activate", { attempt: 1, sku: SKU }],
    ["redeem", "notify", { sku: SKU }],
    ["activate", "redeem", { attempt: 1, sku: SKU }],
    ["activate", "notify", { sku: SKU }],
    ["notify", "book", { sku: SKU }],
    ["notify", "redeem", { attempt: 1, sku: SKU }],
    ["notify", "activate", { attempt: 1, sku: SKU }],
  ])("%s is refused by %s", async (delivery, route, body) => {
    const browser = await world.browser({ delivery });
    expect(codeOf(await browser.post(`/v1/order/${route}`, body))).toEqual([409, "delivery_mismatch"]);
    expect(world.operations()).toEqual([]);
  });

  it("cannot be opened under an id that has one", async () => {
    await world.mint({ order_id: "pinned", delivery: "activate" });
    expect(codeOf(await world.mint({ order_id: "pinned" }))).toEqual([409, "order_conflict"]);
    expect((await world.mint({ order_id: "plain" })).status).toBe(201);
    expect((await world.mint({ order_id: "plain", delivery: "redeem" })).status).toBe(201);
  });
});
