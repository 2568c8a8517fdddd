/** Two holds of a free-value reward, at both ends of its range. The first one is booked again with another amount. */
import type { Ctx, Scenario } from "../check.ts";
import { NotSupported } from "../judge.ts";
import { redemptionsOf, requireId } from "./steps.ts";

/** The free-value reward; the need `free_value_reward` ensures that there is one. */
export function freeValueOf({ target }: Ctx) {
  if (!target.freeValue) throw new NotSupported("no free-value reward can be had");
  return target.freeValue;
}

async function play(ctx: Ctx) {
  const { sku, min, max } = freeValueOf(ctx);
  const order = ctx.newOrder({ sku, amount: String(min) });
  const lowest = await ctx.api.book(order);
  const id = requireId(lowest);
  const highest = await ctx.api.book(ctx.newOrder({ sku, amount: String(max) }));
  const withOther = await ctx.api.book({ ...order, amount: String(max) });
  const ofOrder = await redemptionsOf(ctx, order);
  const after = await ctx.api.redemption(id);
  return { order, id, lowest, highest, withOther, ofOrder, after, min, max };
}

export const amounts: Scenario<Awaited<ReturnType<typeof play>>> = {
  name: "amounts",
  needs: ["promotion", "create", "free_value_reward"],
  makes: { redemptions: 2, codes: 0 },
  risks: { redemptions: 1, codes: 3 },
  play,
};
