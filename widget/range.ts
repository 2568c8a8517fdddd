/** The amounts that a session leaves open of a free-value reward. */
import { type AmountRange, limitRange } from "../shared/amounts.ts";
import type { Reward } from "../shared/wire.ts";
import type { KnownOrder } from "./state.ts";

export function rangeOf(reward: Reward, order: KnownOrder | undefined): AmountRange | undefined {
  const { min_amount: min, max_amount: max } = reward;
  if (!reward.free_value || min === undefined || max === undefined) return undefined;
  return limitRange({ min: Number(min), max: Number(max) }, order?.amount_limits ?? {});
}

/** The amount where there is nothing to choose: the session fixes it, or leaves one only. */
export function onlyAmount(reward: Reward, order: KnownOrder | undefined): string | undefined {
  const range = rangeOf(reward, order);
  return order?.amount_limits?.amount ?? (range?.min === range?.max ? range && `${range.min}` : undefined);
}
