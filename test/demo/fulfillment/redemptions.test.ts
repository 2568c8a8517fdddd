/** Actions on an existing redemption: redeem, activate, cancel, refund. */
import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../../demo/fulfillment/app.ts";
import { MINUTE } from "../../../demo/fulfillment/clock.ts";
import { EMAIL, SKU, setUp } from "./harness.ts";

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

  it("keeps the code of a redemption that failed after the code was made", async () => {
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

  it("accepts a user if the hold had none", async () => {
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

  it("is refused on a created redemption", async () => {
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

  it("can be canceled until somebody opened the link, which then has no code", async () => {
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

  it("includes a hold that was debited at once, until it lapses", async () => {
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
