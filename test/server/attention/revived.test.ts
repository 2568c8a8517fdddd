/** A released attempt that the service brings back to life: it never gets a second code beside it (I1). */
import { beforeEach, describe, expect, it } from "vitest";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import { codeOf } from "../../support/world.ts";
import { billingBed, LONG } from "../redemption/billing-bed.ts";

const bed = billingBed();
/** Until the ledger is proven, and lists do not lag behind. */
beforeEach(() => bed.world.pass(3 * MINUTE));

/** Before the next reading of the released attempt. */
const AT_ONCE = 2_000;

describe("a released attempt that is redeemed after all", () => {
  it("is what the order has within minutes, also where its user does nothing", async () => {
    const { world } = bed;
    expect(await bed.released("idle")).toBe("next_attempt");
    world.control.forceState(bed.firstOf("idle"), "redeemed", { codes: true });
    await world.pass(10 * MINUTE);
    const browser = await world.browser({ order_id: "idle", ...LONG });
    expect((await browser.get("/v1/order")).data.state).toBe("redeemed");
    expect(codeOf(await browser.post("/v1/order/codes"))).toBeDefined();
  });

  it("is what the order has also where a person only acknowledged it", async () => {
    const { world } = bed;
    bed.fault({ operation: "redeem", kind: "state", state: "denied" });
    await bed.redeem("known");
    await world.pass(15 * MINUTE);
    expect((await bed.release("known", { acknowledge: true })).data.done).toBe("acknowledged");
    world.control.forceState(bed.firstOf("known"), "redeemed", { codes: true });
    await world.pass(10 * MINUTE);
    const browser = await world.browser({ order_id: "known", ...LONG });
    expect((await browser.get("/v1/order")).data.state).toBe("redeemed");
  });

  it("calls a person where the next attempt was redeemed before it", async () => {
    const { world } = bed;
    expect(await bed.released("both")).toBe("next_attempt");
    await bed.redeem("both", OTHER);
    world.control.forceState(bed.firstOf("both"), "redeemed", { codes: true });
    await world.pass(10 * MINUTE);
    expect((await bed.row("both"))?.attention).toBe("debited_hold");
  });

  it("is found by the next mail, also after one that was looked up and refused", async () => {
    const { world } = bed;
    await bed.notify("mail");
    // A reading so soon after the mail may lag behind it.
    await world.pass(MINUTE);
    world.control.forceState(bed.firstOf("mail"), "denied");
    await (await world.browser({ order_id: "mail", delivery: "notify", promotion_id: "4008" })).get(
      "/v1/order",
    );
    await world.pass(15 * MINUTE);
    expect((await bed.release("mail")).data.done).toBe("next_attempt");
    bed.fault({ operation: "create", kind: "invalid_request" });
    await bed.notify("mail");
    await world.pass(5 * MINUTE);
    world.control.forceState(bed.firstOf("mail"), "redeemed", { codes: true });
    await world.pass(AT_ONCE);
    await bed.notify("mail");
    bed.openLinks("mail");
    await world.pass(15 * MINUTE);
    expect(bed.billed("mail")).toHaveLength(1);
  });

  it("is found by the next confirmation, also where it was debited in between", async () => {
    const { world } = bed;
    expect(await bed.released("debited")).toBe("next_attempt");
    world.control.forceState(bed.firstOf("debited"), "denied", { debited: true });
    await world.pass(3 * MINUTE);
    bed.fault({ operation: "redeem", kind: "state", state: "canceled" });
    await bed.redeem("debited");
    await world.pass(MINUTE);
    world.control.forceState(bed.firstOf("debited"), "redeemed", { codes: true });
    await world.pass(AT_ONCE);
    await bed.redeem("debited", OTHER);
    expect(bed.billed("debited")).toHaveLength(1);
  });

  it("is read by its id, because the list lags behind", async () => {
    const { world } = bed;
    expect(await bed.released("lag")).toBe("next_attempt");
    const browser = await world.browser({ order_id: "lag", ...LONG });
    await browser.post("/v1/order/book", { sku: OTHER });
    await world.pass(4 * MINUTE);
    world.control.forceState(bed.firstOf("lag"), "redeemed", { codes: true });
    await world.pass(AT_ONCE);
    world.tamper = (path, body) => {
      if (!path.endsWith("/promotions/4001/redemptions")) return body;
      const json = JSON.parse(body);
      const before = { state: "denied", reward_codes: undefined, redeemed_datetime: null, debited: false };
      for (const each of json.data ?? []) if (each.order_id === "shop.lag.1") Object.assign(each, before);
      return JSON.stringify(json);
    };
    await browser.post("/v1/order/redeem", { attempt: 2, sku: OTHER });
    await world.pass(10 * MINUTE);
    expect(bed.billed("lag")).toHaveLength(1);
  });
});

