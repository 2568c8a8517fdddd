/**
 * Pairs of redemptions whose times differ even in whole seconds. Their order differs from field to field: the one
 * activated first is updated, redeemed or refunded last.
 */
import { type Query, userBody } from "../api.ts";
import type { Ctx, Scenario } from "../check.ts";
import type { Answer } from "../exchange.ts";
import { LATER_MS } from "../limits.ts";
import { dataOf, member, text } from "../reading.ts";
import { requireId } from "./steps.ts";

/** The field that lists can be sorted by. Source: docs/proof/interface.md, "Parameters of lists". */
export type Sort = "activation_datetime" | "updated_datetime" | "redeem_datetime" | "refund_datetime";

/** Both directions of a list, from the start time of the pair. */
async function bothWays({ api, target }: Ctx, sort: Sort, first: Answer) {
  const since = text(member(dataOf(first), "activation_datetime"));
  const query: Query = since === undefined ? {} : { activation_datetime_start: since };
  const promotion = target.promotionId ?? "";
  return {
    rising: await api.redemptions(promotion, { ...query, sort }),
    falling: await api.redemptions(promotion, { ...query, sort: `-${sort}` }),
  };
}

async function playPending(ctx: Ctx) {
  const { api } = ctx;
  const first = await api.create(ctx.newOrder());
  await ctx.pause(LATER_MS);
  const second = await api.create(ctx.newOrder());
  const [one, other] = [requireId(first), requireId(second)];
  await ctx.pause(LATER_MS);
  await api.cancel(other);
  await ctx.pause(LATER_MS);
  await api.cancel(one);
  return {
    activation_datetime: { order: [one, other], ...(await bothWays(ctx, "activation_datetime", first)) },
    updated_datetime: { order: [other, one], ...(await bothWays(ctx, "updated_datetime", first)) },
  };
}

/** Two created redemptions; the first one is canceled last. */
export const pendingApart: Scenario<Awaited<ReturnType<typeof playPending>>> = {
  name: "pending apart",
  needs: ["promotion", "create", "fixed_reward"],
  makes: { redemptions: 2, codes: 0 },
  risks: { redemptions: 0, codes: 2 },
  play: playPending,
};

async function playRedeemed(ctx: Ctx) {
  const { api } = ctx;
  const order = ctx.newOrder();
  const first = await api.book(order);
  const one = requireId(first);
  await ctx.pause(LATER_MS);
  const other = requireId(await api.deliver(ctx.newOrder()));
  await ctx.pause(LATER_MS);
  await api.redeem(one, userBody(order.email));
  await ctx.pause(LATER_MS);
  await api.refund(one);
  await ctx.pause(LATER_MS);
  await api.refund(other);
  return {
    redeem_datetime: { order: [other, one], ...(await bothWays(ctx, "redeem_datetime", first)) },
    refund_datetime: { order: [one, other], ...(await bothWays(ctx, "refund_datetime", first)) },
  };
}

/** Two codes: the first redemption is redeemed last and refunded first. */
export const redeemedApart: Scenario<Awaited<ReturnType<typeof playRedeemed>>> = {
  name: "redeemed apart",
  needs: ["promotion", "create", "bill", "fixed_reward"],
  makes: { redemptions: 2, codes: 2 },
  risks: { redemptions: 1, codes: 1 },
  play: playRedeemed,
};
