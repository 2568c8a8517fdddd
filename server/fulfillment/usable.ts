/** Which rewards of a promotion are usable for delivery. Source: interface, Promotion reward. */
import type { PromotionReward } from "./schemas.ts";

const USABLE_STATES = ["ready", "no_allocation"];

/** What stands in the way; undefined for a usable one. */
export function unusableBecause({
  status,
  state,
}: Pick<PromotionReward, "status" | "state">): "status" | "state" | undefined {
  if (status !== "enabled") return "status";
  return USABLE_STATES.includes(state) ? undefined : "state";
}
