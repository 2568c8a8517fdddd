/** What becomes of orders under way when several answers agree on another time than was believed (clock-shift.ts). */
import { expect, it } from "vitest";
import { MINUTE, OTHER, PREPAID, SKU } from "../../support/rewards.ts";
import { billingBed, LONG, MAILING, withDate } from "./billing-bed.ts";

const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;
const bed = billingBed();

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
    const text = JSON.stringify({ error_name: "invalid_request", error_message: null });
    return { ...answer, status: 422, text };
  };
  await bed.notify("twice");
  const browser = await world.browser({
    order_id: "twice",
    delivery: "notify",
    promotion_id: String(MAILING),
    ...LONG,
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
