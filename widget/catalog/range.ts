/** The amounts of a free-value reward that the session allows. */
import { type AmountRange, limitRange } from "../../shared/amounts.ts";
import type { Reward } from "../../shared/wire.ts";
import type { KnownOrder } from "../state/state.ts";

export function rangeOf(reward: Reward, order: KnownOrder | undefined): AmountRange | undefined {
  const { min_amount: min, max_amount: max } = reward;
  if (!reward.free_value || !min || !max) return undefined;
  return limitRange({ min: Number(min), max: Number(max) }, order?.amount_limits ?? {});
}
