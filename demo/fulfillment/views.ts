/** Records as the API sends them. Source: docs/proof/interface.md, "Fields". */
import { SERIES_MARK } from "./catalog/brands.ts";
import { rewardCodes } from "./catalog/codes.ts";
import type { PromotionRecord } from "./catalog/promotions.ts";
import type { CatalogReward } from "./catalog/rewards.ts";
import { iso } from "./clock.ts";
import { offerOf } from "./conditions.ts";
import type { Settings } from "./options.ts";
import { flowUrl } from "./redemptions.ts";
import type { Promotion, Redemption, Reward } from "./resources.ts";
import { inStock, type RedemptionRecord, type Stock, type Store } from "./store.ts";

export function promotionView(record: PromotionRecord, { catalog }: Store): Promotion {
  return {
    id: record.id,
    ui_id: `promo-${record.id}`,
    locale: record.locale,
    name: record.name,
    start_datetime: iso(record.startsAt),
    end_datetime: record.endsAt === null ? null : iso(record.endsAt),
    client: { ...record.client },
    status: record.status,
    state: record.state,
    allow_pdf: record.allowPdf,
    rewards: record.offers.map(({ sku, status, state }) => ({
      sku,
      name: catalog.get(sku)?.name ?? sku,
      variable_value: typeof catalog.get(sku)?.worth === "object",
      state,
      status,
    })),
    fraud_level: "low",
    redeem_frequency: "unlimited",
    authentication_systems: [],
    secured_order_ids: false,
  };
}

interface RewardViewOptions {
  readonly settings: Settings;
  readonly stock: Stock;
  readonly now: number;
  /** The request had `client_id` (R10). */
  readonly withCost: boolean;
  /** Only Get a reward shows instructions (R10). */
  readonly withInstructions: boolean;
}

export function rewardView(reward: CatalogReward, options: RewardViewOptions): Reward {
  const { settings, stock, now, withCost, withInstructions } = options;
  const { worth, texts } = reward;
  const assets = `${settings.publicUrl()}/assets`;
  const price = typeof worth === "number" ? worth : worth.min;
  return {
    sku: reward.sku,
    in_stock: inStock(stock),
    stock_quantity: stock.quantity,
    free_value: typeof worth !== "number",
    ...(typeof worth === "number"
      ? {}
      : { dimensions: { available_denominations_range: `${worth.min}..${worth.max}` } }),
    ...(withCost ? { cost: Math.round(price * (100 - reward.discountPercent)) / 100 } : {}),
    ...(reward.stock === null ? {} : { expiration_date: `${new Date(now).getUTCFullYear() + 1}-12-31` }),
    ...(withInstructions
      ? { how_to_use_instructions: texts.howToUse, important_instructions: texts.important }
      : {}),
    description: texts.description,
    terms_and_conditions: texts.terms,
    logo_url: `${assets}/logos/${reward.brand.key}${reward.series ? SERIES_MARK + reward.series : ""}.svg`,
    catalog_card_url: `${assets}/cards/${reward.sku}.svg`,
  };
}

const FLOW_CHANNELS = ["email"];

export function redemptionView(record: RedemptionRecord, store: Store, settings: Settings): Redemption {
  const promotion = store.promotions.get(record.promotionId);
  if (!promotion) throw new Error(`No promotion ${record.promotionId}`);
  const offer = offerOf(promotion, record.reward.sku);
  return {
    id: record.id,
    url: flowUrl(settings, record, record.activated || promotion.notifies),
    state: record.state,
    order_id: record.orderId,
    testing: record.testing,
    activation_datetime: iso(record.activatedAt),
    redeemed_datetime: record.redeemedAt === null ? null : iso(record.redeemedAt),
    refunded_datetime: record.refundedAt === null ? null : iso(record.refundedAt),
    updated_datetime: iso(record.updatedAt),
    client: { id: promotion.client.id },
    promotion: { id: promotion.id, status: promotion.status, state: promotion.state },
    authentication_systems: [],
    notification_channels: promotion.notifies ? FLOW_CHANNELS : null,
    activation_notification_channels: null,
    reward: {
      sku: record.reward.sku,
      status: offer?.status ?? "disabled",
      state: offer?.state ?? "invalid_reward",
    },
    value: { amount: record.amount, currency: record.reward.currency },
    user: { id: record.userId },
    reward_format: record.reward.format,
    ...codesOf(record),
    debited: record.debited,
  };
}

const CODELESS = ["pending", "booked", "refunded"];

/** Codes are shown once they exist, but never while pending or booked, nor after a refund. */
function codesOf(record: RedemptionRecord): Pick<Redemption, "reward_codes"> {
  if (record.codesHidden) return { reward_codes: { codes: [], expiration_datetime: null } };
  if (record.codes && !CODELESS.includes(record.state)) return { reward_codes: rewardCodes(record.codes) };
  return record.state === "booked" ? { reward_codes: { codes: [], expiration_datetime: null } } : {};
}
