/**
 * The effects of Book, Create, Create and redeem, Redeem, Activate, Cancel, Refund and the end user's click. The
 * transitions are in `states.ts`; the conditions and the effects are here.
 * Source: docs/proof/interface.md, "Redemption states", R1 to R9 and "Limits".
 */
import { issueCodes } from "./catalog/codes.ts";
import type { PromotionRecord } from "./catalog/promotions.ts";
import type { CatalogReward } from "./catalog/rewards.ts";
import { iso } from "./clock.ts";
import { requireAmount, requireReward, requireUsable, sameParameters } from "./conditions.ts";
import { invalid } from "./errors.ts";
import type { Settings } from "./options.ts";
import type { OrderRequest } from "./requests.ts";
import { FIRST, type State, step, type Trigger } from "./states.ts";
import { initialStock, inStock, type RedemptionRecord, type Stock, type Store } from "./store.ts";

/** Diverts a change into another state: a test uses it to make a redemption failed, denied, blocked, … */
export interface Divert {
  readonly state?: string;
  /** Existing codes are shown only this much later. */
  readonly hideCodesMs?: number;
  readonly debited?: boolean;
  /** Whether a code is made (and billed) all the same. */
  readonly codes?: boolean;
}

/** The effect of a call. `code` says that the call made the code, which is when billing happens. */
export interface Effect {
  readonly kind: "created" | "changed" | "existing";
  readonly redemptionId: string;
  readonly orderId: string;
  readonly state: string;
  readonly code: boolean;
  readonly at: number;
}

export interface Result {
  readonly record: RedemptionRecord;
  readonly effect: Effect;
}

type OrderTrigger = Extract<Trigger, "create" | "create_and_redeem" | "book">;
type ActionTrigger = Exclude<Trigger, OrderTrigger | "lapse">;

export interface Redemptions {
  /** Create, Create and redeem, Book: for a new order id or an existing one (R1-R5). */
  order(
    trigger: OrderTrigger,
    promotion: PromotionRecord,
    sku: string,
    request: OrderRequest,
    now: number,
    divert?: Divert,
  ): Result;
  /** Redeem, Activate, Cancel, Refund, and the end user's opening of the link (R1, R4, R6-R8). */
  act(
    trigger: ActionTrigger,
    record: RedemptionRecord,
    email: string | undefined,
    now: number,
    divert?: Divert,
  ): Result;
  /** Puts a redemption into any state, without checking rules. */
  force(record: RedemptionRecord, divert: Divert, now: number): Result;
  /** Restores a redemption from before a restart. A hold that ended meanwhile lapses. */
  resume(record: RedemptionRecord): void;
}

