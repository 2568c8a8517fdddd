/** A created redemption: read, listed, created again, unsuccessfully refunded, canceled, and canceled again. */
import { userBody } from "../api.ts";
import type { Ctx, Scenario } from "../check.ts";
import { OTHER_EMAIL } from "../plan.ts";
import { dataOf, member } from "../reading.ts";
import { listedOnce, redemptionsOf, requireId } from "./steps.ts";

async function play(ctx: Ctx) {
  const { api } = ctx;
  const order = ctx.newOrder();
  const created = await api.create(order);
  const id = requireId(created);
  const read = await api.redemption(id);
  const listed = await listedOnce(
    ctx,
    () => api.redemptions(order.promotion, { order_id: order.orderId }),
    (item) => member(item, "order_id") === order.orderId,
  );
  const again = await api.create(order);
  const inOtherForm = await api.createInOtherForm(order);
  const withOther = await api.create({ ...order, email: OTHER_EMAIL });
  const withOtherSku = ctx.target.otherFixed && (await api.create({ ...order, sku: ctx.target.otherFixed }));
  const ofOrder = await redemptionsOf(ctx, order);
  const consult = await api.consult(id);
  // A debited one would be refunded (docs/proof/interface.md, R8), and could not be canceled afterwards.
  const debited = member(dataOf(read), "debited") === true;
  const refund = debited ? undefined : await api.refund(id);
  const afterRefund = await api.redemption(id);
  const cancel = await api.cancel(id);
  const afterCancel = await api.redemption(id);
  const cancelAgain = await api.cancel(id);
  const refundCanceled = await api.refund(id);
  const activateCanceled = await api.activate(id, userBody(order.email));
  const atLast = await api.redemption(id);
  return {
    ...{ order, id, created, read, listed, again, inOtherForm, withOther, withOtherSku, ofOrder, consult },
    ...{ refund, afterRefund, cancel, afterCancel, cancelAgain, refundCanceled, activateCanceled, atLast },
  };
}

export const pending: Scenario<Awaited<ReturnType<typeof play>>> = {
  name: "pending",
  needs: ["promotion", "create", "fixed_reward"],
  makes: { redemptions: 1, codes: 0 },
  risks: { redemptions: 4, codes: 5 },
  play,
};
