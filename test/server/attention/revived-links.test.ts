/** A released attempt whose link is sent after all, and a confirmation beside a released attempt. */
import { beforeEach, expect, it } from "vitest";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";

const bed = billingBed();
beforeEach(() => bed.world.pass(3 * MINUTE));

it.each([false, true])(
  "a released attempt of other parameters whose link goes out is not shown (code: %s)",
  async (code) => {
    const { world } = bed;
    const browser = await world.browser({
      order_id: "par",
      delivery: "activate",
      promotion_id: "4001",
      ...LONG,
    });
    const b = await browser.post("/v1/order/book", { sku: SKU });
    expect(b.status).toBe(201);
    bed.fault({ operation: "activate", kind: "state", state: "denied" });
    world.tamper = (path, body) =>
      path.includes("/redemptions") ? body.replaceAll(JSON.stringify(SKU), '"ANOTHER-1"') : body;
    await browser.post("/v1/order/activate", { attempt: b.data.attempt, sku: SKU });
    await world.pass(15 * MINUTE);
    expect((await bed.row("par"))?.attention).toBe("other_parameters");
    expect((await bed.release("par")).data.done).toBe("next_attempt");
    world.control.forceState(
      bed.firstOf("par"),
      code ? "redeemed" : "pending",
      code ? { codes: true } : undefined,
    );
    await world.pass(20 * MINUTE);
    expect((await browser.get("/v1/order")).data.state).not.toBe("activated");
    expect((await bed.row("par"))?.attention).not.toBeNull();
  },
  60_000,
);

it("a link of a canceled order is on the list, and once it was acknowledged and is opened, again", async () => {
  const { world } = bed;
  bed.fault({ operation: "create", kind: "state", state: "blocked" });
  await bed.notify("gone");
  await world.pass(2 * MINUTE);
  expect((await bed.release("gone")).status).toBe(200);
  expect((await world.end("gone", "cancel")).status).toBe(200);
  world.control.forceState(bed.firstOf("gone"), "pending");
  await world.pass(20 * MINUTE);
  expect((await bed.row("gone"))?.attention).not.toBeNull();
  await bed.release("gone", { acknowledge: true });
  bed.openLinks("gone");
  await world.pass(120 * MINUTE);
  expect(bed.billed("gone")).toHaveLength(1);
  expect((await bed.row("gone"))?.attention).not.toBeNull();
}, 60_000);

it("so is one beside another mail", async () => {
  const { world } = bed;
  bed.fault({ operation: "create", kind: "state", state: "blocked" });
  await bed.notify("both");
  await world.pass(2 * MINUTE);
  expect((await bed.release("both")).status).toBe(200);
  await bed.notify("both");
  await world.pass(MINUTE);
  world.control.forceState(bed.firstOf("both"), "pending");
  await world.pass(20 * MINUTE);
  expect((await bed.release("both", { acknowledge: true })).data.done).toBe("acknowledged");
  bed.openLinks("both");
  await world.pass(120 * MINUTE);
  expect((await bed.row("both"))?.attention).not.toBeNull();
}, 60_000);

it.each([false, true])(
  "a confirmation that failed twice is repeated (beside a released attempt: %s)",
  async (revivable) => {
    const { world } = bed;
    if (revivable) expect(await bed.released("f")).toBe("next_attempt");
    bed.fault({ operation: "redeem", kind: "state", state: "failed", times: 2 });
    const browser = await world.browser({ order_id: "f", ...LONG });
    const b = await browser.post("/v1/order/book", { sku: OTHER });
    await browser.post("/v1/order/redeem", { attempt: b.data.attempt, sku: OTHER });
    await world.pass(6 * MINUTE);
    expect((await browser.get("/v1/order")).data.state).toBe("redeemed");
  },
  60_000,
);
