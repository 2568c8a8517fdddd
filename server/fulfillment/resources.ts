/**
 * Every resource of the interface with all its fields, read as tolerantly as in schemas.ts: a member that is null, absent or of
 * another type is undefined, and a value outside of an enumeration stays a string. The required members are the same as in
 * schemas.ts, so a caller of the narrow type can be given the full one.
 * Source: interface, Resources and their fields.
 */
import { z } from "zod";
import { absent, amount, id, inner, maybeId, text } from "./leaves.ts";
import {
  type Promotion,
  type PromotionReward,
  type Read,
  type Redemption,
  type RewardRecord,
  readList,
  readPromotion,
  readPromotionReward,
  readRedemption,
  readRewardRecord,
} from "./schemas.ts";

export interface Account {
  readonly id: string;
  readonly login?: string | null;
  readonly name?: string;
  readonly email?: string;
  readonly phone_number?: string;
  readonly roles?: readonly string[];
  readonly locale?: string;
  readonly timezone?: string;
  readonly access_type?: string;
}

interface PromotionExtras {
  readonly ui_id?: string | null;
  readonly client?: { readonly id?: string; readonly name?: string };
  /** True: reward codes include a link to a PDF. */
  readonly allow_pdf?: boolean;
  readonly fraud_level?: string;
  readonly redeem_frequency?: string;
  readonly authentication_systems?: readonly string[];
  readonly secured_order_ids?: boolean;
}

export interface FullPromotion extends Promotion, PromotionExtras {}

/** A promotion in a list: the interface does not show whether lists have the rewards. */
export interface ListedPromotion extends Omit<FullPromotion, "rewards"> {
  /** Absent if the list lacks them: Get a promotion has them. */
  readonly rewards?: readonly PromotionReward[];
}

export interface FullReward extends RewardRecord {
  /** Purchase cost after the discount; only if the client was given (R10). */
  readonly cost?: number;
  /** Only for rewards with inventory at the service. */
  readonly expiration_date?: string;
}

/** Dates are ISO 8601, as the service wrote them. */
export interface FullRedemption extends Redemption {
  readonly activation_datetime?: string;
  readonly redeemed_datetime?: string | null;
  readonly refunded_datetime?: string | null;
  readonly updated_datetime?: string;
  readonly client?: { readonly id?: string };
  readonly promotion?: { readonly id?: string; readonly status?: string; readonly state?: string };
  readonly authentication_systems?: readonly string[];
  readonly notification_channels?: readonly string[] | null;
  readonly activation_notification_channels?: readonly string[] | null;
  readonly reward?: { readonly sku?: string; readonly status?: string; readonly state?: string };
  readonly user?: { readonly id?: string };
}

/** Applies to one SKU; several may share a brand. */
export interface Discount {
  readonly id: string;
  readonly sku: string;
  readonly label?: string;
  readonly discount?: number;
  readonly brand_sku?: string;
  readonly brand_name?: string;
}

/** The interface shows only that `balance` and `budget_alerts` exist: not even an id is certain. */
export interface Client {
  readonly id?: string;
  readonly name?: string;
  /** The remaining budget of the advertiser. */
  readonly balance?: { readonly amount: number; readonly currency?: string };
  /** Numeric thresholds are numbers; other values stay unchanged. */
  readonly budget_alerts?: readonly unknown[];
}

/** Null: the provider does not say. */
export interface CardBalance {
  readonly card_balance: number | null;
  readonly card_currency: string | null;
}

/* ── Leaves that only these have ────────────────────────────────────────────────────────────────────────────────── */

const maybeText = z.string().nullable().optional().catch(absent);
const maybeAmount = amount.optional().catch(absent);
const flag = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")])
  .optional()
  .catch(absent);
const strings = z
  .array(z.unknown())
  .transform((items) => items.filter((item) => typeof item === "string"))
  .optional()
  .catch(absent);
const maybeStrings = z.union([z.null(), strings]).optional().catch(absent);
const standing = { status: text, state: text };
/** Unlike other amounts, a balance may be negative. */
const signed = z.union([
  z.number().refine(Number.isFinite),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
]);

/* ── Resources ──────────────────────────────────────────────────────────────────────────────────────────────────── */

const account = z.object({
  id,
  login: maybeText,
  name: text,
  email: text,
  phone_number: text,
  roles: strings,
  locale: text,
  timezone: text,
  access_type: text,
});

const promotionExtras = z.object({
  ui_id: z.union([z.null(), id]).optional().catch(absent),
  client: inner({ id: maybeId, name: text }),
  allow_pdf: flag,
  fraud_level: text,
  redeem_frequency: text,
  authentication_systems: strings,
  secured_order_ids: flag,
});

const rewardExtras = z.object({ cost: maybeAmount, expiration_date: text });

const redemptionExtras = z.object({
  activation_datetime: text,
  redeemed_datetime: maybeText,
  refunded_datetime: maybeText,
  updated_datetime: text,
  client: inner({ id: maybeId }),
  promotion: inner({ id: maybeId, ...standing }),
  authentication_systems: strings,
  notification_channels: maybeStrings,
  activation_notification_channels: maybeStrings,
  reward: inner({ sku: maybeId, ...standing }),
  user: inner({ id: maybeId }),
});

const discount = z.object({
  id,
  sku: id,
  label: text,
  discount: maybeAmount,
  brand_sku: maybeId,
  brand_name: text,
});

/** A number, or an object with a number and its currency. */
const balance = z
  .union([signed.transform((value) => ({ amount: value })), z.object({ amount: signed, currency: text })])
  .optional()
  .catch(absent);

const client = z.object({
  id: maybeId,
  name: text,
  balance,
  budget_alerts: z
    .array(z.unknown())
    .transform((alerts) => alerts.map((alert) => signed.safeParse(alert).data ?? alert))
    .optional()
    .catch(absent),
});

const cardBalance = z.object({
  card_balance: signed.nullable().catch(null),
  card_currency: z.string().nullable().catch(null),
});

/** The narrow reading plus the other fields; undefined if the narrow reading is. */
const withExtras =
  <T, E>(narrow: Read<T>, extras: z.ZodType<E>): Read<T & E> =>
  (data) => {
    const own = narrow(data);
    return own && { ...own, ...extras.parse(data) };
  };

export const readAccount: Read<Account> = (data) => account.safeParse(data).data;

export const readFullPromotion: Read<FullPromotion> = withExtras(readPromotion, promotionExtras);

export const readListedPromotion: Read<ListedPromotion> = (data) => {
  const listed = z
    .looseObject({ rewards: z.array(z.unknown()).optional().catch(absent) })
    .safeParse(data).data;
  const found = listed && readFullPromotion({ ...listed, rewards: [] });
  return (
    found && { ...found, rewards: listed.rewards && readList(listed.rewards, readPromotionReward).items }
  );
};

export const readFullReward: Read<FullReward> = withExtras(readRewardRecord, rewardExtras);

export const readFullRedemption: Read<FullRedemption> = withExtras(readRedemption, redemptionExtras);

export const readDiscount: Read<Discount> = (data) => discount.safeParse(data).data;

export const readClient: Read<Client> = (data) => client.safeParse(data).data;

export const readCardBalance: Read<CardBalance> = (data) => cardBalance.safeParse(data).data;
