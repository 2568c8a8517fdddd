/** A hold of a reward that is not yet configured for the account. */
import type { Ctx, Life } from "../check.ts";
import { NotSupported } from "../judge.ts";

async function live(ctx: Ctx) {
  const { notAllocated } = ctx.target;
  if (!notAllocated) throw new NotSupported("no reward in state no_allocation can be had");
  return { booked: await ctx.api.book(ctx.newOrder(notAllocated)) };
}

export const unallocated: Life<Awaited<ReturnType<typeof live>>> = {
  name: "unallocated",
  needs: ["promotion", "create", "unallocated_reward"],
  makes: { redemptions: 1, codes: 0 },
  risks: { redemptions: 0, codes: 1 },
  live,
};
