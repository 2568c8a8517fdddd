/** The service's memory: promotions, stock, redemptions, mails. It contains no rules; those are in `redemptions.ts`. */
import type { IssuedCodes } from "./catalog/codes.ts";
import { type PromotionPlan, planId, planned } from "./catalog/plan.ts";
import { type PromotionRecord, seedPromotions } from "./catalog/promotions.ts";
import { CATALOG, type CatalogReward } from "./catalog/rewards.ts";
import { FOREIGN_REDEMPTION, foreignRedemption } from "./other-client.ts";
import { createRandom, type Random } from "./random.ts";
import { createSchedule, type Schedule } from "./schedule.ts";

export interface Customization {
  readonly message?: string;
  readonly senderName?: string;
}

export interface RedemptionRecord {
  readonly id: string;
  /** Counts from 1 in order of creation. */
  readonly sequence: number;
  readonly orderId: string;
  readonly promotionId: number;
  readonly reward: CatalogReward;
  email: string | undefined;
  readonly userId: number;
  readonly amount: number;
  readonly customization: Customization;
  /** The setting of its promotion or the service at its creation. */
  readonly testing: boolean;
  readonly createdAt: number;
  /** The key in a flow link, which proves that the holder may open it. */
  readonly flowKey: string;
  readonly documentKey: string;
  /** One of the interface's states, or any forced one. */
  state: string;
  activatedAt: number;
  updatedAt: number;
  redeemedAt: number | null;
  refundedAt: number | null;
  holdEndsAt: number | null;
  /** Whether a code is reserved for it. */
  reserved: boolean;
  debited: boolean;
  activated: boolean;
  /** Present once a code exists, which is when it is billed (What the service does, 8). */
  codes: IssuedCodes | undefined;
  /** The codes exist and are billed, but are not shown yet. */
  codesHidden: boolean;
  /** Earlier versions of the record, oldest first: the last few, and not after a restart. */
  readonly past: { readonly until: number; readonly was: RedemptionRecord }[];
}

export interface Stock {
  /** The codes that are neither issued nor reserved; `null` means budget-managed. */
  quantity: number | null;
  /** For budget-managed rewards: whether budget remains. */
  budgetLeft: boolean;
}

export interface Mail {
  readonly to: string;
  readonly redemptionId: string;
  readonly url: string;
  readonly at: number;
}

export interface Store {
  /** The start time, which the dates of the seeded promotions are relative to. */
  readonly startedAt: number;
  /** Replaced when a promotion is set up, never changed. */
  promotions: ReadonlyMap<number, PromotionRecord>;
  /** Every reward that there is, by SKU. */
  readonly catalog: Map<string, CatalogReward>;
  readonly stock: Map<string, Stock>;
  /** The plans of promotions that were set up since, oldest first. */
  plans: readonly PromotionPlan[];
  readonly redemptions: Map<string, RedemptionRecord>;
  /** Redemptions of other clients: they exist, and are refused. */
  readonly foreign: ReadonlyMap<string, RedemptionRecord>;
  readonly byOrderId: Map<string, RedemptionRecord>;
  readonly outbox: Mail[];
  readonly random: Random;
  readonly schedule: Schedule;
}

/** A reward's stock at the start. */
export const initialStock = (reward: CatalogReward): Stock => ({
  quantity: reward.stock,
  budgetLeft: !reward.budgetUsedUp,
});

export function createStore(seed: string | number, now: number): Store {
  return {
    startedAt: now,
    promotions: new Map(seedPromotions(now).map((promotion) => [promotion.id, promotion])),
    catalog: new Map(CATALOG),
    stock: new Map([...CATALOG.values()].map((reward) => [reward.sku, initialStock(reward)])),
    plans: [],
    redemptions: new Map(),
    foreign: new Map([[FOREIGN_REDEMPTION, foreignRedemption(now)]]),
    byOrderId: new Map(),
    outbox: [],
    random: createRandom(seed),
    schedule: createSchedule(),
  };
}

/** A visitor who tries things sets up one promotion after the other; of the oldest, those without a redemption go. */
export const MOST_PLANS = 200;

/** Sets the promotion up, unless it is there. @returns its id */
export function setUp(store: Store, plan: PromotionPlan): number {
  const id = planId(plan);
  if (store.promotions.has(id)) return id;
  const { promotion, rewards } = planned(plan, store.startedAt);
  const promotions = new Map(store.promotions).set(id, promotion);
  for (const reward of rewards) {
    store.catalog.set(reward.sku, reward);
    store.stock.set(reward.sku, initialStock(reward));
  }
  store.plans = [...store.plans, plan];
  store.promotions = promotions;
  return id;
}

/** Forgets the oldest plans that nobody uses. Not at a restart, when the redemptions are still to come. */
export function forgetUnused(store: Store): void {
  const promotions = new Map(store.promotions);
  const used = new Set([...store.redemptions.values()].map(({ promotionId }) => promotionId));
  const unused = store.plans.slice(0, -MOST_PLANS).filter((each) => !used.has(planId(each)));
  for (const each of unused) {
    for (const { sku } of promotions.get(planId(each))?.offers ?? []) {
      store.catalog.delete(sku);
      store.stock.delete(sku);
    }
    promotions.delete(planId(each));
  }
  if (unused.length === 0) return;
  store.plans = store.plans.filter((each) => !unused.includes(each));
  store.promotions = promotions;
}

/** Whether another code of this reward is available. Source: docs/proof/interface.md, "Fields" (stock). */
export const inStock = (stock: Stock): boolean =>
  stock.quantity === null ? stock.budgetLeft : stock.quantity > 0;
