/**
 * A hold that is redeemed through Create and redeem: first unsuccessfully with another user, then with its own
 * parameters.
 */
import type { Ctx, Scenario } from "../check.ts";
import { OTHER_EMAIL } from "../plan.ts";
import { redemptionsOf, requireId } from "./steps.ts";

async function play(ctx: Ctx) {
  const { api } = ctx;
  const order = ctx.newOrder();
  const booked = await api.book(order);
  const id = requireId(booked);
  const withOther = await api.deliver({ ...order, email: OTHER_EMAIL });
  const withOtherSku = ctx.target.otherFixed && (await api.deliver({ ...order, sku: ctx.target.otherFixed }));
  const afterOther = await api.redemption(id);
  const delivered = await api.deliver(order);
  const ofOrder = await redemptionsOf(ctx, order);
  const read = await api.redemption(id);
  const refund = await api.refund(id);
  return { order, id, booked, withOther, withOtherSku, afterOther, delivered, ofOrder, read, refund };
}

export const holdDelivered: Scenario<Awaited<ReturnType<typeof play>>> = {
  name: "hold delivered",
  needs: ["promotion", "create", "bill", "fixed_reward"],
  makes: { redemptions: 1, codes: 1 },
  risks: { redemptions: 3, codes: 3 },
  play,
};
