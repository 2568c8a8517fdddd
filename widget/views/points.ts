/** A price in the points of the website, where its session says what a unit of the currency costs. It is shown, and never booked here. */
import { html, nothing, type TemplateResult } from "lit";
import type { Choice, Reward } from "../../shared/wire.ts";
import { rangeOf } from "../catalog/range.ts";
import { priceOf } from "../catalog/tiles.ts";
import { rewardOf } from "../state/selectors.ts";
import type { KnownOrder } from "../state/state.ts";
import type { View } from "./view.ts";

/**
 * @param amount in units of the session's currency; undefined where it is not known yet
 * @param currency of the amount, where it is known: another one than the session's has no price in points
 */
export function pointsView(
  { state: { order }, t }: View,
  amount: number | undefined,
  currency?: string,
): TemplateResult | typeof nothing {
  const { points_per_unit: each, currency: own = currency } = order ?? {};
  if (!each || amount === undefined || (currency ?? own) !== own) return nothing;
  return html`<span class="points">${t("points", { count: Math.round(amount * each) })}</span>`;
}

/** Of a reward's only value; nothing for a range, from which an amount is still to be chosen. */
export function rewardPointsView(view: View, reward: Reward): TemplateResult | typeof nothing {
  const { order } = view.state;
  const range = rangeOf(reward, order);
  if (range && range.min !== range.max) return nothing;
  return pointsView(view, range?.min ?? priceOf(reward, order), reward.value?.currency);
}

/** Of a choice: its chosen amount, or the reward's only value. */
export function choicePointsView(
  view: View,
  { sku, amount }: Partial<Choice>,
): TemplateResult | typeof nothing {
  const reward = rewardOf(view.state, sku);
  if (amount !== undefined) return pointsView(view, Number(amount));
  return reward ? rewardPointsView(view, reward) : nothing;
}

/** Of what the order has booked. */
export function orderPointsView(view: View): TemplateResult | typeof nothing {
  const { order = {} } = view.state;
  const { value } = order as Partial<KnownOrder>;
  return value ? pointsView(view, value.amount, value.currency) : choicePointsView(view, order);
}
