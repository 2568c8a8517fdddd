/**
 * Joins a promotion with the catalog records: which rewards are available, and why the others are not. Pure.
 * Source: docs/proof/interface.md, "Promotions and rewards" and "Fields"; openapi.json, GET /v1/catalog.
 */
import type { AmountRange } from "../../shared/amounts.ts";
import type { Promotion, PromotionReward, RewardRecord } from "../fulfillment/schemas.ts";
import { type Closed, unusableBecause } from "../fulfillment/usable.ts";
import { toBase64Url } from "../tools/bytes.ts";
import { sha256 } from "../tools/digests.ts";
import { brandNames } from "./brand-name.ts";

/** The known value of a SKU with a fixed value, from a redemption. Source: docs/proof/interface.md, "Fields". */
export interface KnownValue {
  /** Currency units, not necessarily whole. */
  readonly amount: number;
  readonly currency?: string;
}

/** 48 bits: two of some thousand logos collide in about one of ten million catalogs. */
const BRAND_CHARS = 8;

/**
 * A short key for the brand of this logo, the same on every instance and after every read: the interface's records name no brand.
 * Source: docs/proof/interface.md, "Fields".
 */
export const brandOf = (logoUrl: string): string => toBase64Url(sha256(logoUrl)).slice(0, BRAND_CHARS);

/** A usable reward: status `enabled`, state `ready` or `no_allocation`, and a range if its value is free. */
export interface CatalogReward {
  readonly sku: string;
  readonly name: string;
  readonly in_stock: boolean;
  /** Null: managed by budget, not by stock. */
  readonly stock_quantity: number | null;
  readonly free_value: boolean;
  /** Always there for free-value rewards. Whole currency units. */
  readonly range?: AmountRange;
  /** A fixed value that a redemption has shown: the catalog records lack it. */
  readonly value?: KnownValue;
  /** Equal for rewards of one brand. */
  readonly brand?: string;
  /** See brand-name.ts. */
  readonly brand_name?: string;
  readonly description: string;
  /** The service's addresses; browsers get addresses on our own server. */
  readonly logo_url?: string;
  readonly catalog_card_url?: string;
}

/** Why a reward of the promotion is unavailable: its status, its state, or a free value without a readable range. */
export type Unusable = "status" | "state" | "range";

export interface CatalogEntry {
  readonly promotion: Omit<Promotion, "rewards">;
  readonly available: boolean;
  /** Set when not available. */
  readonly closed?: Closed;
  /** Usable rewards in the promotion's order, also while it is not available. */
  readonly rewards: readonly CatalogReward[];
  /** The promotion's other SKUs. */
  readonly unusable: ReadonlyMap<string, Unusable>;
  /** Changes with the content and only with it; fit for an ETag. */
  readonly version: string;
}

/**
 * Joins a promotion with the catalog records of its SKUs; a missing record hides nothing.
 * @param values the known values of fixed-value rewards, by SKU
 */
export function makeEntry(
  promotion: Promotion,
  records: ReadonlyMap<string, RewardRecord>,
  closed: Closed | undefined,
  values: ReadonlyMap<string, KnownValue>,
): CatalogEntry {
  const usable: CatalogReward[] = [];
  const unusable = new Map<string, Unusable>();
  const seen = new Set<string>();
  for (const each of promotion.rewards) {
    if (seen.has(each.sku)) continue;
    seen.add(each.sku);
    const reward = makeReward(each, records.get(each.sku), values.get(each.sku));
    const reason = unusableBecause(each) ?? (reward.free_value && !reward.range ? "range" : undefined);
    if (reason) unusable.set(each.sku, reason);
    else usable.push(reward);
  }
  const called = brandNames(usable);
  const rewards = usable.map((reward) => {
    const brand_name = called.get(reward);
    return brand_name === undefined ? reward : Object.freeze({ ...reward, brand_name });
  });
  const { id, name, locale, status, state, start_datetime, end_datetime } = promotion;
  const own = { id, name, locale, status, state, start_datetime, end_datetime };
  const content = { promotion: own, available: closed === undefined, closed, rewards };
  const version = toBase64Url(sha256(JSON.stringify([content, [...unusable]])));
  return Object.freeze({ ...content, rewards: Object.freeze(rewards), unusable, version });
}

function makeReward(
  { sku, name, variable_value }: PromotionReward,
  record: RewardRecord | undefined,
  value: KnownValue | undefined,
): CatalogReward {
  const free_value = variable_value || record?.free_value === true || sku.endsWith("-VAR");
  return Object.freeze({
    sku,
    name,
    in_stock: record?.in_stock ?? true,
    stock_quantity: record?.stock_quantity ?? null,
    free_value,
    ...(free_value && record?.range && { range: record.range }),
    ...(!free_value && value && { value: Object.freeze(value) }),
    ...(record?.logo_url && { brand: brandOf(record.logo_url) }),
    description: record?.description ?? "",
    ...(record?.logo_url && { logo_url: record.logo_url }),
    ...(record?.catalog_card_url && { catalog_card_url: record.catalog_card_url }),
  });
}
