/** One created redemption that is redeemed by its id, and one that is canceled and then unsuccessfully redeemed. */
import { userBody } from "../api.ts";
import type { Ctx, Scenario } from "../check.ts";
import { requireId } from "./steps.ts";

async function play(ctx: Ctx) {
  const { api } = ctx;
  const order = ctx.newOrder();
  const created = await api.create(order);
  const id = requireId(created);
  const redeemed = await api.redeem(id, userBody(order.email));
  const read = await api.redemption(id);
  const refund = await api.refund(id);

  const canceledOrder = ctx.newOrder();
  const canceledId = requireId(await api.create(canceledOrder));
  await api.cancel(canceledId);
  const afterCancel = await api.redemption(canceledId);
  const redeemCanceled = await api.redeem(canceledId, userBody(canceledOrder.email));
  const canceledAtLast = await api.redemption(canceledId);
  return { order, id, redeemed, read, refund, afterCancel, redeemCanceled, canceledAtLast };
}

export const pendingRedeemed: Scenario<Awaited<ReturnType<typeof play>>> = {
  name: "pending redeemed",
  needs: ["promotion", "create", "bill", "fixed_reward"],
  makes: { redemptions: 2, codes: 1 },
  risks: { redemptions: 0, codes: 1 },
  play,
};
