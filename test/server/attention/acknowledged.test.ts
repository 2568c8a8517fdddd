/** An order that a person acknowledged is listed again when something else is seen of it, and not read every minute for ever. */
import { beforeEach, expect, it } from "vitest";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { codeOf } from "../../support/world.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";

const bed = billingBed();
beforeEach(() => bed.world.pass(3 * MINUTE));

it.each([
  [false, false],
  [true, false],
  [false, true],
  [true, true],
])(
  "failed for good (acknowledged: %s), then canceled for the site although paid for (code: %s): listed",
  async (ack, codes) => {
    const { world } = bed;
    const make = bed.fault({ operation: "create", kind: "state", state: "failed", times: "always" });
    const end = bed.fault({ operation: "cancel", kind: "state", state: "failed", times: "always" });
    await bed.notify("cc");
    for (let m = 0; m < 40 && (await bed.row("cc"))?.attention !== "failed"; m++) await world.pass(MINUTE);
    expect((await bed.row("cc"))?.attention).toBe("failed");
    world.control.clearFaults(make);
    world.control.clearFaults(end);
    if (ack) expect((await bed.release("cc", { acknowledge: true })).data.done).toBe("acknowledged");
    bed.fault({ operation: "cancel", kind: "state", state: "canceled", debited: true, codes });
    const ended = await world.end("cc", "cancel");
    expect([ended.status, ended.data?.state]).toEqual([200, "canceled"]);
    await world.pass(60 * MINUTE);
    expect((await bed.row("cc"))?.attempts[0]?.evidence.billed).toBe(true);
    expect((await bed.row("cc"))?.attention).toBe("debited");
  },
  60_000,
);

it.each([false, true])(
  "a link that cannot be shown (acknowledged: %s), then canceled for the site although paid for: listed",
  async (ack) => {
    const { world } = bed;
    const browser = await world.browser({
      order_id: "c2",
      delivery: "activate",
      promotion_id: "4001",
      ...LONG,
    });
    const b = await browser.post("/v1/order/book", { sku: SKU });
    world.tamper = (path, body) =>
      path.includes("/redemptions") ? body.replaceAll(/"url":"[^"]*"/g, '"url":"javascript:1"') : body;
    await browser.post("/v1/order/activate", { attempt: b.data.attempt, sku: SKU });
    expect((await bed.row("c2"))?.attention).toBe("codes_unreadable");
    if (ack) expect((await bed.release("c2", { acknowledge: true })).data.done).toBe("acknowledged");
    bed.fault({ operation: "cancel", kind: "state", state: "canceled", debited: true });
    expect((await world.end("c2", "cancel")).status).toBe(200);
    await world.pass(60 * MINUTE);
    expect((await bed.row("c2"))?.attention).toBe("debited");
  },
  60_000,
);

it.each([false, true])(
  "redeemed after all, codes do not come (found by a release: %s): listed",
  async (byRelease) => {
    const { world } = bed;
    bed.fault({ operation: "redeem", kind: "state", state: "denied" });
    await bed.redeem("cd");
    await world.pass(15 * MINUTE);
    if (!byRelease) expect((await bed.release("cd")).data.done).toBe("next_attempt");
    world.control.forceState(bed.firstOf("cd"), "redeemed", { codes: true });
    world.tamper = (path, body) => {
      if (!path.includes("/redemptions")) return body;
      const json = JSON.parse(body);
      for (const each of Array.isArray(json.data) ? json.data : [json.data])
        if (each) delete each.reward_codes;
      return JSON.stringify(json);
    };
    if (byRelease) expect((await bed.release("cd")).data.done).toBe("shown");
    await world.pass(20 * MINUTE);
    const browser = await world.browser({ order_id: "cd", ...LONG });
    expect((await browser.get("/v1/order")).data.state).toBe("redeemed");
    expect(codeOf(await browser.post("/v1/order/codes"))).toEqual([503, "upstream_unavailable"]);
    await world.pass(60 * MINUTE);
    expect((await bed.row("cd"))?.attention).toBe("codes_unreadable");
  },
  60_000,
);

it("an acknowledged order stays off the list while the service says nothing new", async () => {
  const { world } = bed;
  bed.fault({ operation: "create", kind: "state", state: "denied" });
  await bed.notify("m");
  await world.pass(15 * MINUTE);
  world.control.forceState(bed.firstOf("m"), "canceled");
  expect((await bed.release("m", { acknowledge: true })).data.done).toBe("acknowledged");
  await world.pass(60 * MINUTE);
  expect((await bed.row("m"))?.attention).toBeNull();
}, 60_000);

it("an order whose redemption the service does not know any more can be acknowledged", async () => {
  const { world } = bed;
  bed.fault({ operation: "create", kind: "state", state: "denied" });
  await bed.notify("n");
  await world.pass(15 * MINUTE);
  bed.fault({ operation: "get_redemption", kind: "not_found", times: "always" });
  const a = await bed.release("n", { acknowledge: true });
  expect(codeOf(a)).toEqual([200, undefined]);
}, 60_000);

it("a released redemption that the service does not know any more is not asked for each minute for a month", async () => {
  const { world } = bed;
  bed.fault({ operation: "create", kind: "state", state: "denied" });
  await bed.notify("o");
  await world.pass(15 * MINUTE);
  expect((await bed.release("o")).data.done).toBe("next_attempt");
  bed.fault({ operation: "get_redemption", kind: "not_found", times: "always" });
  await world.pass(6 * 60 * MINUTE);
  const before = world.control.calls.filter(({ operation }) => operation === "get_redemption").length;
  await world.pass(3 * 60 * MINUTE);
  const after = world.control.calls.filter(({ operation }) => operation === "get_redemption").length;
  expect(after - before).toBeLessThan(10);
}, 120_000);
