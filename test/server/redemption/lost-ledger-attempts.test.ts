/** I16 and rule 6: of several attempts, links and mails that a new ledger does not know, the one that counts is found. */
import { describe, expect, it } from "vitest";
import type { Fault } from "../../../demo/fulfillment/app.ts";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import { losableWorld } from "./losable-world.ts";

/** Of promotion 4011, which gives links. */
const LINKED = "KESTROW-CODE-PLAIN-25";
const MAILED = { delivery: "notify", promotion_id: "4008" } as const;

const bed = losableWorld();

describe("a ledger that was lost", () => {
  it("finds a mail of the same number also where only the loop can look, before it sends another", async () => {
    const browser = await bed.world.browser({ order_id: "mailed", ...MAILED });
    await browser.post("/v1/order/notify", { sku: SKU });
    const [mailed] = bed.world.control.redemptions();
    bed.world.control.openLink(mailed?.id ?? "");
    await bed.lose();
    const again = await bed.world.browser({
      order_id: "mailed",
      user: { email: "other@example.com" },
      ...MAILED,
    });
    bed.world.control.fault({ operation: "list_redemptions", kind: "server_error", times: 12 });
    bed.world.control.fault({ operation: "create", kind: "forbidden", times: "always" });
    const answer = again.post("/v1/order/notify", { sku: SKU });
    await bed.world.pass(MINUTE);
    await answer;
    expect(bed.world.changes().filter(({ operation }) => operation === "create")).toHaveLength(1);
    await bed.withheld("mailed");
  });

  it("finds it also behind more numbers than are asked for, and long after the start", async () => {
    const browser = await bed.world.browser({ order_id: "far", ttl_seconds: 3600 });
    bed.world.control.fault({ operation: "book", kind: "invalid_request", times: 8 });
    for (let refused = 0; refused < 8; refused++) await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/book", { sku: OTHER });
    await browser.post("/v1/order/redeem", { attempt: 9, sku: OTHER });
    await bed.lose();
    await bed.world.pass(2 * 60 * MINUTE);
    const again = await bed.world.browser({ order_id: "far" });
    await again.post("/v1/order/book", { sku: SKU });
    await again.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(bed.world.control.codes()).toHaveLength(1);
    expect((await again.get("/v1/order")).data).toMatchObject({ state: "redeemed", attempt: 9, sku: OTHER });
  });

  it("asks on from each that comes to light, also where that one ended with nothing", async () => {
    const browser = await bed.world.browser({ order_id: "renamed", ttl_seconds: 3600 });
    const refuse = async (times: number): Promise<void> => {
      bed.world.control.fault({ operation: "book", kind: "invalid_request", times });
      for (let refused = 0; refused < times; refused++) await browser.post("/v1/order/book", { sku: SKU });
    };
    await refuse(3);
    await browser.post("/v1/order/book", { sku: SKU });
    await bed.world.pass(31 * MINUTE);
    await refuse(2);
    await browser.post("/v1/order/book", { sku: OTHER });
    await browser.post("/v1/order/redeem", { attempt: 7, sku: OTHER });
    await bed.world.pass(15 * MINUTE);
    await bed.lose();
    const again = await bed.world.browser({ order_id: "renamed", user: { email: "User@example.com" } });
    await again.post("/v1/order/book", { sku: SKU });
    await again.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await bed.withheld("renamed");
  });

  it("does not redeem a first hold while a later attempt was redeemed", async () => {
    const browser = await bed.world.browser({ order_id: "lost" });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/book", { sku: OTHER });
    await browser.post("/v1/order/redeem", { attempt: 2, sku: OTHER });
    await bed.lose();
    const again = await bed.world.browser({ order_id: "lost" });
    expect((await again.post("/v1/order/book", { sku: SKU })).data.state).toBe("booked");
    const answer = await again.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(answer.problem.code).toBe("confirmation_mismatch");
    expect((await again.get("/v1/order")).data).toMatchObject({ state: "redeemed", attempt: 2, sku: OTHER });
    expect(bed.world.control.codes()).toHaveLength(1);
  });

  it("knows a mail that went out, and takes no refusal of another one for its end", async () => {
    const browser = await bed.world.browser({ order_id: "mailed", ...MAILED });
    await browser.post("/v1/order/notify", { sku: SKU });
    await bed.lose();
    const again = await bed.world.browser({ order_id: "mailed", ...MAILED });
    // The look before the answer fails: the loop looks, and might send.
    bed.world.control.fault({ operation: "list_redemptions", kind: "timeout_before" });
    bed.world.control.fault({ operation: "create", kind: "forbidden", times: "always" });
    await again.post("/v1/order/notify", { sku: SKU });
    await bed.world.pass(MINUTE);
    expect((await again.get("/v1/order")).data.state).toBe("notified");
    expect(bed.world.operations()).toEqual(["create"]);
  });

  it("takes the answer to its book for the link that it is", async () => {
    const order = { order_id: "linked", delivery: "activate" } as const;
    const browser = await bed.world.browser(order);
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/activate", { attempt: 1, sku: SKU });
    await bed.lose();
    const again = await bed.world.browser(order);
    expect((await again.post("/v1/order/book", { sku: SKU })).problem.code).toBe("order_finished");
    expect((await again.post("/v1/order/book", { sku: OTHER })).problem.code).toBe("order_finished");
    expect((await again.get("/v1/order")).data).toMatchObject({ state: "activated", attempt: 1 });
  });

  it("lets the site cancel the link that is out, whatever hold stands before it", async () => {
    const order = { order_id: "linked", delivery: "activate", promotion_id: "4011", ttl_seconds: 3600 };
    const browser = await bed.world.browser(order);
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/book", { sku: LINKED });
    await browser.post("/v1/order/activate", { attempt: 2, sku: LINKED });
    await bed.lose();
    await bed.world.pass(12 * MINUTE);
    await bed.world.browser(order);
    const canceled = await bed.world.end("linked", "cancel");
    expect(canceled.data).toMatchObject({ state: "canceled", attempt: 2 });
    const states = bed.world.control.redemptions().map(({ orderId, state }) => [orderId, state]);
    expect(states).toEqual([
      ["shop.linked.1", "booked"],
      ["shop.linked.2", "canceled"],
    ]);
  });

  it("takes the link that is out for the order's reward also where something else was chosen now", async () => {
    const order = { order_id: "linked", delivery: "activate", ttl_seconds: 3600 } as const;
    const browser = await bed.world.browser(order);
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/activate", { attempt: 1, sku: SKU });
    await bed.lose();
    const again = await bed.world.browser(order);
    bed.world.control.fault({ operation: "book", kind: "forbidden" });
    await again.post("/v1/order/book", { sku: OTHER });
    await again.post("/v1/order/book", { sku: OTHER });
    await again.post("/v1/order/activate", { attempt: 2, sku: OTHER });
    expect(await bed.world.ledger.ordersNeedingAttention(10)).toEqual([]);
    expect((await again.get("/v1/order")).data).toMatchObject({ state: "activated", attempt: 1, sku: SKU });
    expect((await again.post("/v1/order/book", { sku: OTHER })).problem.code).toBe("order_finished");
    expect(bed.world.changes().filter(({ operation }) => operation === "activate")).toHaveLength(1);
  });

  it.each([
    ["slow", { kind: "slow", delay_ms: 3_500, effect: "last" }],
    ["not there", { kind: "server_error", status: 500 }],
  ])("asks for the ids also where a list was %s at first", async (_, fault) => {
    await bed.redeemAndLose("renamed", { refused: 1 });
    const again = await bed.world.browser({ order_id: "renamed", user: { email: "User@example.com" } });
    await again.post("/v1/order/book", { sku: OTHER });
    bed.world.control.fault({ operation: "list_redemptions", ...fault } as Fault);
    await again.post("/v1/order/redeem", { attempt: 1, sku: OTHER });
    await bed.world.pass(MINUTE);
    await bed.withheld("renamed");
  });

  it("asks for an attempt whose number a book had that was refused for its caller", async () => {
    await bed.redeemAndLose("renamed");
    const again = await bed.world.browser({ order_id: "renamed", user: { email: "User@example.com" } });
    bed.world.control.fault({ operation: "book", kind: "forbidden" });
    expect((await again.post("/v1/order/book", { sku: OTHER })).problem.code).toBe("upstream_forbidden");
    await again.post("/v1/order/book", { sku: OTHER });
    await again.post("/v1/order/redeem", { attempt: 2, sku: OTHER });
    await bed.withheld("renamed");
  });

  it("asks for an attempt whose book was never answered", async () => {
    await bed.redeemAndLose("renamed");
    const again = await bed.world.browser({ order_id: "renamed", user: { email: "User@example.com" } });
    bed.world.control.fault({ operation: "book", kind: "timeout_before" });
    const down = bed.world.control.fault({
      operation: "list_redemptions",
      kind: "server_error",
      times: "always",
    });
    await again.post("/v1/order/book", { sku: SKU });
    bed.world.control.clearFaults(down);
    await again.post("/v1/order/book", { sku: OTHER });
    await again.post("/v1/order/redeem", { attempt: 2, sku: OTHER });
    await bed.world.pass(MINUTE);
    expect(bed.world.control.codes()).toHaveLength(1);
  });
});
