/**
 * The conditions for delivering an order, and for recognising an order as the same.
 * Source: docs/proof/interface.md, "Promotions and rewards", R3, R4 and R9.
 */
import type { Offer, PromotionRecord } from "./catalog/promotions.ts";
import type { CatalogReward } from "./catalog/rewards.ts";
import { invalid } from "./errors.ts";
import type { OrderRequest } from "./requests.ts";
import type { RedemptionRecord } from "./store.ts";

/** Exactly the same parameters: promotion, SKU, order id, e-mail, value and customization (R3, R4). */
export function sameParameters(
  record: RedemptionRecord,
  promotion: PromotionRecord,
  sku: string,
  request: OrderRequest,
): boolean {
  const amount = typeof record.reward.worth === "number" ? undefined : String(record.amount);
  return (
    record.promotionId === promotion.id &&
    record.reward.sku === sku &&
    record.email === request.email &&
    amount === request.amount &&
    record.customization.message === request.customization.message &&
    record.customization.senderName === request.customization.senderName
  );
}

/** The reward, if this promotion may deliver it now. Source: docs/proof/interface.md, "Promotions and rewards". */
export function requireReward(
  catalog: ReadonlyMap<string, CatalogReward>,
  promotion: PromotionRecord,
  sku: string,
  now: number,
): CatalogReward {
  const reward = catalog.get(sku);
  if (!reward || !offerOf(promotion, sku)) throw invalid("reward: not part of this promotion");
  requireUsable(promotion, reward, now);
  return reward;
}

export const offerOf = (promotion: PromotionRecord, sku: string): Offer | undefined =>
  promotion.offers.find((offer) => offer.sku === sku);

/** Throws 422 unless the promotion runs and the reward is enabled and ready or no_allocation in it. */
export function requireUsable(promotion: PromotionRecord, reward: CatalogReward, now: number): void {
  if (promotion.status !== "enabled" || promotion.state !== "ready")
    throw invalid("The promotion is not available");
  if (now < promotion.startsAt) throw invalid("The promotion has not started");
  if (promotion.endsAt !== null && now >= promotion.endsAt) throw invalid("The promotion has ended");
  const offer = offerOf(promotion, reward.sku);
  const usable = offer?.status === "enabled" && (offer.state === "ready" || offer.state === "no_allocation");
  if (!usable) throw invalid("The reward is not available");
}

/** Rule R9: whole units within the range, for free-value rewards and for no others. */
export function requireAmount(reward: CatalogReward, amount: string | undefined): number {
  const { worth } = reward;
  if (typeof worth === "number") {
    if (amount !== undefined) throw invalid("value.amount: only for free-value rewards");
    return worth;
  }
  if (amount === undefined) throw invalid("value.amount: required for a free-value reward");
  if (!/^[1-9][0-9]*$/.test(amount)) throw invalid("value.amount: only whole units are allowed");
  const whole = Number(amount);
  if (whole < worth.min || whole > worth.max)
    throw invalid(`value.amount: not within ${worth.min}..${worth.max}`);
  return whole;
}
