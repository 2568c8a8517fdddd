/** A hold whose order has a message and a sender's name for the PDF. */
import type { Ctx, Scenario } from "../check.ts";
import { requireId } from "./steps.ts";

async function play(ctx: Ctx) {
  const pdf = { message: "Conformance check", sender_name: "Conformance suite" };
  const booked = await ctx.api.book(ctx.newOrder({ customization: { pdf } }));
  return { booked, read: await ctx.api.redemption(requireId(booked)) };
}

export const customized: Scenario<Awaited<ReturnType<typeof play>>> = {
  name: "customized",
  needs: ["promotion", "create", "fixed_reward"],
  makes: { redemptions: 1, codes: 0 },
  risks: { redemptions: 0, codes: 1 },
  play,
};
