/** Two holds and the half hour afterwards: one is left alone, the other one is activated and must not lapse. */
import { userBody } from "../api.ts";
import type { Ctx, Scenario } from "../check.ts";
import { HOLD_MARGIN_MS, HOLD_MS } from "../limits.ts";
import { requireId } from "./steps.ts";

async function play(ctx: Ctx) {
  const { api } = ctx;
  const id = requireId(await api.book(ctx.newOrder()));
  const other = ctx.newOrder();
  const activatedId = requireId(await api.book(other));
  const activated = await api.activate(activatedId, userBody(other.email));
  await ctx.pause(HOLD_MS - HOLD_MARGIN_MS);
  const before = await api.redemption(id);
  await ctx.pause(2 * HOLD_MARGIN_MS);
  const after = await api.redemption(id);
  const activatedAfter = await api.redemption(activatedId);
  return { id, before, after, activated, activatedAfter };
}

export const lapsed: Scenario<Awaited<ReturnType<typeof play>>> = {
  name: "lapsed",
  needs: ["promotion", "create", "fixed_reward", "hold_wait"],
  makes: { redemptions: 2, codes: 0 },
  risks: { redemptions: 0, codes: 2 },
  play,
};
