/** An activate or a mail is in doubt, its repeat is answered with a state for which an order stops, and the first one is carried out after all. */
import { expect, it } from "vitest";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { billingBed, LONG } from "./billing-bed.ts";

const bed = billingBed();
const ACTIVATED = { delivery: "activate", promotion_id: "4001", ...LONG } as const;

it.each(["denied", "blocked", "expired"])(
  "an activate answered with %s is followed by the link of an earlier one that was in doubt",
  async (state) => {
    const browser = await bed.world.browser({ order_id: "doubt", ...ACTIVATED });
    const { data } = await browser.post("/v1/order/book", { sku: SKU });
    bed.fault({ operation: "activate", kind: "timeout_before" });
    bed.fault({ operation: "activate", kind: "state", state });
    await browser.post("/v1/order/activate", { attempt: data?.attempt, sku: SKU });
    await bed.world.pass(20_000);
    expect((await bed.row("doubt"))?.attention).toBe(state);
    // The service carries the first call out half a minute later.
    bed.world.control.forceState(bed.firstOf("doubt"), "pending");
    await bed.world.pass(20 * MINUTE);
    // The redemption was read, and the ledger knows the link.
    expect((await bed.row("doubt"))?.attempts[0]?.evidence.state).toBe("pending");
    const again = await bed.world.browser({ order_id: "doubt", ...ACTIVATED });
    expect.soft((await again.get("/v1/order")).data.state).toBe("activated");
    expect.soft((await bed.row("doubt"))?.attention).toBeNull();
  },
);

it.each(["denied", "blocked", "expired"])(
  "a create answered with %s is followed by the mail of an earlier one that was in doubt",
  async (state) => {
    bed.fault({ operation: "create", kind: "timeout_before" });
    bed.fault({ operation: "create", kind: "state", state });
    await bed.notify("mail");
    await bed.world.pass(20_000);
    expect((await bed.row("mail"))?.attention).toBe(state);
    bed.world.control.forceState(bed.firstOf("mail"), "pending");
    await bed.world.pass(20 * MINUTE);
    expect((await bed.row("mail"))?.attempts[0]?.evidence.state).toBe("pending");
    // Its user opens the link of the mail.
    bed.openLinks("mail");
    await bed.world.pass(60 * MINUTE);
    expect(bed.billed("mail")).toHaveLength(1);
    const again = await bed.world.browser({
      order_id: "mail",
      delivery: "notify",
      promotion_id: "4008",
      ...LONG,
    });
    expect.soft((await again.get("/v1/order")).data.state).toBe("redeemed");
    expect.soft((await bed.row("mail"))?.attention).toBeNull();
  },
);

it("an order that stopped for another reward shows no link of it where a later reading names no reward", async () => {
  const { world } = bed;
  const browser = await world.browser({ order_id: "p", ...ACTIVATED });
  const { data } = await browser.post("/v1/order/book", { sku: SKU });
  let isNamed = true;
  world.tamper = (path, body) => {
    if (!path.includes("/redemptions")) return body;
    const json = JSON.parse(body);
    for (const each of Array.isArray(json.data) ? json.data : [json.data])
      if (each?.order_id === "shop.p.1") {
        if (isNamed) each.reward = { ...each.reward, sku: "ANOTHER-1" };
        else delete each.reward;
      }
    return JSON.stringify(json);
  };
  await browser.post("/v1/order/activate", { attempt: data?.attempt, sku: SKU });
  await world.pass(MINUTE);
  expect((await bed.row("p"))?.attention).toBe("other_parameters");
  isNamed = false;
  await world.pass(30 * MINUTE);
  expect.soft((await bed.row("p"))?.attention).toBe("other_parameters");
  const again = await world.browser({ order_id: "p", ...ACTIVATED });
  expect.soft((await again.get("/v1/order")).data.state).not.toBe("activated");
  expect
    .soft((await again.post("/v1/order/activate", { attempt: 1, sku: SKU })).text)
    .not.toContain("/flow/");
});

it("a release that shows the user a link says so, even with `acknowledge`", async () => {
  const { world } = bed;
  const browser = await world.browser({ order_id: "a", ...ACTIVATED });
  const { data } = await browser.post("/v1/order/book", { sku: SKU });
  bed.fault({ operation: "activate", kind: "timeout_before" });
  bed.fault({ operation: "activate", kind: "state", state: "denied" });
  await browser.post("/v1/order/activate", { attempt: data?.attempt, sku: SKU });
  await world.pass(20_000);
  expect((await bed.row("a"))?.attention).toBe("denied");
  world.control.forceState(bed.firstOf("a"), "pending");
  const { done } = (await bed.release("a", { acknowledge: true })).data;
  const { state } = (await browser.get("/v1/order")).data;
  expect([
    ["shown", "activated"],
    ["acknowledged", "denied"],
  ]).toContainEqual([done, state]);
});
