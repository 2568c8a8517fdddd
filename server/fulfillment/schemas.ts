/**
 * The service's resources as they arrive, read into our own types. Tolerant on purpose: unknown members are ignored, unknown states
 * stay strings, ids may be numbers, and a member that is null, absent or of another type is undefined. A resource is unreadable
 * only without its id or SKU, or a redemption without its state. This file has the fields that the redemption of a reward needs;
 * resources.ts has every further field of the interface.
 * Source: interface, Resources and their fields.
 */
import { z } from "zod";
import { type AmountRange, parseRange } from "../../shared/amounts.ts";
import type { RawCodes } from "../../shared/usages.ts";
import {
  absent,
  amount,
  anything,
  count,
  id,
  inner,
  maybeId,
  prose,
  text,
  whole,
  yesIfSaid,
  yesUnlessNo,
} from "./leaves.ts";
import { readTime } from "./usable.ts";

/* ── What the rest of the server knows ──────────────────────────────────────────────────────────────────────────── */

export interface Redemption {
  readonly id: string;
  readonly order_id?: string;
  /** One of the interface's nine states, or an unknown one. */
  readonly state: string;
  readonly sku?: string;
  readonly promotion_id?: string;
  readonly value?: { readonly amount: number; readonly currency?: string };
  readonly testing: boolean;
  /** False only if the service says no, or says nothing: a possible payment must not be overlooked. */
  readonly debited: boolean;
  /** A bearer link; reaches a browser only as the product of `activate`. */
  readonly url?: string;
  readonly codes: RawCodes;
  /** Whether at least one code item has a value, readable or not. */
  readonly has_codes: boolean;
  /**
   * False only if the service says so (`redeemed_datetime` is null). A refunded redemption shows neither its codes nor its debit
   * any more; only this date shows that there was a code.
   */
  readonly was_redeemed: boolean;
  /** When the service last changed the redemption, epoch ms (`updated_datetime`); absent if the service does not say. */
  readonly changed_at?: number;
  /** False if the service names no channel by which users are notified; undefined if it says nothing. */
  readonly notifies?: boolean;
}

export interface PromotionReward {
  readonly sku: string;
  readonly name: string;
  readonly variable_value: boolean;
  readonly state: string;
  readonly status: string;
}

export interface Promotion {
  readonly id: string;
  readonly name?: string;
  readonly locale?: string;
  readonly status?: string;
  readonly state?: string;
  /** ISO 8601, as the service wrote it. */
  readonly start_datetime?: string;
  readonly end_datetime?: string | null;
  readonly rewards: readonly PromotionReward[];
}

/** A record of List rewards or Get a reward; instructions only in the latter. */
export interface RewardRecord {
  readonly sku: string;
  readonly in_stock: boolean;
  /** Null: managed by budget, not by stock. */
  readonly stock_quantity: number | null;
  readonly free_value: boolean;
  /** Absent when there is none or it cannot be read. Whole currency units. */
  readonly range?: AmountRange;
  readonly description: string;
  readonly terms_and_conditions: string;
  readonly how_to_use_instructions: string;
  readonly important_instructions: string;
  readonly logo_url?: string;
  readonly catalog_card_url?: string;
}

/** The position of a page in a list, as the service counts. Members are absent if the answer lacks them. */
export interface Paging {
  readonly page?: number;
  readonly per_page?: number;
  readonly total?: number;
}

/* ── Envelopes ──────────────────────────────────────────────────────────────────────────────────────────────────── */

/** The resource in a success body; undefined if there is none. */
export function dataIn(body: unknown): object | undefined {
  const data: unknown = typeof body === "object" && body !== null && "data" in body ? body.data : undefined;
  return typeof data === "object" && data !== null && !Array.isArray(data) ? data : undefined;
}

export const listEnvelope = z.object({
  data: z.array(z.unknown()),
  paging: inner({ page: whole, per_page: whole, total: whole }),
});

/** Source: interface, Errors. */
export const errorBody = z.object({ error_name: z.string() });

const tokenFields = z.object({
  /** Sent in a header: printable ASCII without spaces. */
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/),
  /** Seconds. */
  expires_in: z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .optional()
    .catch(absent),
});
/** The interface shows the fields but not whether the token answer has the common envelope. */
export const tokenAnswer = z.union([
  tokenFields,
  z.object({ data: tokenFields }).transform(({ data }) => data),
]);

