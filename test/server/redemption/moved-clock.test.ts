/** Orders under way when several answers agree on a time other than the clock in use (row-times.ts). */
import { describe, expect, it } from "vitest";
import { MINUTE, OTHER, PREPAID, SKU } from "../../support/rewards.ts";
import { createWorld, type World } from "../../support/world.ts";
import { billingBed, LONG, MAILING, withDate } from "./billing-bed.ts";

const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;
const bed = billingBed();
const MAIL = { delivery: "notify", promotion_id: String(MAILING), ...LONG };
const REFUSAL = JSON.stringify({ error_name: "invalid_request", error_message: null });

it("a clock that goes forward does not end the wait after a refused Create early", async () => {
  const { world } = bed;
  await world.pass(3 * MINUTE);
  await bed.notify("warm");
  bed.fault({ operation: "list_redemptions", kind: "lag", newer_than_ms: 2 * MINUTE, times: "always" });
  // The gateway delivers the Create twice and hears the second answer; from then on the service's clock is an hour ahead.
  let isRefused = false;
  world.gateway = (path, answer) => {
    if (isRefused) return withDate(answer, HOUR);
    if (!path.endsWith("/redemptions") || answer.status !== 201) return answer;
    isRefused = true;
    return { ...answer, status: 422, text: REFUSAL };
  };
  await bed.notify("twice");
  const browser = await world.browser({
    order_id: "twice",
    ...MAIL,
  });
  for (let looks = 0; looks < 30 && (await browser.get("/v1/order")).data.state !== "open"; looks++) {
    await world.pass(5_000);
    if (looks % 3 === 0) await browser.get("/v1/catalog");
  }
  await browser.post("/v1/order/notify", { sku: SKU });
  await world.pass(5 * MINUTE);
  bed.openLinks("twice");
  expect(bed.billed("twice")).toHaveLength(1);
  expect((await bed.row("twice"))?.attention).toBeNull();
});

describe("two processes of which one believes a Date that is an hour ahead", () => {
  /** Another process on the same ledger, whose answers of the service bear a `Date` an hour ahead, which it believes. */
  async function ahead(): Promise<World> {
    const { world } = bed;
    const other = await createWorld(
      { LIMIT_SESSION_PER_MINUTE: "10000" },
      { ledger: world.ledger, service: world.service },
    );
    other.gateway = (_, answer) => withDate(answer, HOUR);
    const browser = await other.browser({ order_id: "looks", ...LONG });
    for (let looks = 0; looks < 10; looks++) {
      await browser.post("/v1/order/book", { sku: SKU });
      await browser.get("/v1/catalog");
      await world.pass(61_000);
    }
    return other;
  }

  /** A gateway delivers the next Create twice, and hears that the second delivery was refused. */
  function refuseOnce(world: World): void {
    const { gateway } = world;
    let isRefused = false;
    world.gateway = (path, answer) => {
      const given = gateway?.(path, answer) ?? answer;
      if (isRefused || !path.endsWith("/redemptions") || answer.status !== 201) return given;
      isRefused = true;
      return {
        ...given,
        status: 422,
        text: REFUSAL,
      };
    };
  }

  const WAYS: [string, (ahead: World, right: World) => [first: World, then: World]][] = [
    ["the one that is right", (ahead, right) => [right, ahead]],
    ["the one that is ahead", (ahead, right) => [ahead, right]],
  ];
  it.each(WAYS)(
    "end no wait after a refused Create early, where %s sent it",
    async (_, order) => {
      const { world } = bed;
      const other = await ahead();
      const [first, then] = order(other, world);
      bed.fault({ operation: "list_redemptions", kind: "lag", newer_than_ms: 2 * MINUTE, times: "always" });
      const mail = { order_id: "twice", ...MAIL };
      refuseOnce(first);
      await (await first.browser(mail)).post("/v1/order/notify", { sku: SKU });
      const browser = await then.browser(mail);
      for (let tries = 0; tries < 40; tries++) {
        await browser.post("/v1/order/notify", { sku: SKU });
        await world.pass(5_000);
      }
      bed.openLinks("twice");
      expect(bed.billed("twice")).toHaveLength(1);
      expect((await bed.row("twice"))?.attention).toBeNull();
      await other.close();
    },
    60_000,
  );
});

it("a given-up Book in doubt is looked for when its hold must be there, also where the clock went forward and back", async () => {
  const { world } = bed;
  const browser = await world.browser({ order_id: "doubt", promotion_id: "4004", ...LONG });
  bed.fault({ operation: "book", kind: "late", delay_ms: 6 * MINUTE });
  const down = bed.fault({ operation: "book", kind: "timeout_before", times: "always" });
  await browser.post("/v1/order/book", { sku: PREPAID });
  world.control.clearFaults(down);
  await browser.post("/v1/order/book", { sku: "VELMORA-25" });
  await bed.setDate(HOUR, 14);
  await bed.setDate(0, 14);
  await world.pass(40 * MINUTE);
  expect(bed.redemptions("doubt")).toContainEqual(
    expect.objectContaining({ orderId: "shop.doubt.1", debited: true }),
  );
  expect((await bed.row("doubt"))?.attention).toBe("debited_hold");
});

it("holds that were booked by a clock a year ahead end when the service says so", async () => {
  const { world } = bed;
  await bed.setDate(YEAR, 7);
  const browser = await world.browser({ order_id: "frozen", ...LONG });
  await browser.post("/v1/order/book", { sku: SKU });
  await browser.post("/v1/order/book", { sku: OTHER });
  await bed.setDate(0, 7);
  await world.pass(24 * HOUR);
  const back = await world.browser({ order_id: "frozen", ...LONG });
  expect((await back.get("/v1/order")).data.state).toBe("open");
  expect((await back.post("/v1/order/book", { sku: "PIXELBARN-10" })).status).toBe(201);
}, 60_000);