export function createRedemptions(store: Store, settings: Settings): Redemptions {
  const { random, schedule } = store;

  const stockOf = (reward: CatalogReward): Stock => {
    const stock = store.stock.get(reward.sku);
    if (!stock) throw new Error(`No stock for ${reward.sku}`);
    return stock;
  };

  /** Reserves a code if the reward is stock-managed ("a code is reserved when possible"). */
  function reserve(record: RedemptionRecord): void {
    const stock = stockOf(record.reward);
    if (record.reserved || record.codes || stock.quantity === null) return;
    if (stock.quantity < 1) throw outOfStock();
    stock.quantity -= 1;
    if (settings.refill && stock.quantity === 0) stock.quantity = initialStock(record.reward).quantity ?? 0;
    record.reserved = true;
  }

  function giveBack(record: RedemptionRecord): void {
    const stock = stockOf(record.reward);
    if (record.reserved && stock.quantity !== null) {
      // After a refill the code has a successor already.
      const full = settings.refill ? initialStock(record.reward).quantity : null;
      if (full === null || stock.quantity < full) stock.quantity += 1;
    }
    record.reserved = false;
  }

  /** Makes the code, once. */
  function issue(record: RedemptionRecord, now: number): void {
    if (record.codes) return;
    const stock = stockOf(record.reward);
    if (!record.reserved && !inStock(stock)) throw outOfStock();
    reserve(record);
    record.reserved = false;
    const allowPdf = store.promotions.get(record.promotionId)?.allowPdf === true;
    const site = settings.publicUrl();
    const documentUrl = allowPdf ? `${site}/documents/${record.documentKey}.pdf` : undefined;
    record.codes = issueCodes(record.reward, random, now, { site, documentUrl });
    record.debited = true;
  }

  /** Enters a state with all its effects. If the state is refused, nothing has changed. */
  function enter(record: RedemptionRecord, state: string, now: number): void {
    if (state === "redeemed") issue(record, now);
    if (state === "booked") reserve(record);
    if (state === "canceled" || state === "refunded") giveBack(record);
    keepPast(record, now);
    record.state = state;
    record.updatedAt = now;
    record.holdEndsAt = state === "booked" ? now + settings.holdMs : null;
    if (state === "redeemed") record.redeemedAt = now;
    if (state === "booked" && record.reward.debitOnHold) record.debited = true;
    if (state === "refunded") {
      record.refundedAt = now;
      record.debited = false;
    }
    if (record.holdEndsAt !== null) lapse(record, record.holdEndsAt);
  }

  /** Keeps the earlier record, which a lagging replica still shows. */
  function keepPast(record: RedemptionRecord, now: number): void {
    if (record.state === "none") return;
    record.past.push({ until: now, was: { ...record, past: [] } });
    if (record.past.length > PAST_KEPT) record.past.shift();
  }

  /** Lapses a hold when its time ends, unless it ended otherwise. */
  function lapse(record: RedemptionRecord, end: number): void {
    schedule.at(end, (now) => {
      // A hold that a test diverted to pending is still a hold.
      const from = record.state === "pending" ? "booked" : record.state;
      const to = record.holdEndsAt === end ? step(from, "lapse") : "same";
      if (to !== "same" && to !== "refused") enter(record, to, now);
    });
  }

  function remember(record: RedemptionRecord): void {
    store.redemptions.set(record.id, record);
    store.byOrderId.set(record.orderId, record);
  }

  /** Enters `state`, or the state that a test diverts to. Returns whether that made a code. */
  function move(record: RedemptionRecord, state: State, now: number, divert: Divert | undefined): boolean {
    const had = record.codes !== undefined;
    if (divert?.codes) issue(record, now);
    enter(record, divert?.state ?? state, now);
    if (state === "booked" && divert?.state === "pending") {
      record.holdEndsAt = now + settings.holdMs;
      lapse(record, record.holdEndsAt);
    }
    if (divert?.hideCodesMs !== undefined) {
      record.codesHidden = true;
      schedule.at(now + divert.hideCodesMs, () => {
        record.codesHidden = false;
      });
    }
    if (divert?.debited !== undefined) record.debited = divert.debited;
    return !had && record.codes !== undefined;
  }

  const result = (kind: Effect["kind"], record: RedemptionRecord, code: boolean, at: number): Result => ({
    record,
    effect: { kind, redemptionId: record.id, orderId: record.orderId, state: record.state, code, at },
  });

  function newRecord(
    promotion: PromotionRecord,
    reward: CatalogReward,
    amount: number,
    request: OrderRequest,
    now: number,
  ): RedemptionRecord {
    let id: string;
    do id = `${random.letters(5)}-${random.letters(5)}`;
    while (store.redemptions.has(id));
    return {
      id,
      sequence: store.redemptions.size + 1,
      orderId: request.orderId ?? `auto-${random.hex(16)}`,
      promotionId: promotion.id,
      reward,
      email: request.email,
      userId: 50_000 + random.int(900_000),
      amount,
      customization: request.customization,
      testing: promotion.testing ?? settings.testing,
      createdAt: now,
      flowKey: random.hex(32),
      documentKey: random.hex(32),
      state: "none",
      activatedAt: now,
      updatedAt: now,
      redeemedAt: null,
      refundedAt: null,
      holdEndsAt: null,
      reserved: false,
      debited: false,
      activated: false,
      codes: undefined,
      codesHidden: false,
      past: [],
    };
  }

  function notify(record: RedemptionRecord, promotion: PromotionRecord, now: number): void {
    if (!promotion.notifies || record.email === undefined) return;
    store.outbox.push({
      to: record.email,
      redemptionId: record.id,
      url: flowUrl(settings, record, true),
      at: now,
    });
  }

  return {
    order(trigger, promotion, sku, request, now, divert) {
      const existing = request.orderId === undefined ? undefined : store.byOrderId.get(request.orderId);
      if (existing) {
        if (!sameParameters(existing, promotion, sku, request)) throw invalid(null);
        const to = step(existing.state, trigger);
        if (to === "same" || to === "refused") return result("existing", existing, false, now);
        requireUsable(promotion, existing.reward, now);
        const code = move(existing, to, now, divert);
        if (existing.state === "pending") notify(existing, promotion, now);
        return result("changed", existing, code, now);
      }
      const reward = requireReward(store.catalog, promotion, sku, now);
      const amount = requireAmount(reward, request.amount);
      if (!inStock(stockOf(reward))) throw outOfStock();
      const record = newRecord(promotion, reward, amount, request, now);
      const code = move(record, FIRST[trigger], now, divert);
      remember(record);
      if (record.state === "pending") notify(record, promotion, now);
      return result("created", record, code, now);
    },

    act(trigger, record, email, now, divert) {
      if (email !== undefined && record.email !== undefined && email !== record.email) {
        throw invalid("user.email: differs from the redemption's");
      }
      const to = step(record.state, trigger, {
        debited: record.debited,
        activated: record.activated,
        held: record.holdEndsAt !== null,
        createdThisMonth: iso(record.createdAt).slice(0, 7) === iso(now).slice(0, 7),
      });
      if (to === "refused") throw invalid(`Not possible in state ${record.state}`);
      if (to === "same") return result("existing", record, false, now);
      if (to === "redeemed" || trigger === "activate") {
        const promotion = store.promotions.get(record.promotionId);
        if (promotion) requireUsable(promotion, record.reward, now);
      }
      const code = move(record, to, now, divert);
      record.email ??= email;
      if (trigger === "activate") {
        record.activated = true;
        record.activatedAt = now;
      }
      return result("changed", record, code, now);
    },

    force: (record, divert, now) => result("changed", record, move(record, "pending", now, divert), now),

    resume(record) {
      remember(record);
      if (record.holdEndsAt !== null) lapse(record, record.holdEndsAt);
    },
  };
}

/** How many earlier states of a redemption are kept: more than it passes through within a lag of seconds. */
const PAST_KEPT = 4;

const outOfStock = () => invalid("The reward is out of stock");

/** The address of the end user's flow. It has a key only where the interface says so (Activate, notifications). */
export function flowUrl(settings: Settings, record: RedemptionRecord, authenticated: boolean): string {
  const url = `${settings.publicUrl()}/flow/${record.id}`;
  return authenticated ? `${url}?key=${record.flowKey}` : url;
}
