import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../../demo/fulfillment/app.ts";
import { MINUTE } from "../../../demo/fulfillment/clock.ts";
import { EMAIL, SKU, setUp } from "./harness.ts";

describe("book (R5)", () => {
  it("answers 201 with a booked redemption and no codes", async () => {
    const { book } = setUp();
    const { status, data } = await book();
    expect(status).toBe(201);
    expect(data).toMatchObject({
      state: "booked",
      order_id: "order-1",
      reward: { sku: SKU.fixed, status: "enabled", state: "ready" },
      reward_codes: { codes: [] },
      redeemed_datetime: null,
      value: { amount: 25, currency: "USD" },
      debited: false,
    });
    expect(data.id).toMatch(/^[A-Z0-9]{5}-[A-Z0-9]{5}$/);
  });

  it("holds for 30 minutes, then lapses to canceled at that moment", async () => {
    const { book, get, clock } = setUp();
    const { data } = await book();
    clock.advance(30 * MINUTE - 1);
    expect((await get(data.id)).data.state).toBe("booked");
    clock.advance(10 * MINUTE);
    const lapsed = (await get(data.id)).data;
    expect(lapsed.state).toBe("canceled");
    expect(Date.parse(lapsed.updated_datetime) - Date.parse(data.updated_datetime)).toBe(30 * MINUTE);
  });

  it("cannot be redeemed at the very end of the hold", async () => {
    const { book, redeem, clock, control } = setUp();
    const { data } = await book();
    clock.advance(30 * MINUTE);
    expect(await redeem(data.id)).toMatchObject({ status: 422, error_name: "invalid_request" });
    expect(control.codes()).toEqual([]);
  });

  it("sets a code aside, and gives it back when the hold lapses", async () => {
    const { book, api, clock } = setUp();
    const stock = async () =>
      (await api<{ stock_quantity: number }>("GET", `/rewards/${SKU.stocked}`)).data.stock_quantity;
    expect(await stock()).toBe(3);
    await book({ sku: SKU.stocked });
    expect(await stock()).toBe(2);
    clock.advance(31 * MINUTE);
    expect(await stock()).toBe(3);
  });

  it("keeps the code that was set aside when stock runs out", async () => {
    const { book, redeem, control } = setUp();
    const { data } = await book({ sku: SKU.stocked });
    control.setStock(SKU.stocked, 0);
    expect((await redeem(data.id)).data.state).toBe("redeemed");
  });

  it("cannot be redeemed when the code that was set aside is lost and none is left", async () => {
    const { book, redeem, get, control, clock } = setUp();
    const { data } = await book({ sku: SKU.stocked });
    control.setStock(SKU.stocked, { quantity: 0, drop_reservations: true });
    expect((await redeem(data.id)).status).toBe(422);
    expect((await get(data.id)).data).toEqual(data);
    clock.advance(30 * MINUTE);
    expect((await get(data.id)).data.state).toBe("canceled");
  });

  it("again with the same parameters gives the same hold back, unchanged", async () => {
    const { book, clock, get } = setUp();
    const first = await book();
    clock.advance(10 * MINUTE);
    const second = await book();
    expect(second.status).toBe(201);
    expect(second.data).toEqual(first.data);
    clock.advance(20 * MINUTE);
    expect((await get(first.data.id)).data.state).toBe("canceled");
  });

  it("again on an order whose hold lapsed gives the canceled redemption back", async () => {
    const { book, clock } = setUp();
    const first = await book();
    clock.advance(31 * MINUTE);
    expect((await book()).data).toMatchObject({ id: first.data.id, state: "canceled" });
  });

  it("that failed begins a new hold, which does not end with the first", async () => {
    const { book, get, clock, control } = setUp();
    const { data } = await book();
    clock.advance(10 * MINUTE);
    control.forceState(data.id, "failed");
    expect((await book()).data).toMatchObject({ id: data.id, state: "booked" });
    clock.advance(29 * MINUTE);
    expect((await get(data.id)).data.state).toBe("booked");
    clock.advance(1 * MINUTE);
    expect((await get(data.id)).data.state).toBe("canceled");
  });

  it("that failed is refused when the code that was set aside is gone and stock has run out", async () => {
    const { book, get, control } = setUp();
    const { data } = await book({ sku: SKU.stocked });
    control.forceState(data.id, "failed");
    control.setStock(SKU.stocked, { quantity: 0, drop_reservations: true });
    expect(await book({ sku: SKU.stocked })).toMatchObject({ status: 422, error_name: "invalid_request" });
    expect((await get(data.id)).data.state).toBe("failed");
  });

  it("mails nothing, also where the promotion notifies", async () => {
    const { book, control } = setUp();
    await book({ promotion: PROMOTIONS.notifying });
    expect(control.outbox()).toEqual([]);
  });

  it("makes an order id of its own when none is given", async () => {
    const { book } = setUp();
    const first = await book({ order_id: null });
    const second = await book({ order_id: null });
    expect(first.data.order_id).not.toBe("");
    expect(second.data.order_id).not.toBe(first.data.order_id);
  });
});

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

  it("is accepted with the extra actions segment too", async () => {
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

describe("redeem (R1, R2, R4)", () => {
  it("redeems a hold, and answers the same ever after", async () => {
    const { book, redeem, clock, control } = setUp();
    const { data: held } = await book();
    const first = await redeem(held.id);
    expect(first).toMatchObject({ status: 200, data: { id: held.id, state: "redeemed", debited: true } });
    clock.advance(400 * MINUTE);
    expect((await redeem(held.id)).data).toEqual(first.data);
    expect(control.codes()).toHaveLength(1);
  });

  it("redeems a pending redemption", async () => {
    const { create, redeem } = setUp();
    const { data } = await create();
    expect((await redeem(data.id)).data.state).toBe("redeemed");
  });

  it("retries a failed one and makes one code", async () => {
    const { book, redeem, control } = setUp();
    const { data } = await book();
    control.fault({ operation: "redeem", kind: "state", state: "failed" });
    expect((await redeem(data.id)).data).toMatchObject({ state: "failed" });
    expect((await redeem(data.id)).data.state).toBe("redeemed");
    expect(control.codes()).toHaveLength(1);
  });

  it("keeps the code that failed after it was made", async () => {
    const { book, redeem, control } = setUp();
    const { data } = await book();
    control.fault({ operation: "redeem", kind: "state", state: "failed", codes: true });
    const failed = await redeem(data.id);
    expect(failed.data).toMatchObject({ state: "failed", debited: true });
    expect((await redeem(data.id)).data.reward_codes).toEqual(failed.data.reward_codes);
    expect(control.codes()).toHaveLength(1);
  });

  it.each(["denied", "refunded", "blocked", "canceled", "expired", "on_hold"])(
    "is refused in %s",
    async (state) => {
      const { book, redeem, control, get } = setUp();
      const { data } = await book();
      control.forceState(data.id, state);
      expect(await redeem(data.id)).toMatchObject({ status: 422, error_name: "invalid_request" });
      expect((await get(data.id)).data.state).toBe(state);
    },
  );

  it("is refused for another user", async () => {
    const { book, redeem } = setUp();
    const { data } = await book();
    expect((await redeem(data.id, { data: { user: { email: "eve@user.example" } } })).status).toBe(422);
  });

  it("takes the user that the hold did not have", async () => {
    const { book, redeem, list } = setUp();
    const { data } = await book({ email: null });
    await redeem(data.id);
    expect((await list(`?email=${EMAIL}`)).data.map(({ id }) => id)).toEqual([data.id]);
  });

  it.each([undefined, {}, { data: "x" }, { data: { user: { email: "nobody" } } }])(
    "needs data (%j)",
    async (body) => {
      const { book, redeem, api } = setUp();
      const { data } = await book();
      const answer = await (body === undefined
        ? api("POST", `/redemptions/${data.id}/actions/redeem`)
        : redeem(data.id, body));
      expect(answer).toMatchObject({ status: 422, error_name: "invalid_request" });
    },
  );
});

describe("activate (R6)", () => {
  it("gives a link and no codes, and ends the hold in pending", async () => {
    const { book, activate, get, clock, control } = setUp();
    const { data: held } = await book();
    clock.advance(5 * MINUTE);
    const { status, data } = await activate(held.id);
    expect(status).toBe(200);
    expect(Date.parse(data.activation_datetime) - Date.parse(held.activation_datetime)).toBe(5 * MINUTE);
    expect(data.state).toBe("pending");
    expect(data).not.toHaveProperty("reward_codes");
    expect(data.url).not.toBe(held.url);
    clock.advance(31 * MINUTE);
    expect((await get(held.id)).data.state).toBe("pending");
    expect(control.codes()).toEqual([]);
  });

  it("gives the same link again", async () => {
    const { book, activate } = setUp();
    const { data } = await book();
    const first = await activate(data.id);
    expect((await activate(data.id)).data).toEqual(first.data);
  });

  it.each(["redeemed", "canceled", "failed", "denied", "blocked", "expired", "refunded"])(
    "is refused in %s",
    async (state) => {
      const { book, activate, control } = setUp();
      const { data } = await book();
      control.forceState(data.id, state);
      expect(await activate(data.id)).toMatchObject({ status: 422, error_name: "invalid_request" });
    },
  );

  it("is refused on what was only created", async () => {
    const { create, activate } = setUp();
    expect((await activate((await create()).data.id)).status).toBe(422);
  });

  it("makes the code when the end user opens the link, and then cannot be canceled", async () => {
    const { book, activate, cancel, get, control } = setUp();
    const { data } = await book();
    await activate(data.id);
    control.openLink(data.id);
    expect((await get(data.id)).data.state).toBe("redeemed");
    expect(control.codes()).toHaveLength(1);
    expect((await cancel(data.id)).status).toBe(422);
  });

  it("can be canceled as long as nobody opened the link, which then leads nowhere", async () => {
    const { book, activate, cancel, control } = setUp();
    const { data } = await book();
    await activate(data.id);
    expect((await cancel(data.id)).data.state).toBe("canceled");
    expect(() => control.openLink(data.id)).toThrow();
    expect(control.codes()).toEqual([]);
  });
});

describe("cancel (R7)", () => {
  it.each(["pending", "failed"])("cancels what is %s", async (state) => {
    const { create, cancel, control } = setUp();
    const { data } = await create();
    control.forceState(data.id, state);
    expect(await cancel(data.id)).toMatchObject({ status: 200, data: { state: "canceled" } });
  });

  it.each(["booked", "redeemed", "denied", "refunded", "blocked", "canceled", "expired"])(
    "is refused in %s",
    async (state) => {
      const { create, cancel, control, get } = setUp();
      const { data } = await create();
      control.forceState(data.id, state);
      expect(await cancel(data.id)).toMatchObject({ status: 422, error_name: "invalid_request" });
      expect((await get(data.id)).data.state).toBe(state);
    },
  );
});

describe("refund (R8)", () => {
  it("refunds a redeemed redemption of this month and takes its codes away", async () => {
    const { createAndRedeem, refund, control } = setUp();
    const { data } = await createAndRedeem();
    const refunded = await refund(data.id);
    expect(refunded).toMatchObject({ status: 200, data: { state: "refunded", debited: false } });
    expect(refunded.data.refunded_datetime).toBe(new Date(control.now()).toISOString());
    expect(refunded.data).not.toHaveProperty("reward_codes");
  });

  it("leaves one of last month unchanged, and still answers 200", async () => {
    const { createAndRedeem, refund, clock } = setUp();
    clock.set(Date.parse("2026-03-31T23:59:00Z"));
    const { data } = await createAndRedeem();
    clock.advance(2 * MINUTE);
    expect(await refund(data.id)).toMatchObject({ status: 200, data });
  });

  it.each(["booked", "failed", "pending"])("refunds what is %s only when debited", async (state) => {
    const { create, refund, control } = setUp();
    const { data } = await create();
    control.forceState(data.id, state);
    expect((await refund(data.id)).data.state).toBe(state);
    control.forceState(data.id, state, { debited: true });
    expect((await refund(data.id)).data).toMatchObject({ state: "refunded", debited: false });
  });

  it("reaches a hold that was debited at once, until it lapses", async () => {
    const { book, refund, clock } = setUp();
    const prepaid = { sku: SKU.prepaid, promotion: PROMOTIONS.everyStatus };
    const first = await book(prepaid);
    expect(first.data.debited).toBe(true);
    expect((await refund(first.data.id)).data.state).toBe("refunded");
    const second = await book({ ...prepaid, order_id: "order-2" });
    clock.advance(31 * MINUTE);
    expect((await refund(second.data.id)).data).toMatchObject({ state: "canceled", debited: true });
  });

  it.each(["denied", "refunded", "blocked", "canceled", "expired", "on_hold"])(
    "leaves %s unchanged",
    async (state) => {
      const { create, refund, control } = setUp();
      const { data } = await create();
      control.forceState(data.id, state, { debited: true });
      expect(await refund(data.id)).toMatchObject({ status: 200, data: { state } });
    },
  );
});