it("a confirmation that was sent by a clock a year ahead comes to its end", async () => {
  const { world } = bed;
  await bed.setDate(YEAR, 7);
  bed.fault({ operation: "redeem", kind: "timeout_before", times: "always" });
  await bed.redeem("frozen");
  await bed.setDate(0, 7);
  await world.pass(HOUR);
  expect(bed.redemptions("frozen")[0]?.state).toBe("canceled");
  const { data } = await (await world.browser({ order_id: "frozen", ...LONG })).get("/v1/order");
  expect(data.state).toBe("open");
}, 60_000);

it("a list that was asked for before the clock went back does not end the wait after a refused Create", async () => {
  const { world } = bed;
  await bed.setDate(HOUR, 14);
  bed.fault({ operation: "list_redemptions", kind: "lag", newer_than_ms: 2 * MINUTE, times: "always" });
  let ahead = HOUR;
  world.gateway = (path, answer) => {
    const given = withDate(answer, ahead);
    if (ahead === 0 || !path.endsWith("/redemptions") || answer.status !== 201) return given;
    // Delivered twice, the second answer is heard; from now on the Date is right again.
    ahead = 0;
    return { ...given, status: 422, text: REFUSAL };
  };
  const browser = await world.browser({ order_id: "twice", ...MAIL });
  await browser.post("/v1/order/notify", { sku: SKU });
  for (let looks = 0; looks < 36; looks++) {
    await world.pass(5_000);
    if ((await browser.get("/v1/order")).data.state === "open")
      await browser.post("/v1/order/notify", { sku: SKU });
  }
  bed.openLinks("twice");
  expect(bed.billed("twice")).toHaveLength(1);
}, 60_000);

it("nor does a reading for a release end the wait for a redeem in doubt", async () => {
  const { world } = bed;
  await bed.setDate(HOUR, 14);
  bed.fault({ operation: "redeem", kind: "timeout_before" });
  const browser = await world.browser({ order_id: "early", ...LONG });
  await browser.post("/v1/order/book", { sku: SKU });
  bed.fault({ operation: "get_redemption", kind: "server_error", status: 503 });
  void browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
  await world.pass(100);
  world.control.forceState(bed.firstOf("early"), "denied");
  await world.pass(20_000);
  world.gateway = undefined;
  for (let tries = 0; tries < 6; tries++) {
    expect((await bed.release("early")).status).toBe(409);
    await world.pass(16_000);
  }
}, 60_000);

it("a fence stands, and no person is needed, where the clock goes back and then forward to where it was", async () => {
  const { world } = bed;
  await world.pass(3 * MINUTE);
  const browser = await world.browser({ order_id: "doubt", ...LONG });
  await browser.post("/v1/order/book", { sku: SKU });
  await bed.setDate(-20 * MINUTE, 9);
  bed.fault({ operation: "redeem", kind: "timeout_before" });
  void browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
  await world.pass(100);
  world.control.forceState(bed.firstOf("doubt"), "canceled");
  world.gateway = undefined;
  for (let s = 0; s < 8 * 60; s += 5) {
    await world.pass(5_000);
    expect([s, (await bed.row("doubt"))?.attempts[0]?.phase]).toEqual([s, "confirmed"]);
  }
}, 60_000);

it("an order in doubt for a minute needs no person where the clock goes forward to where it was", async () => {
  const { world } = bed;
  await world.pass(3 * MINUTE);
  const browser = await world.browser({ order_id: "doubt", ...LONG });
  await browser.post("/v1/order/book", { sku: SKU });
  const called: unknown[] = [];
  const { replaceOrder } = world.ledger;
  world.ledger.replaceOrder = (row) => {
    if (row.order_id === "doubt" && row.attention) called.push(row.attention);
    return replaceOrder.call(world.ledger, row);
  };
  await bed.setDate(-20 * MINUTE, 9);
  bed.fault({ operation: "redeem", kind: "timeout_before", times: "always" });
  void browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
  await world.pass(1_000);
  world.gateway = undefined;
  await world.pass(2 * MINUTE);
  expect(called).toEqual([]);
}, 60_000);

it.each([0, 5_000])(
  "a Date that is corrected by %i ms ends no wait after a refused Create early",
  async (most) => {
    const { world } = bed;
    await world.pass(3 * MINUTE);
    await bed.notify("warm");
    let ahead = 0;
    let isRefused = false;
    bed.fault({ operation: "list_redemptions", kind: "lag", newer_than_ms: 2 * MINUTE, times: "always" });
    // The first delivery is refused; the second one has its effect 59 s later.
    bed.fault({ operation: "create", kind: "late", delay_ms: 59_000 });
    world.gateway = (path, answer) => {
      const given = withDate(answer, ahead);
      if (isRefused || !path.endsWith(`/${MAILING}/redemptions`) || answer.status === 200) return given;
      isRefused = true;
      return {
        ...given,
        status: 422,
        headers: { ...given.headers, "content-type": "application/json" },
        text: REFUSAL,
      };
    };
    const browser = await world.browser({ order_id: "twice", ...MAIL });
    await browser.post("/v1/order/notify", { sku: SKU });
    await world.pass(20_000);
    for (let part = 1; part <= 4; part++) {
      ahead = (most * part) / 4;
      await bed.redeem(`visit-${part}`);
    }
    for (let s = 0; s < 400; s++) {
      await world.pass(500);
      if ((await browser.get("/v1/order")).data.state === "open")
        await browser.post("/v1/order/notify", { sku: SKU });
    }
    bed.openLinks("twice");
    expect(bed.billed("twice")).toHaveLength(1);
  },
  60_000,
);
