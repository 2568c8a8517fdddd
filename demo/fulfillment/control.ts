/**
 * The control of the service for tests and the demo: faults, stock, states, clock, and the records of calls and codes.
 */
import type { Call } from "./calls.ts";
import type { PromotionPlan } from "./catalog/plan.ts";
import type { PromotionRecord } from "./catalog/promotions.ts";
import { offerOf } from "./conditions.ts";
import { notFound } from "./errors.ts";
import type { Fault, Faults } from "./faults.ts";
import { type Divert, flowUrl } from "./redemptions.ts";
import { type CallListener, keep, resetService, type Service, settle } from "./service.ts";
import {
  type CodeRecord,
  type Counts,
  codeRecords,
  type Message,
  messages,
  type PromotionStanding,
  promotionStandings,
  type RewardStanding,
  rewardStandings,
} from "./standings.ts";
import { forgetUnused, type RedemptionRecord, setUp } from "./store.ts";

export interface StockChange {
  /** For stock-managed rewards; `null` makes the reward budget-managed. */
  readonly quantity?: number | null;
  /** For budget-managed rewards: whether budget remains. */
  readonly in_stock?: boolean;
  /** Codes that are reserved for holds are lost, too. */
  readonly drop_reservations?: boolean;
}

export interface PromotionChange {
  readonly status?: string;
  readonly state?: string;
  readonly start_datetime?: string;
  readonly end_datetime?: string | null;
  /** `testing` of redemptions made from now on. */
  readonly testing?: boolean;
}

export interface Control {
  /** Every call received, oldest first. */
  readonly calls: readonly Call[];
  /** The service's time. */
  now(): number;
  /** How far that is from the machine's, ms. */
  offset(): number;
  /** Moves the service's clock ahead, and runs the effects that are due. */
  advance(ms: number): void;
  setNow(epochMs: number): void;
  /** Injects a fault. Returns the number that clears it. */
  fault(fault: Fault): number;
  faults(): ReturnType<Faults["list"]>;
  clearFaults(id?: number): void;
  /** Called when a call has arrived, before its effect. Returns the function that removes the listener. */
  onCall(listener: CallListener): () => void;
  /** Every created code: the billing record. */
  codes(): CodeRecord[];
  redemptions(): RedemptionRecord[];
  redemption(id: string): RedemptionRecord | undefined;
  /** The end user's link with its key, whether or not it was already sent. */
  flowLink(redemptionId: string): string;
  /** The mails of the notifying promotions, oldest first. */
  outbox(): readonly Message[];
  /** All promotions with their status, including those of other clients. */
  promotions(): PromotionStanding[];
  /** All rewards with their stock and their status in each promotion. */
  rewards(): RewardStanding[];
  counts(): Counts;
  /** `paused`, `disabled`, …; in one promotion, or in all that offer the SKU. */
  setRewardStatus(sku: string, change: { status?: string; state?: string }, promotionId?: number): void;
  setStock(sku: string, change: number | null | StockChange): void;
  setPromotion(id: number, change: PromotionChange): void;
  /** A client sets up a promotion; the same plan again is the same promotion. @returns its id */
  setUpPromotion(plan: PromotionPlan): number;
  /** Ends a promotion now. */
  endPromotion(id: number): void;
  /** Makes every token issued so far invalid. Returns how many were valid. */
  revokeTokens(): number;
  /** Puts a redemption into a state, which the interface need not know. */
  forceState(redemptionId: string, state: string, more?: Omit<Divert, "state">): void;
  /** The end user opens the activation link. */
  openLink(redemptionId: string): void;
  /** Resets everything, including the clock and the ids. */
  reset(): void;
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what);
  return value;
}

