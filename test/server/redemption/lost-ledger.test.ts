/** I16 and rule 6: a new ledger looks unknown redemptions up at the service. */
import { describe, expect, it } from "vitest";
import type { Fault } from "../../../demo/fulfillment/app.ts";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import { losableWorld, OPERATOR_KEY } from "./losable-world.ts";

const MAILED = { delivery: "notify", promotion_id: "4008" } as const;

const bed = losableWorld();

describe("a ledger that was lost", () => {
  it("finds the redeemed order again instead of making a second code", async () => {
    await bed.redeemAndLose("lost");
    const again = await bed.world.browser({ order_id: "lost" });
    expect((await again.post("/v1/order/book", { sku: SKU })).problem.code).toBe("order_finished");
    expect((await again.get("/v1/order")).data.state).toBe("redeemed");
    expect((await again.post("/v1/order/codes")).status).toBe(200);
    expect(bed.world.control.codes()).toHaveLength(1);
  });

  it("gives the user the lost ledger's code also where another reward had been chosen", async () => {
    const browser = await bed.world.browser({ order_id: "lost" });
    const { reward_name } = (await browser.post("/v1/order/book", { sku: SKU })).data;
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await bed.lose();
    const again = await bed.world.browser({ order_id: "lost" });
    expect((await again.post("/v1/order/book", { sku: OTHER })).problem.code).toBe("order_finished");
    expect((await again.get("/v1/order")).data).toMatchObject({
      state: "redeemed",
      attempt: 1,
      sku: SKU,
      reward_name,
      value: { amount: 30, currency: "USD" },
    });
    expect((await again.post("/v1/order/codes")).status).toBe(200);
    expect(bed.world.control.codes()).toHaveLength(1);
  });

  it("books the choice beside a lost ledger's hold that is above the limit, without mentioning that hold", async () => {
    const browser = await bed.world.browser({ order_id: "lost" });
    await browser.post("/v1/order/book", { sku: SKU });
    await bed.lose();
    const again = await bed.world.browser({ order_id: "lost", max_amount: "29" });
    const booked = await again.post("/v1/order/book", { sku: "PIXELBARN-10" });
    expect(booked.status).toBe(201);
    expect(booked.data).toMatchObject({ state: "booked", attempt: 2, sku: "PIXELBARN-10" });
  });

  it("never gives another user the code, for any order id", async () => {
    await bed.redeemAndLose("lost");
    const again = await bed.world.browser({ order_id: "lost", user: { email: "other@example.com" } });
    expect((await again.post("/v1/order/book", { sku: SKU })).status).toBe(409);
    expect((await again.post("/v1/order/codes")).problem.code).toBe("not_redeemed");
    expect((await again.get("/v1/order")).data.state).toBe("blocked");
    await bed.withheld("lost");
  });

  it("lets the user choose again once a person has found out that the redemption is another user's", async () => {
    await bed.redeemAndLose("lost");
    const again = await bed.world.browser({ order_id: "lost", user: { email: "other@example.com" } });
    await again.post("/v1/order/book", { sku: SKU });
    const released = await bed.world.request("/v1/attention/shop/lost/release", {
      method: "POST",
      headers: { Authorization: `Bearer ${OPERATOR_KEY}` },
    });
    expect(released.data.done).toBe("next_attempt");
    expect((await again.post("/v1/order/book", { sku: SKU })).data).toMatchObject({
      state: "booked",
      attempt: 2,
    });
    expect((await again.post("/v1/order/redeem", { attempt: 2, sku: SKU })).data.state).toBe("redeemed");
    expect(new Set(bed.world.control.codes().map(({ email }) => email)).size).toBe(2);
  });

  it("is not told apart by the digest form of a long order id", async () => {
    const long = "x".repeat(64);
    const browser = await bed.world.browser({ order_id: long });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    const [first] = bed.world.control.redemptions();
    const digest = first?.orderId.split(".")[1] ?? "";
    const other = await bed.world.browser({ order_id: digest, user: { email: "other@example.com" } });
    expect((await other.post("/v1/order/book", { sku: SKU })).data.state).toBe("booked");
    expect(bed.world.control.redemptions()).toHaveLength(2);
  });

  it("finds the redeemed attempt behind numbers that refused books left empty", async () => {
    await bed.redeemAndLose("gaps", { refused: 2 });
    const again = await bed.world.browser({ order_id: "gaps" });
    await again.post("/v1/order/book", { sku: SKU });
    await again.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(bed.world.control.codes()).toHaveLength(1);
    expect((await again.get("/v1/order")).data).toMatchObject({ state: "redeemed", attempt: 3 });
  });

  it("does not let the site cancel what was redeemed", async () => {
    await bed.redeemAndLose("lost-cancel");
    const again = await bed.world.browser({ order_id: "lost-cancel" });
    const cancel = () => bed.world.end("lost-cancel", "cancel");
    const down = bed.world.control.fault({
      operation: "list_redemptions",
      kind: "timeout_before",
      times: "always",
    });
    expect((await cancel()).problem.code).toBe("upstream_unavailable");
    bed.world.control.clearFaults(down);
    expect((await cancel()).problem.code).toBe("not_cancelable");
    expect((await again.get("/v1/order")).data.state).toBe("redeemed");
  });

  it("finds it also where the site names the user by another address now", async () => {
    await bed.redeemAndLose("renamed", { refused: 1 });
    const again = await bed.world.browser({ order_id: "renamed", user: { email: "User@example.com" } });
    await again.post("/v1/order/book", { sku: OTHER });
    await again.post("/v1/order/redeem", { attempt: 1, sku: OTHER });
    await bed.withheld("renamed");
    expect((await again.get("/v1/order")).data.state).toBe("blocked");
  });
});

