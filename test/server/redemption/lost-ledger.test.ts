/** I16 and rule 6: what a new ledger does not know is looked for at the service. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../../../demo/fulfillment/app.ts";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import { createWorld, type World } from "../../support/world.ts";

const MAILED = { delivery: "notify", promotion_id: "4008" } as const;
const OPERATOR_KEY = "operator-key-0123456789abcdef0123456789";

let world: World;
beforeEach(async () => {
  world = await createWorld({ LIMIT_SESSION_PER_MINUTE: "10000" });
});
afterEach(() => world.close());

/** A new server with an empty ledger before the same service, in service again when no list can lag behind any more. */
const lose = async (): Promise<void> => {
  await world.close();
  world = await createWorld({ OPERATOR_KEY }, { service: world.service });
  await world.pass(3 * MINUTE);
};

/** The order waits for a person, and shows nothing of what the service has under its ids. */
const withheld = async (order_id: string): Promise<void> => {
  expect(await world.ledger.readOrder({ site: "shop", order_id })).toMatchObject({ attention: "other_user" });
  expect(world.control.codes()).toHaveLength(1);
};

describe("a ledger that was lost", () => {
  it("finds the redeemed order again instead of making a second code", async () => {
    const browser = await world.browser({ order_id: "lost" });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await lose();
    const again = await world.browser({ order_id: "lost" });
    expect((await again.post("/v1/order/book", { sku: SKU })).problem.code).toBe("order_finished");
    expect((await again.get("/v1/order")).data.state).toBe("redeemed");
    expect((await again.post("/v1/order/codes")).status).toBe(200);
    expect(world.control.codes()).toHaveLength(1);
  });

  it("gives the user the lost ledger's code also where another reward had been chosen", async () => {
    const browser = await world.browser({ order_id: "lost" });
    const { reward_name } = (await browser.post("/v1/order/book", { sku: SKU })).data;
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await lose();
    const again = await world.browser({ order_id: "lost" });
    expect((await again.post("/v1/order/book", { sku: OTHER })).problem.code).toBe("order_finished");
    expect((await again.get("/v1/order")).data).toMatchObject({
      state: "redeemed",
      attempt: 1,
      sku: SKU,
      reward_name,
      value: { amount: 30, currency: "USD" },
    });
    expect((await again.post("/v1/order/codes")).status).toBe(200);
    expect(world.control.codes()).toHaveLength(1);
  });

  it("books what is chosen beside a lost ledger's hold that is above the limit, and tells nothing of that", async () => {
    const browser = await world.browser({ order_id: "lost" });
    await browser.post("/v1/order/book", { sku: SKU });
    await lose();
    const again = await world.browser({ order_id: "lost", max_amount: "29" });
    const booked = await again.post("/v1/order/book", { sku: "PIXELBARN-10" });
    expect(booked.status).toBe(201);
    expect(booked.data).toMatchObject({ state: "booked", attempt: 2, sku: "PIXELBARN-10" });
  });

  it("never gives another user the code, whatever the order is called", async () => {
    const browser = await world.browser({ order_id: "lost" });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await lose();
    const again = await world.browser({ order_id: "lost", user: { email: "other@example.com" } });
    expect((await again.post("/v1/order/book", { sku: SKU })).status).toBe(409);
    expect((await again.post("/v1/order/codes")).problem.code).toBe("not_redeemed");
    expect((await again.get("/v1/order")).data.state).toBe("blocked");
    await withheld("lost");
  });

  it("lets the user choose again once a person has found out that the redemption is another user's", async () => {
    const browser = await world.browser({ order_id: "lost" });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await lose();
    const again = await world.browser({ order_id: "lost", user: { email: "other@example.com" } });
    await again.post("/v1/order/book", { sku: SKU });
    const released = await world.request("/v1/attention/shop/lost/release", {
      method: "POST",
      headers: { Authorization: `Bearer ${OPERATOR_KEY}` },
    });
    expect(released.data.done).toBe("next_attempt");
    expect((await again.post("/v1/order/book", { sku: SKU })).data).toMatchObject({
      state: "booked",
      attempt: 2,
    });
    expect((await again.post("/v1/order/redeem", { attempt: 2, sku: SKU })).data.state).toBe("redeemed");
    expect(new Set(world.control.codes().map(({ email }) => email)).size).toBe(2);
  });

  it("is not told apart by the digest form of a long order id", async () => {
    const long = "x".repeat(64);
    const browser = await world.browser({ order_id: long });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    const [first] = world.control.redemptions();
    const digest = first?.orderId.split(".")[1] ?? "";
    const other = await world.browser({ order_id: digest, user: { email: "other@example.com" } });
    expect((await other.post("/v1/order/book", { sku: SKU })).data.state).toBe("booked");
    expect(world.control.redemptions()).toHaveLength(2);
  });

  it("finds the redeemed attempt behind numbers that refused books left empty", async () => {
    const browser = await world.browser({ order_id: "gaps" });
    world.control.fault({ operation: "book", kind: "invalid_request", times: 2 });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 3, sku: SKU });
    await lose();
    const again = await world.browser({ order_id: "gaps" });
    await again.post("/v1/order/book", { sku: SKU });
    await again.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(world.control.codes()).toHaveLength(1);
    expect((await again.get("/v1/order")).data).toMatchObject({ state: "redeemed", attempt: 3 });
  });

  it("does not let the site cancel what was redeemed", async () => {
    const browser = await world.browser({ order_id: "lost-cancel" });
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await lose();
    const again = await world.browser({ order_id: "lost-cancel" });
    const cancel = () => world.end("lost-cancel", "cancel");
    const down = world.control.fault({
      operation: "list_redemptions",
      kind: "timeout_before",
      times: "always",
    });
    expect((await cancel()).problem.code).toBe("upstream_unavailable");
    world.control.clearFaults(down);
    expect((await cancel()).problem.code).toBe("not_cancelable");
    expect((await again.get("/v1/order")).data.state).toBe("redeemed");
  });

  it("finds it also where the site names the user by another address now", async () => {
    const browser = await world.browser({ order_id: "renamed" });
    const refusal = world.control.fault({ operation: "book", kind: "invalid_request" });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.clearFaults(refusal);
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 2, sku: SKU });
    await lose();
    const again = await world.browser({ order_id: "renamed", user: { email: "User@example.com" } });
    await again.post("/v1/order/book", { sku: OTHER });
    await again.post("/v1/order/redeem", { attempt: 1, sku: OTHER });
    await withheld("renamed");
    expect((await again.get("/v1/order")).data.state).toBe("blocked");
  });
});

