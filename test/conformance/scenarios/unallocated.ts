/** A hold of a reward that is not yet configured for the account. */
import type { Ctx, Scenario } from "../check.ts";
import { NotSupported } from "../judge.ts";

async function play(ctx: Ctx) {
  const { notAllocated } = ctx.target;
  if (!notAllocated) throw new NotSupported("no reward in state no_allocation can be had");
  return { booked: await ctx.api.book(ctx.newOrder(notAllocated)) };
}

export const unallocated: Scenario<Awaited<ReturnType<typeof play>>> = {
  name: "unallocated",
  needs: ["promotion", "create", "unallocated_reward"],
  makes: { redemptions: 1, codes: 0 },
  risks: { redemptions: 0, codes: 1 },
  play,
};
