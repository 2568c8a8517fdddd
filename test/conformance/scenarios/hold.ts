/**
 * A hold: booked, read, listed, booked again, unsuccessfully canceled, refunded if it was debited, and left to lapse.
 */
import type { Ctx, Scenario } from "../check.ts";
import { OTHER_EMAIL } from "../plan.ts";
import { member } from "../reading.ts";
import { listedOnce, redemptionsOf, requireId } from "./steps.ts";

async function play(ctx: Ctx) {
  const { api } = ctx;
  const order = ctx.newOrder();
  const booked = await api.book(order);
  const id = requireId(booked);
  const read = await api.redemption(id);
  const listed = await listedOnce(
    ctx,
    () => api.redemptions(order.promotion, { order_id: order.orderId }),
    (item) => member(item, "order_id") === order.orderId,
  );
  const again = await api.book(order);
  const withOther = await api.book({ ...order, email: OTHER_EMAIL });
  const withOtherSku = ctx.target.otherFixed && (await api.book({ ...order, sku: ctx.target.otherFixed }));
  const ofOrder = await redemptionsOf(ctx, order);
  const consult = await api.consult(id);
  const beforeCancel = await api.redemption(id);
  const cancel = await api.cancel(id);
  const afterCancel = await api.redemption(id);
  const refund = await api.refund(id);
  const afterRefund = await api.redemption(id);
  return {
    ...{ order, id, booked, read, listed, again, withOther, withOtherSku, ofOrder, consult },
    ...{ beforeCancel, cancel, afterCancel, refund, afterRefund },
  };
}

export const hold: Scenario<Awaited<ReturnType<typeof play>>> = {
  name: "hold",
  needs: ["promotion", "create", "fixed_reward"],
  makes: { redemptions: 1, codes: 0 },
  risks: { redemptions: 3, codes: 4 },
  play,
};