describe("a site that cancels", () => {
  const cancel = () => world.end("waiting", "cancel");
  const listIs = (fault: Record<string, unknown>) =>
    world.control.fault({ operation: "list_redemptions", times: "always", ...fault } as Fault);

  it("needs no list for what waits for its user", async () => {
    const browser = await world.browser({ order_id: "waiting", ...MAILED });
    await browser.post("/v1/order/notify", { sku: SKU });
    listIs({ kind: "timeout_before" });
    expect((await cancel()).data.state).toBe("canceled");
  });

  it("is heard where nothing can be read: the wish is noted, and carried out when it can, list or no list", async () => {
    const browser = await world.browser({ order_id: "waiting", ...MAILED });
    await browser.post("/v1/order/notify", { sku: SKU });
    await world.restart();
    listIs({ kind: "server_error", status: 503 });
    const down = world.control.fault({ operation: "get_redemption", kind: "server_error", times: "always" });
    expect((await cancel()).problem.code).toBe("upstream_unavailable");
    expect(world.operations()).toEqual(["create"]);
    world.control.clearFaults(down);
    await world.pass(2 * MINUTE);
    expect((await browser.get("/v1/order")).data.state).toBe("canceled");
    expect(world.operations()).toEqual(["create", "cancel"]);
  });

  it.each([true, false])("waits for a slow list where something is booked (%s)", async (isBooked) => {
    const browser = await world.browser({ order_id: "waiting" });
    if (isBooked) await browser.post("/v1/order/book", { sku: SKU });
    listIs({ kind: "slow", delay_ms: 8_000, effect: "last" });
    expect((await cancel()).data.state).toBe("canceled");
  });
});

it("a redemption that another order has, listed under an id of this one, stops the attempt in hand for a person", async () => {
  const other = await world.browser({ order_id: "other" });
  await other.post("/v1/order/book", { sku: SKU });
  const browser = await world.browser({ order_id: "mine" });
  await browser.post("/v1/order/book", { sku: SKU });
  const list = { operation: "list_redemptions", kind: "slow", delay_ms: 4_000, effect: "last" } as const;
  world.control.fault({ ...list, times: "always" });
  world.tamper = (path, body) =>
    path.endsWith("/redemptions") ? body.replaceAll("shop.other.1", "shop.mine.2") : body;
  await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
  await world.pass(6 * MINUTE);
  const lists = () => world.control.calls.filter(({ operation }) => operation === "list_redemptions").length;
  const before = lists();
  await world.pass(MINUTE);
  expect(lists()).toBe(before);
  expect(await world.ledger.readOrder({ site: "shop", order_id: "mine" })).toMatchObject({
    attention: "other_user",
    attempts: [
      { n: 1, phase: "given_up" },
      { n: 2, phase: "stopped", redemption_id: null },
    ],
  });
});
