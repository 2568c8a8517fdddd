/**
 * The rewards that a session may choose: the usable rewards of its promotion within its site's limits. Pure.
 * Source: openapi.json, GET /v1/catalog; docs/server/routes.md, "Limits of the choice"; docs/proof/rules.md, rule 12.
 */
import { refuseAmount } from "../../shared/amount-refusal.ts";
import { type AmountRange, limitRange } from "../../shared/amounts.ts";
import type { PromotionReason, Reward } from "../../shared/wire.ts";
import type { Closed } from "../fulfillment/usable.ts";
import { ProblemError } from "../problems/problem.ts";
import { amountDetail, unknownValueDetail } from "../problems/problem-details.ts";
import { refuseValue } from "../redemption/value-limit.ts";
import type { Limits } from "../rows/order.ts";
import type { CatalogEntry, CatalogReward, Unusable } from "./catalog.ts";

/** A reward as offered, with its range already cut to the session's limits. */
export interface OfferedReward {
  readonly reward: CatalogReward;
  readonly range?: AmountRange;
}

/** What limits an order's choice, and the currency of the session's limits, if it names one. */
export interface Limited extends Limits {
  readonly currency: string | null;
}

/**
 * Whether a fixed value would have to be compared with `max_amount` but is unknown. With `notify` there is no Book before the mail
 * is sent, so no answer would show the value in time.
 */
const isUncapped = ({ delivery, max_amount }: Limited, { free_value, value }: CatalogReward): boolean =>
  delivery === "notify" && max_amount !== null && !free_value && value === undefined;

/** Why the known value of a fixed-value reward keeps it from the session; undefined if it does not, or the value is unknown. */
const refuseKnown = (limits: Limited, { free_value, value }: CatalogReward): ProblemError | undefined =>
  free_value || value === undefined
    ? undefined
    : refuseValue(limits, { amount: null, value, currency: limits.currency });

/** Prepares a session's limits once, to check many rewards against them. */
function offerWithin(pins: Limited): (reward: CatalogReward) => OfferedReward | undefined {
  const skus = pins.skus && new Set(pins.skus);
  return (reward) => {
    if (skus && !skus.has(reward.sku)) return undefined;
    if (!reward.free_value)
      return isUncapped(pins, reward) || refuseKnown(pins, reward) ? undefined : { reward };
    const range = reward.range && limitRange(reward.range, pins);
    return range && { reward, range };
  };
}

/** Why a promotion is closed, as reported to clients. */
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

/**
 * Which rewards a session's limits leave. The order's `amount_limits`, not the catalog, has the cut range of a reward, so that many
 * sessions share one catalog.
 * @throws ProblemError promotion_unavailable
 */
export function shownOf(entry: CatalogEntry, pins: Limited): (reward: CatalogReward) => boolean {
  requireAvailable(entry);
  let offered: ReturnType<typeof offerWithin> | undefined;
  return (reward) => {
    offered ??= offerWithin(pins);
    return offered(reward) !== undefined;
  };
}

const UNUSABLE: Readonly<Record<Unusable, string>> = {
  status: "is switched off at the moment",
  state: "is not set up so that it could be had",
  range: "does not say which amounts it takes",
};

const notOffered = (sku: string) => ({
  detail: `${sku} is not among the rewards that this order may choose. Read the catalog again.`,
});

/** Why a free-value reward leaves this session nothing. */
function withoutRange({ sku, range }: CatalogReward, { amount, max_amount }: Limited): string {
  if (amount === null && max_amount === null)
    return `${sku} has a free value, and this session says neither amount nor max_amount. Choose another one.`;
  const given = amount === null ? `at most ${max_amount}` : amount;
  return `${sku} takes amounts from ${range?.min} to ${range?.max}, and this session allows ${given}. Choose another one.`;
}

/**
 * The offered reward of a SKU.
 * @throws ProblemError promotion_unavailable; reward_not_found if it is not part of the offer; reward_unavailable if it is, but not
 *   now; amount_out_of_range if its known value is not within the session's limit, or if its value is unknown and would not show before
 *   a mail is sent
 */
export function findOffered(entry: CatalogEntry, pins: Limited, sku: string): OfferedReward {
  requireAvailable(entry);
  if (pins.skus && !pins.skus.includes(sku)) throw new ProblemError("reward_not_found", notOffered(sku));
  const reward = entry.rewards.find((each) => each.sku === sku);
  const found = reward && offerWithin(pins)(reward);
  if (found) return found;
  const refused = reward && refuseKnown(pins, reward);
  if (refused) throw refused;
  if (reward && isUncapped(pins, reward))
    throw new ProblemError("amount_out_of_range", {
      detail: unknownValueDetail(sku, pins.max_amount ?? ""),
    });
  if (reward) throw new ProblemError("reward_unavailable", { detail: withoutRange(reward, pins) });
  const unusable = entry.unusable.get(sku);
  if (unusable === undefined) throw new ProblemError("reward_not_found", notOffered(sku));
  throw new ProblemError("reward_unavailable", {
    detail: `${sku} ${UNUSABLE[unusable]}. Choose another one.`,
  });
}

/** @throws ProblemError out_of_stock or one of the amount codes */
export function checkOffered({ reward, range }: OfferedReward, amount: unknown): void {
  if (!reward.in_stock || reward.stock_quantity === 0) {
    throw new ProblemError("out_of_stock", {
      detail: `All codes of ${reward.sku} are gone at the moment. Choose another one.`,
    });
  }
  const refusal = refuseAmount(amount, { free_value: reward.free_value, range });
  if (refusal) throw new ProblemError(refusal, { detail: amountDetail(refusal, amount, range) });
}

/**
 * The browser's view of a reward, independent of the session's limits. `imageUrl` converts an upstream address to one on our own
 * server.
 */
export function viewReward(reward: CatalogReward, imageUrl: (url: string) => string | null): Reward {
  const { range, value } = reward;
  return {
    sku: reward.sku,
    name: reward.name,
    in_stock: reward.in_stock && reward.stock_quantity !== 0,
    stock_quantity: reward.stock_quantity,
    free_value: reward.free_value,
    ...(range && { min_amount: String(range.min), max_amount: String(range.max) }),
    ...(value && { value }),
    ...(reward.brand !== undefined && { brand: reward.brand }),
    ...(reward.brand_name !== undefined && { brand_name: reward.brand_name }),
    description: reward.description,
    logo_url: reward.logo_url === undefined ? null : imageUrl(reward.logo_url),
    catalog_card_url: reward.catalog_card_url === undefined ? null : imageUrl(reward.catalog_card_url),
  };
}
