/** An order that was acknowledged after its redemption had ended is not listed again for that end. */
import { beforeEach, expect, it } from "vitest";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import { createWorld } from "../../support/world.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";
import { asOperator, OPERATOR_KEY } from "../routes/operator.ts";

const bed = billingBed();
beforeEach(() => bed.world.pass(3 * MINUTE));

it("an order that failed for good, was canceled at the service and then acknowledged stays off the list", async () => {
  const { world } = bed;
  bed.fault({ operation: "create", kind: "state", state: "failed", times: "always" });
  bed.fault({ operation: "cancel", kind: "state", state: "failed", times: "always" });
  await bed.notify("f");
  for (let m = 0; m < 40 && (await bed.row("f"))?.attention !== "failed"; m++) await world.pass(MINUTE);
  expect((await bed.row("f"))?.attention).toBe("failed");
  await world.pass(30 * MINUTE);
  world.control.forceState(bed.firstOf("f"), "canceled");
  expect((await bed.release("f", { acknowledge: true })).data.done).toBe("acknowledged");
  expect((await bed.row("f"))?.attention).toBeNull();
  await world.pass(3 * 60 * MINUTE);
  expect((await bed.row("f"))?.attention).toBeNull();
}, 120_000);

it("an order that stopped for other parameters and ended before it was acknowledged stays off the list", async () => {
  const { world } = bed;
  const browser = await world.browser({ order_id: "p", ...LONG });
  const { data } = await browser.post("/v1/order/book", { sku: SKU });
  world.tamper = (path, body) =>
    path.includes("/redemptions") ? body.replaceAll(JSON.stringify(SKU), '"ANOTHER-1"') : body;
  bed.fault({ operation: "redeem", kind: "timeout_before" });
  await browser.post("/v1/order/redeem", { attempt: data.attempt, sku: SKU });
  await world.pass(MINUTE);
  expect((await bed.row("p"))?.attention).toBe("other_parameters");
  await world.pass(45 * MINUTE);
  expect(bed.redemptions("p")[0]?.state).toBe("canceled");
  expect((await bed.release("p", { acknowledge: true })).data.done).toBe("acknowledged");
  await world.pass(3 * 60 * MINUTE);
  expect((await bed.row("p"))?.attention).toBeNull();
}, 120_000);

it("a paid hold that was acknowledged stays off the list when it lapses", async () => {
  const { world } = bed;
  const browser = await world.browser({ order_id: "h", ...LONG });
  bed.fault({ operation: "book", kind: "state", state: "booked", debited: true });
  await browser.post("/v1/order/book", { sku: SKU });
  const two = await browser.post("/v1/order/book", { sku: OTHER });
  await browser.post("/v1/order/redeem", { attempt: two.data.attempt, sku: OTHER });
  await world.pass(MINUTE);
  expect((await bed.row("h"))?.attention).toBe("debited_hold");
  expect((await bed.release("h", { acknowledge: true })).data.done).toBe("acknowledged");
  await world.pass(3 * 60 * MINUTE);
  const row = await bed.row("h");
  expect(row?.attention).toBeNull();
}, 120_000);

it.each([false, true])(
  "a hold that a lost ledger made is on the list no more when it has lapsed (acknowledged: %s)",
  async (ack) => {
    const one = await bed.world.browser({ order_id: "l", ...LONG });
    await one.post("/v1/order/book", { sku: SKU });
    const copy = await bed.row("l");
    await one.post("/v1/order/book", { sku: OTHER });
    const { service } = bed.world;
    await bed.world.close();
    const ledger = openSqliteLedger(":memory:", () => service.clock.now());
    const world = await createWorld({ OPERATOR_KEY, LIMIT_SESSION_PER_MINUTE: "10000" }, { ledger, service });
    if (copy) await ledger.createOrder(copy);
    const row = () => world.ledger.readOrder({ site: "shop", order_id: "l" });
    const two = await world.browser({ order_id: "l", ...LONG });
    await two.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(MINUTE);
    const before = await row();
    if (ack)
      await world.request("/v1/attention/shop/l/release", {
        method: "POST",
        headers: { ...asOperator, "Content-Type": "application/json" },
        body: JSON.stringify({ acknowledge: true }),
      });
    const acked = await row();
    await world.pass(2 * 60 * MINUTE);
    const after = await row();
    await world.close();
    expect(before?.attention).toBe("later_attempt");
    if (ack) expect(acked?.attention).toBeNull();
    expect(after?.attention).toBeNull();
  },
  120_000,
);