/* ── Resources ──────────────────────────────────────────────────────────────────────────────────────────────────── */

const codeItems = z
  .array(z.unknown())
  .transform((items) => items.filter((item) => typeof item === "object" && item !== null))
  .pipe(z.array(z.object({ name: anything, value: anything, format: anything, usage: anything })));

const redemption = z
  .object({
    id,
    order_id: maybeId,
    state: z.string().min(1),
    reward: inner({ sku: maybeId }),
    promotion: inner({ id: maybeId }),
    value: inner({ amount, currency: text }),
    testing: yesIfSaid,
    debited: yesUnlessNo,
    url: text,
    redeemed_datetime: anything,
    updated_datetime: anything,
    notification_channels: anything,
    reward_format: inner({
      usages: z.array(z.unknown()).optional().catch(absent),
      barcode_type: anything,
    }),
    reward_codes: inner({
      codes: codeItems.optional().catch(absent),
      expiration_datetime: anything,
    }),
  })
  .transform((resource): Redemption => {
    const {
      reward,
      promotion,
      reward_format,
      reward_codes,
      redeemed_datetime,
      updated_datetime,
      notification_channels,
      ...own
    } = resource;
    const items = reward_codes?.codes ?? [];
    const changed_at = typeof updated_datetime === "string" ? readTime(updated_datetime) : undefined;
    return {
      ...own,
      sku: reward?.sku,
      promotion_id: promotion?.id,
      codes: {
        usages: reward_format?.usages,
        barcode_type: reward_format?.barcode_type,
        codes: items,
        expiration_datetime: reward_codes?.expiration_datetime,
      },
      has_codes: items.some(({ value }) => value !== undefined && value !== null && value !== ""),
      was_redeemed: redeemed_datetime !== null,
      ...(changed_at !== undefined && { changed_at }),
      ...(notification_channels !== undefined && {
        notifies: Array.isArray(notification_channels) && notification_channels.length > 0,
      }),
    };
  });

const promotionReward = z.object({
  sku: id,
  name: text,
  variable_value: yesIfSaid,
  state: prose,
  status: prose,
});

const promotion = z.object({
  id,
  name: text,
  locale: text,
  status: text,
  state: text,
  start_datetime: text,
  end_datetime: z.string().nullable().optional().catch(absent),
  rewards: z.array(z.unknown()),
});

const RANGE = "available_denominations_range";
const rewardRecord = z
  .object({
    sku: id,
    in_stock: anything.transform(
      (value) => value === undefined || value === null || value === true || value === "true",
    ),
    stock_quantity: count,
    free_value: yesIfSaid,
    dimensions: inner({ [RANGE]: anything }),
    [`dimensions.${RANGE}`]: anything,
    description: prose,
    terms_and_conditions: prose,
    how_to_use_instructions: prose,
    important_instructions: prose,
    logo_url: text,
    catalog_card_url: text,
  })
  .transform(({ dimensions, [`dimensions.${RANGE}`]: flat, ...own }): RewardRecord => {
    const range = parseRange(dimensions?.[RANGE]) ?? parseRange(flat);
    return { ...own, ...(range && { range }) };
  });

/** A list that is read item by item: one unreadable item must not hide the others. */
export interface ReadList<T> {
  readonly items: readonly T[];
  readonly skipped: number;
}

/** Reads one resource; undefined if it is unreadable. */
export type Read<T> = (data: unknown) => T | undefined;

export const readRedemption: Read<Redemption> = (data) => redemption.safeParse(data).data;

export const readRewardRecord: Read<RewardRecord> = (data) => rewardRecord.safeParse(data).data;

export function readList<T>(data: readonly unknown[], read: Read<T>): ReadList<T> {
  const items = data.flatMap((each) => read(each) ?? []);
  return { items, skipped: data.length - items.length };
}

export const readPromotionReward: Read<PromotionReward> = (data) => {
  const found = promotionReward.safeParse(data).data;
  return found && { ...found, name: found.name ?? found.sku };
};

export const readPromotion: Read<Promotion> = (data) => {
  const found = promotion.safeParse(data).data;
  return found && { ...found, rewards: readList(found.rewards, readPromotionReward).items };
};
