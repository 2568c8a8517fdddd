/** Book: the hold, its end, and the code that is reserved for it. Source: docs/proof/interface.md, R5. */
import { describe, expect, it } from "vitest";
import { MINUTE } from "../../../demo/fulfillment/clock.ts";
import { SKU, setUp } from "./harness.ts";

describe("a stock", () => {
  const stockOf = ({ control }: ReturnType<typeof setUp>) =>
    control.rewards().find(({ sku }) => sku === SKU.stocked)?.stock_quantity;
  /** Three are there at first. */
  const giveAll = async ({ createAndRedeem }: ReturnType<typeof setUp>) => {
    for (const order_id of ["a", "b", "c"])
      expect((await createAndRedeem({ order_id, sku: SKU.stocked })).status).toBe(201);
  };

  it("is sold out after its last code", async () => {
    const service = setUp();
    await giveAll(service);
    expect(stockOf(service)).toBe(0);
  });

  it("that refills has as many as at first after its last code, and no more when holds end", async () => {
    const service = setUp({ refill: true });
    await giveAll(service);
    expect(stockOf(service)).toBe(3);
    for (const [hold, left] of [2, 1, 3, 2].entries()) {
      await service.book({ order_id: `hold-${hold}`, sku: SKU.stocked });
      expect(stockOf(service)).toBe(left);
    }
    service.clock.advance(31 * MINUTE);
    expect(stockOf(service)).toBe(3);
  });

  it("that refills stays at 0 when the control set it to 0", async () => {
    const service = setUp({ refill: true });
    service.control.setStock(SKU.stocked, 0);
    expect((await service.book({ sku: SKU.stocked })).status).toBe(422);
    expect(stockOf(service)).toBe(0);
    expect((await service.createAndRedeem({ order_id: "z", sku: SKU.stocked })).status).toBe(422);
  });
});

describe("book (R5)", () => {
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

  it("cannot be redeemed when the reserved code is lost and none is left", async () => {
    const { book, redeem, get, control, clock } = setUp();
    const { data } = await book({ sku: SKU.stocked });
    control.setStock(SKU.stocked, { quantity: 0, drop_reservations: true });
    expect((await redeem(data.id)).status).toBe(422);
    expect((await get(data.id)).data).toEqual(data);
    clock.advance(30 * MINUTE);
    expect((await get(data.id)).data.state).toBe("canceled");
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

  it("that failed is refused when the reserved code is lost and stock has run out", async () => {
    const { book, get, control } = setUp();
    const { data } = await book({ sku: SKU.stocked });
    control.forceState(data.id, "failed");
    control.setStock(SKU.stocked, { quantity: 0, drop_reservations: true });
    expect(await book({ sku: SKU.stocked })).toMatchObject({ status: 422, error_name: "invalid_request" });
    expect((await get(data.id)).data.state).toBe("failed");
  });

  it("makes an order id of its own if none is given", async () => {
    const { book } = setUp();
    const first = await book({ order_id: null });
    const second = await book({ order_id: null });
    expect(first.data.order_id).not.toBe("");
    expect(second.data.order_id).not.toBe(first.data.order_id);
  });
});