it("an attempt is released only when a second delivery of its answered calls must have come", async () => {
  const { world } = bed;
  const { upstream } = world.service;
  const fetch = upstream.fetch.bind(upstream);
  let last: Request | undefined;
  upstream.fetch = (request) => {
    if (request.url.endsWith("/actions/redeem")) last = request.clone();
    return fetch(request);
  };
  const faults = ["redeem", "cancel"].map((operation) =>
    bed.fault({ operation, kind: "state", state: "failed", times: "always" }),
  );
  await bed.redeem("twice");
  for (let seconds = 0; seconds < 900 && (await bed.row("twice"))?.attention !== "failed"; seconds++)
    await world.pass(1_000);
  for (const id of faults) world.control.clearFaults(id);
  expect(codeOf(await bed.release("twice"))).toEqual([409, "order_processing"]);
  if (last) await fetch(last);
  await world.pass(MINUTE);
  expect(await bed.release("twice")).toMatchObject({ data: { state: "redeemed" } });
  await bed.redeem("twice", SKU);
  expect(bed.billed("twice")).toHaveLength(1);
});

it.each([
  ["refused", { kind: "invalid_request" }],
  ["turned away for its token", { kind: "unauthorized" }],
  ["in doubt", { kind: "timeout_before" }],
])(
  "a confirmation whose calls were %s is not repeated once a released attempt is known to have a code",
  async (_, how) => {
    const { world } = bed;
    await world.pass(3 * MINUTE);
    bed.fault({ operation: "redeem", kind: "state", state: "denied" });
    await bed.redeem("two");
    await world.pass(MINUTE);
    expect((await bed.release("two")).status).toBe(200);
    const away = bed.fault({ operation: "redeem", times: "always", ...how });
    const browser = await world.browser({ order_id: "two", ...LONG });
    await browser.post("/v1/order/book", { sku: OTHER });
    await browser.post("/v1/order/redeem", { attempt: 2, sku: OTHER });
    await world.pass(MINUTE);
    world.control.forceState(bed.firstOf("two"), "redeemed");
    await world.pass(4 * MINUTE);
    // The row knows of the code, and nothing of attempt 2 had an effect.
    expect((await bed.row("two"))?.attempts[0]?.evidence).toMatchObject({
      state: "redeemed",
      had_code: true,
    });
    expect(bed.billed("two")).toHaveLength(1);
    world.control.clearFaults(away);
    await world.pass(10 * MINUTE);
    expect(bed.billed("two")).toHaveLength(1);
  },
  60_000,
);

it.each(["blocked", "denied"])(
  "a released Create (%s) whose mail goes out after all: no second mail",
  async (state) => {
    const { world } = bed;
    await world.pass(3 * MINUTE);
    bed.fault({ operation: "create", kind: "state", state });
    await bed.notify("late");
    await world.pass(20 * MINUTE);
    expect((await bed.release("late")).status).toBe(200);
    world.control.forceState(bed.firstOf("late"), "pending");
    await world.pass(60 * MINUTE);
    expect((await bed.row("late"))?.attempts[0]?.evidence.state).toBe("pending");
    await bed.notify("late");
    await world.pass(3 * MINUTE);
    bed.openLinks("late");
    expect(bed.billed("late")).toHaveLength(1);
  },
  60_000,
);
