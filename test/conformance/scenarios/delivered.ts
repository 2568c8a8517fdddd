/** A redemption made and redeemed in one call: repeated in every way, unsuccessfully canceled, refunded. */
import { userBody } from "../api.ts";
import type { Ctx, Scenario } from "../check.ts";
import { OTHER_EMAIL } from "../plan.ts";
import { redemptionsOf, requireId } from "./steps.ts";

async function play(ctx: Ctx) {
  const { api } = ctx;
  const order = ctx.newOrder();
  const delivered = await api.deliver(order);
  const id = requireId(delivered);
  const read = await api.redemption(id);
  const again = await api.deliver(order);
  const inOtherForm = await api.deliverInOtherForm(order);
  const redeemed = await api.redeem(id, userBody(order.email));
  const withOther = await api.deliver({ ...order, email: OTHER_EMAIL });
  const withOtherSku = ctx.target.otherFixed && (await api.deliver({ ...order, sku: ctx.target.otherFixed }));
  const ofOrder = await redemptionsOf(ctx, order);
  const consult = await api.consult(id);
  const beforeCancel = await api.redemption(id);
  const cancel = await api.cancel(id);
  const afterCancel = await api.redemption(id);
  const refund = await api.refund(id);
  const afterRefund = await api.redemption(id);
  const refundAgain = await api.refund(id);
  const afterRefundAgain = await api.redemption(id);
  const afterwards = await api.deliver(order);
  const ofOrderAfterwards = await redemptionsOf(ctx, order);
  return {
    ...{
      order,
      id,
      delivered,
      read,
      again,
      inOtherForm,
      redeemed,
      withOther,
      withOtherSku,
      ofOrder,
      consult,
    },
    ...{ beforeCancel, cancel, afterCancel, refund, afterRefund, refundAgain, afterRefundAgain },
    ...{ afterwards, ofOrderAfterwards },
  };
}

export const delivered: Scenario<Awaited<ReturnType<typeof play>>> = {
  name: "delivered",
  needs: ["promotion", "create", "bill", "fixed_reward"],
  makes: { redemptions: 1, codes: 1 },
  risks: { redemptions: 5, codes: 6 },
  play,
};
