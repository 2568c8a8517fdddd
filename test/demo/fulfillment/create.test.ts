/** Create, and create and redeem: redemptions that begin without a hold. */
import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../../demo/fulfillment/app.ts";
import { MINUTE } from "../../../demo/fulfillment/clock.ts";
import { EMAIL, SKU, setUp } from "./harness.ts";

describe("create", () => {
  it.each(["create", "createInPath"] as const)("%s answers 201 pending, without codes", async (form) => {
    const harness = setUp();
    const { status, data } = await harness[form]();
    expect(status).toBe(201);
    expect(data.state).toBe("pending");
    expect(data).not.toHaveProperty("reward_codes");
    expect(harness.control.codes()).toEqual([]);
  });

  it("mails the link to the user where the promotion notifies", async () => {
    const { create, control } = setUp();
    const { data } = await create({ promotion: PROMOTIONS.notifying });
    expect(data.notification_channels).toEqual(["email"]);
    expect(control.outbox()).toMatchObject([
      { to: EMAIL, redemptionId: data.id, url: data.url, at: control.now() },
    ]);
  });

  it("mails the link once, however often the order is repeated", async () => {
    const { create, control } = setUp();
    await create({ promotion: PROMOTIONS.notifying });
    await create({ promotion: PROMOTIONS.notifying });
    expect(control.outbox()).toHaveLength(1);
  });

  it("R2: mails the link when the same call succeeds after it had failed", async () => {
    const { create, control } = setUp();
    control.fault({ operation: "create", kind: "state", state: "failed" });
    expect((await create({ promotion: PROMOTIONS.notifying })).data.state).toBe("failed");
    expect(control.outbox()).toEqual([]);
    const { data } = await create({ promotion: PROMOTIONS.notifying });
    expect(data.state).toBe("pending");
    expect(control.outbox()).toMatchObject([{ to: EMAIL, redemptionId: data.id }]);
  });

  it("mails nothing elsewhere", async () => {
    const { create, control } = setUp();
    expect((await create()).data.notification_channels).toBeNull();
    expect(control.outbox()).toEqual([]);
  });

  it.each([
    ["order_id", { order_id: null }],
    ["user", { email: null }],
  ])("needs %s", async (_name, order) => {
    const { create } = setUp();
    expect(await create(order)).toMatchObject({ status: 422, error_name: "invalid_request" });
  });

  it("needs a reward", async () => {
    const { api } = setUp();
    const body = { data: { order_id: "a", user: { email: EMAIL } } };
    expect((await api("POST", "/promotions/4001/redemptions", body)).status).toBe(422);
  });
});

describe("create and redeem (R1-R4)", () => {
  it("answers 201 redeemed with codes", async () => {
    const { createAndRedeem, control } = setUp();
    const { status, data } = await createAndRedeem();
    expect(status).toBe(201);
    expect(data).toMatchObject({ state: "redeemed", order_id: "order-1", debited: true });
    expect(data.redeemed_datetime).toBe(new Date(control.now()).toISOString());
    expect(data.reward_codes?.codes.some(({ usage }) => usage === "primary")).toBe(true);
  });

  it("is accepted with the extra actions segment, too", async () => {
    const { api, createAndRedeem } = setUp();
    const first = await createAndRedeem();
    const body = { data: { order_id: "order-1", user: { email: EMAIL } } };
    const path = `/promotions/4001/rewards/${SKU.fixed}/redemptions/actions/redeem`;
    expect((await api("POST", path, body)).data.id).toBe(first.data.id);
  });

  it("R1: repeating with the same parameters yields the same redemption and one code", async () => {
    const { createAndRedeem, control, clock } = setUp();
    const first = await createAndRedeem();
    clock.advance(90 * MINUTE);
    const again = await createAndRedeem();
    expect(again).toMatchObject({ status: 201, data: first.data });
    expect(control.codes()).toHaveLength(1);
  });

  it("R2: after a failure the same call retries the order", async () => {
    const { createAndRedeem, control } = setUp();
    control.fault({ operation: "create_and_redeem", kind: "state", state: "failed" });
    const failed = await createAndRedeem();
    expect(failed.data.state).toBe("failed");
    const again = await createAndRedeem();
    expect(again.data).toMatchObject({ id: failed.data.id, state: "redeemed" });
    expect(control.codes()).toHaveLength(1);
  });

  it.each([
    ["another reward", { sku: SKU.link }],
    ["another promotion", { promotion: PROMOTIONS.notifying }],
    ["another e-mail", { email: "eve@user.example" }],
    ["e-mail in other letters", { email: "Ada@user.example" }],
    ["another message", { message: "Happy birthday" }],
  ])("R3: the same order with %s is 422 invalid_request without a message", async (_what, change) => {
    const { createAndRedeem, book, create, control } = setUp();
    await createAndRedeem();
    for (const repeat of [createAndRedeem, book, create]) {
      const { status, error_name, error_message } = await repeat(change);
      expect({ status, error_name, error_message }).toEqual({
        status: 422,
        error_name: "invalid_request",
        error_message: null,
      });
    }
    expect(control.codes()).toHaveLength(1);
  });

  it("R3: the same order without its e-mail is refused", async () => {
    const { createAndRedeem, book } = setUp();
    await book();
    expect(await createAndRedeem({ email: null })).toMatchObject({ status: 422, error_message: null });
  });

  it("R3: the same order with another sender name is refused", async () => {
    const { api } = setUp();
    const send = (sender_name: string) =>
      api("POST", `/promotions/4001/rewards/${SKU.fixed}/redemptions/redeem`, {
        data: { order_id: "order-1", user: { email: EMAIL }, customization: { pdf: { sender_name } } },
      });
    expect((await send("Ada")).status).toBe(201);
    expect((await send("Bob")).status).toBe(422);
    expect((await send("Ada")).status).toBe(201);
  });

  it("R3: the same order with another amount is refused", async () => {
    const { createAndRedeem } = setUp();
    await createAndRedeem({ sku: SKU.free, amount: "20" });
    expect((await createAndRedeem({ sku: SKU.free, amount: "21" })).status).toBe(422);
    expect((await createAndRedeem({ sku: SKU.free, amount: "20" })).status).toBe(201);
  });

  it("R4: with the parameters of the Book call it redeems that hold", async () => {
    const { book, createAndRedeem, control } = setUp();
    const held = await book({ sku: SKU.free, amount: "20" });
    const { data } = await createAndRedeem({ sku: SKU.free, amount: "20" });
    expect(data).toMatchObject({ id: held.data.id, state: "redeemed", value: { amount: 20 } });
    expect(control.codes()).toHaveLength(1);
  });

  it("R3: gives an order in any other state back as it is", async () => {
    const { create, createAndRedeem, control } = setUp();
    const pending = await create();
    expect((await createAndRedeem()).data.state).toBe("pending");
    for (const state of ["denied", "blocked", "expired", "on_hold"]) {
      control.forceState(pending.data.id, state);
      expect((await createAndRedeem()).data.state).toBe(state);
    }
    expect(control.codes()).toEqual([]);
  });
});
