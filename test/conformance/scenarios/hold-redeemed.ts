/** A hold that is redeemed by its id, twice, and then requested through Create and redeem. */
import { userBody } from "../api.ts";
import type { Ctx, Scenario } from "../check.ts";
import { requireId } from "./steps.ts";

async function play(ctx: Ctx) {
  const { api } = ctx;
  const order = ctx.newOrder();
  const booked = await api.book(order);
  const id = requireId(booked);
  const withoutData = await api.redeem(id, {});
  const afterWithoutData = await api.redemption(id);
  const redeemed = await api.redeem(id, userBody(order.email));
  const again = await api.redeem(id, userBody(order.email));
  const read = await api.redemption(id);
  const delivered = await api.deliver(order);
  const refund = await api.refund(id);
  return { order, id, booked, withoutData, afterWithoutData, redeemed, again, read, delivered, refund };
}

export const holdRedeemed: Scenario<Awaited<ReturnType<typeof play>>> = {
  name: "hold redeemed",
  needs: ["promotion", "create", "bill", "fixed_reward"],
  makes: { redemptions: 1, codes: 1 },
  risks: { redemptions: 1, codes: 3 },
  play,
};
