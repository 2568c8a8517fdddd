/** A hold that is activated, which gives a link and no code, and then canceled. */
import { userBody } from "../api.ts";
import type { Ctx, Scenario } from "../check.ts";
import { LATER_MS } from "../limits.ts";
import { requireId } from "./steps.ts";

async function play(ctx: Ctx) {
  const { api } = ctx;
  const order = ctx.newOrder();
  const booked = await api.book(order);
  const id = requireId(booked);
  const withoutData = await api.activate(id, {});
  const afterWithoutData = await api.redemption(id);
  await ctx.pause(LATER_MS);
  const activated = await api.activate(id, userBody(order.email));
  const read = await api.redemption(id);
  const cancel = await api.cancel(id);
  const afterCancel = await api.redemption(id);
  return { order, id, booked, withoutData, afterWithoutData, activated, read, cancel, afterCancel };
}

export const activated: Scenario<Awaited<ReturnType<typeof play>>> = {
  name: "activated",
  needs: ["promotion", "create", "fixed_reward"],
  makes: { redemptions: 1, codes: 0 },
  risks: { redemptions: 0, codes: 1 },
  play,
};
