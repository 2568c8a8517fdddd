/**
 * What a session may choose: the usable rewards of its promotion within what its site allows. Pure.
 * Source: contract, `GET /v1/catalog` and "What a session pins"; integrity rule 11.
 */
import { refuseAmount } from "../shared/amount-refusal.ts";
import { type AmountRange, limitRange } from "../shared/amounts.ts";
import type { PromotionReason, Reward } from "../shared/wire.ts";
import type { CatalogEntry, CatalogReward } from "./catalog.ts";
import type { Closed } from "./fulfillment/usable.ts";
import { ProblemError } from "./problem.ts";
import type { Pins } from "./redemption/model.ts";

/** A reward as offered, with its range already cut to the session's limits. */
export interface OfferedReward {
  readonly reward: CatalogReward;
  readonly range?: AmountRange;
}

function offered(reward: CatalogReward, pins: Pins): OfferedReward | undefined {
  if (pins.skus && !pins.skus.includes(reward.sku)) return undefined;
  if (!reward.free_value) return { reward };
  const limits = { amount: pins.amount ?? undefined, max_amount: pins.max_amount ?? undefined };
  const range = reward.range && limitRange(reward.range, limits);
  return range && { reward, range };
}

/** Why nothing of a promotion can be had, as clients are told. */
const REASONS = {
  status: "not_enabled",
  state: "not_ready",
  not_started: "not_started",
  ended: "ended",
} as const satisfies Record<Closed, PromotionReason>;

function requireAvailable({ closed, promotion }: CatalogEntry): void {
  if (!closed) return;
  const { start_datetime, end_datetime } = promotion;
  throw new ProblemError("promotion_unavailable", {
    promotion: { reason: REASONS[closed], start_datetime, end_datetime: end_datetime ?? undefined },
  });
}

/** @throws ProblemError promotion_unavailable */
export function offerOf(entry: CatalogEntry, pins: Pins): OfferedReward[] {
  requireAvailable(entry);
  return entry.rewards.flatMap((reward) => offered(reward, pins) ?? []);
}

/**
 * The offered reward of a SKU.
 * @throws ProblemError promotion_unavailable; reward_not_found when it is no part of the offer; reward_unavailable when
 *   it is, but cannot be had now
 */
export function findOffered(entry: CatalogEntry, pins: Pins, sku: string): OfferedReward {
  requireAvailable(entry);
  if (pins.skus && !pins.skus.includes(sku)) throw new ProblemError("reward_not_found");
  const reward = entry.rewards.find((each) => each.sku === sku);
  const found = reward && offered(reward, pins);
  if (found) return found;
  throw new ProblemError(reward || entry.unusable.has(sku) ? "reward_unavailable" : "reward_not_found");
}

/** @throws ProblemError out_of_stock or one of the amount codes */
export function checkOffered({ reward, range }: OfferedReward, amount: unknown): void {
  if (!reward.in_stock || reward.stock_quantity === 0) throw new ProblemError("out_of_stock");
  const refusal = refuseAmount(amount, { free_value: reward.free_value, range });
  if (refusal) throw new ProblemError(refusal);
}

/** The reward as a browser sees it. `imageUrl` makes an address on our own server of an upstream one. */
export function viewReward(
  { reward, range }: OfferedReward,
  imageUrl: (url: string) => string | null,
): Reward {
  return {
    sku: reward.sku,
    name: reward.name,
    in_stock: reward.in_stock && reward.stock_quantity !== 0,
    stock_quantity: reward.stock_quantity,
    free_value: reward.free_value,
    ...(range && { min_amount: String(range.min), max_amount: String(range.max) }),
    description: reward.description,
    logo_url: reward.logo_url === undefined ? null : imageUrl(reward.logo_url),
    catalog_card_url: reward.catalog_card_url === undefined ? null : imageUrl(reward.catalog_card_url),
  };
}
