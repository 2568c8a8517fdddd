/** Listed orders that the service settles itself: they are read from time to time, without any request. */
import { describe, expect, it } from "vitest";
import { MINUTE, OTHER, PREPAID, SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";

const bed = billingBed();

describe.each(["denied", "blocked", "expired", "on_hold"])("an order that stopped as %s", (state) => {
  const stopped = async (): Promise<void> => {
    bed.fault({ operation: "redeem", kind: "state", state });
    await bed.redeem("o");
    await bed.world.pass(20 * MINUTE);
    expect((await bed.row("o"))?.attempts[0]?.phase).toBe("stopped");
  };

  it("and is redeemed later needs nobody, and shows its user the code", async () => {
    const { world } = bed;
    await stopped();
    world.control.forceState(bed.firstOf("o"), "redeemed", { codes: true });
    await world.pass(10 * MINUTE);
    expect((await bed.row("o"))?.attention).toBeNull();
    const browser = await world.browser({ order_id: "o", ...LONG });
    expect((await browser.get("/v1/order")).data.state).toBe("redeemed");
    const code = world.control.codes().find(({ redemption_id }) => redemption_id === bed.firstOf("o"));
    expect((await browser.post("/v1/order/codes")).text).toContain(code?.codes[0]?.value);
  });

  it("keeps its reason while the service says the same, and is asked about less and less", async () => {
    const { world } = bed;
    await stopped();
    const reason = (await bed.row("o"))?.attention;
    const before = world.control.calls.length;
    await world.pass(2 * 60 * MINUTE);
    expect((await bed.row("o"))?.attention).toBe(reason);
    const reads = world.control.calls.slice(before).filter(({ operation }) => operation === "get_redemption");
    expect(reads.length).toBeGreaterThan(5);
    expect(reads.length).toBeLessThan(11);
  });
});

it("a paid hold that was given up leaves the list once it is paid back", async () => {
  const { world } = bed;
  const browser = await world.browser({ promotion_id: "4004", order_id: "o", ...LONG });
  await browser.post("/v1/order/book", { sku: PREPAID });
  const { data } = (await browser.get("/v1/catalog")) as unknown as {
    data: { sku: string; free_value: boolean }[];
  };
  const other = data.find((reward) => reward.sku !== PREPAID && !reward.free_value)?.sku;
  await browser.post("/v1/order/book", { sku: other });
  await world.pass(2_000);
  expect((await bed.row("o"))?.attention).toBe("debited_hold");
  world.control.forceState(bed.firstOf("o"), "refunded");
  await world.pass(5 * MINUTE);
  expect((await bed.row("o"))?.attention).toBeNull();
});

it.each(["stopped", "given up"])(
  "a paid hold that has lapsed (%s) leaves the list once it is paid back",
  async (how) => {
    const { world } = bed;
    const browser = await world.browser({ order_id: "h", ...LONG });
    bed.fault({
      operation: "book",
      kind: "state",
      state: how === "stopped" ? "canceled" : "booked",
      debited: true,
    });
    await browser.post("/v1/order/book", { sku: SKU });
    if (how === "given up") await browser.post("/v1/order/book", { sku: OTHER });
    await world.pass(70 * MINUTE);
    expect(bed.redemptions("h")[0]?.state).toBe("canceled");
    expect((await bed.row("h"))?.attention).toBe(how === "stopped" ? "debited" : "debited_hold");
    world.control.forceState(bed.firstOf("h"), "refunded", { debited: false });
    await world.pass(3 * 60 * MINUTE);
    expect((await bed.row("h"))?.attention).toBeNull();
  },
  120_000,
);

it("an acknowledged paid hold that lapsed, and of which the service makes a code after all, is shown or listed", async () => {
  const { world } = bed;
  const browser = await world.browser({ order_id: "k", ...LONG });
  bed.fault({ operation: "book", kind: "state", state: "booked", debited: true });
  await browser.post("/v1/order/book", { sku: SKU });
  await browser.post("/v1/order/book", { sku: OTHER });
  await world.pass(MINUTE);
  expect((await bed.release("k", { acknowledge: true })).data.done).toBe("acknowledged");
  await world.pass(70 * MINUTE);
  world.control.forceState(bed.firstOf("k"), "redeemed", { codes: true });
  await world.pass(3 * 60 * MINUTE);
  expect(bed.billed("k")).toHaveLength(1);
  const row = await bed.row("k");
  expect(row?.attention !== null || row?.attempts[0]?.phase === "redeemed").toBe(true);
}, 120_000);