describe("a site that cancels", () => {
  const cancel = () => bed.world.end("waiting", "cancel");
  const listIs = (fault: Record<string, unknown>) =>
    bed.world.control.fault({ operation: "list_redemptions", times: "always", ...fault } as Fault);

  it("needs no list for what waits for its user", async () => {
    const browser = await bed.world.browser({ order_id: "waiting", ...MAILED });
    await browser.post("/v1/order/notify", { sku: SKU });
    listIs({ kind: "timeout_before" });
    expect((await cancel()).data.state).toBe("canceled");
  });

  it("is heard where nothing can be read: the wish is noted, and carried out when it can, list or no list", async () => {
    const browser = await bed.world.browser({ order_id: "waiting", ...MAILED });
    await browser.post("/v1/order/notify", { sku: SKU });
    await bed.world.restart();
    listIs({ kind: "server_error", status: 503 });
    const down = bed.world.control.fault({
      operation: "get_redemption",
      kind: "server_error",
      times: "always",
    });
    expect((await cancel()).problem.code).toBe("upstream_unavailable");
    expect(bed.world.operations()).toEqual(["create"]);
    bed.world.control.clearFaults(down);
    await bed.world.pass(2 * MINUTE);
    expect((await browser.get("/v1/order")).data.state).toBe("canceled");
    expect(bed.world.operations()).toEqual(["create", "cancel"]);
  });

  it.each([true, false])("waits for a slow list where something is booked (%s)", async (isBooked) => {
    const browser = await bed.world.browser({ order_id: "waiting" });
    if (isBooked) await browser.post("/v1/order/book", { sku: SKU });
    listIs({ kind: "slow", delay_ms: 8_000, effect: "last" });
    expect((await cancel()).data.state).toBe("canceled");
  });
});

it("a redemption that another order has, listed under an id of this one, stops the current attempt for a person", async () => {
  const other = await bed.world.browser({ order_id: "other" });
  await other.post("/v1/order/book", { sku: SKU });
  const browser = await bed.world.browser({ order_id: "mine" });
  await browser.post("/v1/order/book", { sku: SKU });
  const list = { operation: "list_redemptions", kind: "slow", delay_ms: 4_000, effect: "last" } as const;
  bed.world.control.fault({ ...list, times: "always" });
  bed.world.tamper = (path, body) =>
    path.endsWith("/redemptions") ? body.replaceAll("shop.other.1", "shop.mine.2") : body;
  await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
  await bed.world.pass(6 * MINUTE);
  const lists = () =>
    bed.world.control.calls.filter(({ operation }) => operation === "list_redemptions").length;
  const before = lists();
  await bed.world.pass(MINUTE);
  expect(lists()).toBe(before);
  expect(await bed.world.ledger.readOrder({ site: "shop", order_id: "mine" })).toMatchObject({
    attention: "other_user",
    attempts: [
      { n: 1, phase: "given_up" },
      { n: 2, phase: "stopped", redemption_id: null },
    ],
  });
});
