/** The machine's clock is set while an order waits: times that are compared with the service's were stored before. */
import { expect, it } from "vitest";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { billingBed, LONG, MAILING } from "./billing-bed.ts";

const bed = billingBed();
const MAIL = { delivery: "notify", promotion_id: String(MAILING), ...LONG };

it.each([0, 10_000, -10_000])(
  "a hold that is called pending is no link where the machine's clock was set by %i ms",
  async (by) => {
    const { world } = bed;
    await world.pass(3 * MINUTE);
    await bed.redeem("warm");
    bed.fault({ operation: "book", kind: "state", state: "pending" });
    world.gateway = (path, answer) =>
      path.endsWith("/book") ? { ...answer, status: 504, text: "" } : answer;
    const lists = bed.fault({
      operation: "list_redemptions",
      kind: "server_error",
      status: 503,
      times: "always",
    });
    const browser = await world.browser({ order_id: "held", delivery: "activate", ...LONG });
    await browser.post("/v1/order/book", { sku: SKU });
    world.clock.jumpWall(by);
    world.control.clearFaults(lists);
    await world.pass(20_000);
    expect((await browser.get("/v1/order")).data.state).toBe("booked");
  },
  60_000,
);

it.each([0, -10 * MINUTE])(
  "a Create whose answer is late needs no person, where the machine's clock was set by %i ms",
  async (by) => {
    const { world } = bed;
    await world.pass(3 * MINUTE);
    await bed.notify("warm");
    bed.fault({ operation: "create", kind: "slow", delay_ms: 20_000, effect: "first" });
    const browser = await world.browser({ order_id: "slow", ...MAIL });
    await browser.post("/v1/order/notify", { sku: SKU });
    world.clock.jumpWall(by);
    bed.fault({ operation: "list_redemptions", kind: "unfiltered", times: "always" });
    await world.pass(20 * MINUTE);
    expect((await bed.row("slow"))?.attention).toBeNull();
  },
  60_000,
);

it("the recovery lookup of a new process waits until the service's time is known", async () => {
  const { world } = bed;
  world.clock.jumpWall(60 * MINUTE);
  await world.browser({ order_id: "first", ...LONG });
  // Answers that were made long ago tell no time.
  world.gateway = (_, answer) => ({ ...answer, headers: { ...answer.headers, age: "60" } });
  await world.end("first", "refund");
  const asked = world.control.calls.map(({ operation }) => operation);
  expect(asked.indexOf("list_redemptions")).toBeGreaterThan(asked.indexOf("account"));
  expect(asked).toContain("account");
});