export function createControl(service: Service): Control {
  /** A change by the control is saved like a change by a call. */
  const keeping =
    <A extends unknown[]>(act: (...given: A) => void) =>
    (...given: A): void => {
      act(...given);
      keep(service);
    };
  const records = (): RedemptionRecord[] => {
    settle(service);
    return [...service.store.redemptions.values()];
  };
  const recordOf = (id: string) => {
    settle(service);
    return known(service.store.redemptions.get(id), `Redemption ${id}`);
  };
  const promotionOf = (id: number): PromotionRecord =>
    known(service.store.promotions.get(id), `Promotion ${id}`);

  return {
    get calls() {
      settle(service);
      return service.calls;
    },
    now: () => service.clock.now(),
    offset: () => service.clock.offset,
    advance: keeping((ms) => {
      service.clock.advance(ms);
      settle(service);
    }),
    setNow: keeping((epochMs) => {
      service.clock.set(epochMs);
      settle(service);
    }),
    fault: (fault) => service.faults.add(fault),
    faults: () => service.faults.list(),
    clearFaults: (id) => service.faults.clear(id),
    onCall(listener) {
      service.listeners.add(listener);
      return () => service.listeners.delete(listener);
    },
    codes: () => codeRecords(records()),
    redemptions: records,
    redemption(id) {
      settle(service);
      return service.store.redemptions.get(id);
    },
    flowLink: (redemptionId) => flowUrl(service.settings, recordOf(redemptionId), true),
    outbox() {
      settle(service);
      return messages(service);
    },
    promotions() {
      settle(service);
      return promotionStandings(service);
    },
    rewards() {
      settle(service);
      return rewardStandings(service);
    },
    counts() {
      const all = records();
      return {
        redemptions: all.length,
        codes: all.filter(({ codes }) => codes !== undefined).length,
        calls: service.calls.length,
        mails: service.store.outbox.length,
        faults: service.faults.list().length,
      };
    },
    setRewardStatus: keeping((sku, change, promotionId) => {
      settle(service);
      const promotions =
        promotionId === undefined ? [...service.store.promotions.values()] : [promotionOf(promotionId)];
      const offers = promotions.flatMap((promotion) => offerOf(promotion, sku) ?? []);
      known(offers[0], `Reward ${sku}`);
      for (const offer of offers) Object.assign(offer, change);
    }),
    setStock: keeping((sku, change) => {
      settle(service);
      const stock = known(service.store.stock.get(sku), `Reward ${sku}`);
      const { quantity, in_stock, drop_reservations }: StockChange =
        typeof change === "object" && change !== null ? change : { quantity: change };
      if (quantity !== undefined) stock.quantity = quantity;
      if (in_stock !== undefined) stock.budgetLeft = in_stock;
      if (!drop_reservations) return;
      for (const record of service.store.redemptions.values()) {
        if (record.reward.sku === sku) record.reserved = false;
      }
    }),
    setPromotion: keeping((id, { status, state, start_datetime, end_datetime, testing }) => {
      settle(service);
      const promotion = promotionOf(id);
      promotion.status = status ?? promotion.status;
      promotion.state = state ?? promotion.state;
      promotion.testing = testing ?? promotion.testing;
      if (start_datetime !== undefined) promotion.startsAt = Date.parse(start_datetime);
      if (end_datetime !== undefined)
        promotion.endsAt = end_datetime === null ? null : Date.parse(end_datetime);
    }),
    setUpPromotion(plan) {
      const id = setUp(service.store, plan);
      forgetUnused(service.store);
      keep(service);
      return id;
    },
    endPromotion: keeping((id) => {
      promotionOf(id).endsAt = settle(service);
    }),
    revokeTokens: () => service.auth.revokeAll(service.clock.now()),
    forceState: keeping((redemptionId, state, more = {}) => {
      service.redemptions.force(recordOf(redemptionId), { ...more, state }, service.clock.now());
    }),
    openLink: keeping((redemptionId) => {
      service.redemptions.act("open", recordOf(redemptionId), undefined, service.clock.now());
    }),
    reset: keeping(() => resetService(service)),
  };
}
