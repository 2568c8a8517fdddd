/** A redeemed redemption whose refund is requested only in the next month. */
import type { Ctx, Scenario } from "../check.ts";
import { MONTH_WAIT_MS } from "../limits.ts";
import { requireId } from "./steps.ts";

async function play(ctx: Ctx) {
  const { api } = ctx;
  const id = requireId(await api.deliver(ctx.newOrder()));
  await ctx.pause(MONTH_WAIT_MS);
  const before = await api.redemption(id);
  const refund = await api.refund(id);
  const after = await api.redemption(id);
  return { before, refund, after };
}

export const lastMonth: Scenario<Awaited<ReturnType<typeof play>>> = {
  name: "last month",
  needs: ["promotion", "create", "bill", "fixed_reward", "month_wait"],
  makes: { redemptions: 1, codes: 1 },
  risks: { redemptions: 0, codes: 0 },
  play,
};
