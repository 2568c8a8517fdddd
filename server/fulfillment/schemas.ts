/**
 * The service's resources, with every field of the interface, as they arrive and as our own types. Tolerant on purpose: unknown
 * members are ignored, unknown states stay strings, ids may be numbers, and a member that is null, absent or of another type is
 * undefined. A resource is unreadable only without its id or SKU, or a redemption without its state.
 * Source: docs/proof/interface.md, "Fields"; docs/proof/assumptions.md, "Answers".
 */
import { z } from "zod";
import { type AmountRange, parseRange } from "../../shared/amounts.ts";
import type { RawCodes } from "../../shared/usages.ts";
import { readTime } from "./usable.ts";

/* ── What the rest of the server knows ──────────────────────────────────────────────────────────────────────────── */

/** Dates are ISO 8601, as the service wrote them. */
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
  /** `updated_datetime`, epoch ms; absent if the service does not say. */
  readonly changed_at?: number;
  readonly activation_datetime?: string;
  /**
   * Null only if the service says so; absent where it is missing or unreadable. A refunded redemption shows neither its codes nor
   * its debit any more: only this date shows that there was a code.
   */
  readonly redeemed_datetime?: string | null;
  readonly refunded_datetime?: string | null;
  readonly updated_datetime?: string;
  readonly client?: { readonly id?: string };
  readonly promotion?: { readonly id?: string; readonly status?: string; readonly state?: string };
  readonly reward?: { readonly sku?: string; readonly status?: string; readonly state?: string };
  readonly authentication_systems?: readonly string[];
  readonly notification_channels?: readonly string[] | null;
  readonly activation_notification_channels?: readonly string[] | null;
  readonly user?: { readonly id?: string };
}

export interface PromotionReward {
  readonly sku: string;
  /** The SKU where the service names none. */
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
  readonly ui_id?: string | null;
  readonly client?: { readonly id?: string; readonly name?: string };
  /** True: reward codes include a link to a PDF. */
  readonly allow_pdf?: boolean;
  readonly fraud_level?: string;
  readonly redeem_frequency?: string;
  readonly authentication_systems?: readonly string[];
  readonly secured_order_ids?: boolean;
}

/** A promotion in a list: the interface does not show whether lists have the rewards. Absent: Get a promotion has them. */
export type ListedPromotion = Omit<Promotion, "rewards"> & Partial<Pick<Promotion, "rewards">>;

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
  /** Purchase cost after the discount; only if the client was given (R10). */
  readonly cost?: number;
  /** Only for rewards with inventory at the service. */
  readonly expiration_date?: string;
}

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

/** The position of a page in a list, as the service counts. Members are absent if the answer lacks them. */
export interface Paging {
  readonly page?: number;
  readonly per_page?: number;
  readonly total?: number;
}

/* ── Members: how a value that is null, absent or of another type is read ───────────────────────────────────────── */

const absent = undefined;
/** Without `optional` an absent member would make the whole resource unreadable. */
const anything = z.unknown().optional();
/** A number beyond 2^53 has already lost digits: it names another resource. */
const id = z.union([z.string().min(1), z.int()]).transform(String);
const maybeId = id.optional().catch(absent);
const text = z.string().optional().catch(absent);
const maybeText = z.string().nullable().optional().catch(absent);
const prose = z.string().catch("");
const digits = z.string().regex(/^\d+$/).transform(Number).refine(Number.isSafeInteger);
/** A whole number from zero, also as digits. */
const whole = z.union([z.int().nonnegative(), digits]).optional().catch(absent);
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number)
    .refine(Number.isFinite),
]);
const maybeNumber = number.optional().catch(absent);
/** A larger one is no amount that anybody can have meant, and JSON has no infinity. */
const amount = number.refine((value) => value >= 0 && value <= Number.MAX_SAFE_INTEGER);
const flag = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")])
  .optional()
  .catch(absent);
/** Unreadable counts as no. */
const yesIfSaid = flag.transform((value) => value === true);
/** Unreadable counts as yes. */
const NO: readonly unknown[] = [undefined, null, false, "false", 0, "0", ""];
const yesUnlessNo = anything.transform((value) => !NO.includes(value));
const list = z.array(z.unknown()).optional().catch(absent);
const strings = list.transform((items) => items?.filter((item) => typeof item === "string"));
const maybeStrings = z.union([z.null(), strings]);
const inner = <T extends z.ZodRawShape>(shape: T) => z.object(shape).optional().catch(absent);
const standing = { status: text, state: text };

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

/** Source: docs/proof/interface.md, "Errors". */
export const errorBody = z.object({ error_name: z.string() });

const tokenFields = z.object({
  /** Sent in a header: printable ASCII without spaces. */
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/),
  /** Seconds. */
  expires_in: z.union([z.number(), digits]).optional().catch(absent),
});
/** The interface shows the fields but not whether the token answer has the common envelope. */
export const tokenAnswer = z.union([
  tokenFields,
  z.object({ data: tokenFields }).transform(({ data }) => data),
]);

/* ── Resources ──────────────────────────────────────────────────────────────────────────────────────────────────── */

/** Reads one resource; undefined if it is unreadable. */
export type Read<T> = (data: unknown) => T | undefined;

const reader =
  <T>(schema: z.ZodType<T>): Read<T> =>
  (data) =>
    schema.safeParse(data).data;

/** A list that is read item by item: one unreadable item must not hide the others. */
export interface ReadList<T> {
  readonly items: readonly T[];
  readonly skipped: number;
}

export function readList<T>(data: readonly unknown[], read: Read<T>): ReadList<T> {
  const items = data.flatMap((each) => read(each) ?? []);
  return { items, skipped: data.length - items.length };
}

const codeItem = z.object({ name: anything, value: anything, format: anything, usage: anything });

export const readRedemption: Read<Redemption> = reader(
  z
    .object({
      id,
      order_id: maybeId,
      state: z.string().min(1),
      reward: inner({ sku: maybeId, ...standing }),
      promotion: inner({ id: maybeId, ...standing }),
      value: inner({ amount, currency: text }),
      testing: yesIfSaid,
      debited: yesUnlessNo,
      url: text,
      activation_datetime: text,
      redeemed_datetime: maybeText,
      refunded_datetime: maybeText,
      updated_datetime: text,
      client: inner({ id: maybeId }),
      authentication_systems: strings,
      notification_channels: maybeStrings,
      activation_notification_channels: maybeStrings,
      user: inner({ id: maybeId }),
      reward_format: inner({ usages: list, barcode_type: anything }),
      reward_codes: inner({ codes: list, expiration_datetime: anything }),
    })
    .transform(({ reward_format, reward_codes, ...own }): Redemption => {
      const { items } = readList(reward_codes?.codes ?? [], reader(codeItem));
      const changed_at = readTime(own.updated_datetime);
      return {
        ...own,
        sku: own.reward?.sku,
        promotion_id: own.promotion?.id,
        codes: {
          ...reward_format,
          codes: items,
          expiration_datetime: reward_codes?.expiration_datetime,
        },
        has_codes: items.some(({ value }) => value !== undefined && value !== null && value !== ""),
        ...(changed_at !== undefined && { changed_at }),
      };
    }),
);

export const readPromotionReward: Read<PromotionReward> = reader(
  z
    .object({ sku: id, name: text, variable_value: yesIfSaid, ...standing })
    .transform(({ sku, name = sku, state = "", status = "", ...own }) => ({
      sku,
      name,
      state,
      status,
      ...own,
    })),
);

const listedPromotion = z
  .object({
    id,
    name: text,
    locale: text,
    ...standing,
    start_datetime: text,
    end_datetime: maybeText,
    ui_id: z.union([z.null(), maybeId]),
    client: inner({ id: maybeId, name: text }),
    allow_pdf: flag,
    fraud_level: text,
    redeem_frequency: text,
    authentication_systems: strings,
    secured_order_ids: flag,
    rewards: list,
  })
  .transform(({ rewards, ...own }) => ({
    ...own,
    rewards: rewards && readList(rewards, readPromotionReward).items,
  }));

export const readListedPromotion: Read<ListedPromotion> = reader(listedPromotion);

export const readPromotion: Read<Promotion> = (data) => {
  const found = readListedPromotion(data);
  return found?.rewards && { ...found, rewards: found.rewards };
};

const RANGE = "available_denominations_range";

export const readRewardRecord: Read<RewardRecord> = reader(
  z
    .object({
      sku: id,
      in_stock: anything.transform((value) => [undefined, null, true, "true"].includes(value as never)),
      stock_quantity: z.union([z.number().nonnegative(), digits]).nullable().catch(null),
      free_value: yesIfSaid,
      dimensions: inner({ [RANGE]: anything }),
      [`dimensions.${RANGE}`]: anything,
      description: prose,
      terms_and_conditions: prose,
      how_to_use_instructions: prose,
      important_instructions: prose,
      logo_url: text,
      catalog_card_url: text,
      cost: maybeNumber,
      expiration_date: text,
    })
    .transform(({ dimensions, [`dimensions.${RANGE}`]: flat, ...own }): RewardRecord => {
      const range = parseRange(dimensions?.[RANGE]) ?? parseRange(flat);
      return { ...own, ...(range && { range }) };
    }),
);

export const readAccount: Read<Account> = reader(
  z.object({
    id,
    login: maybeText,
    name: text,
    email: text,
    phone_number: text,
    roles: strings,
    locale: text,
    timezone: text,
    access_type: text,
  }),
);

export const readDiscount: Read<Discount> = reader(
  z.object({
    id,
    sku: id,
    label: text,
    discount: maybeNumber,
    brand_sku: maybeId,
    brand_name: text,
  }),
);

export const readClient: Read<Client> = reader(
  z.object({
    id: maybeId,
    name: text,
    /** A number, or an object with a number and its currency. */
    balance: z
      .union([number.transform((amount) => ({ amount })), z.object({ amount: number, currency: text })])
      .optional()
      .catch(absent),
    budget_alerts: list.transform((alerts) => alerts?.map((alert) => number.safeParse(alert).data ?? alert)),
  }),
);

export const readCardBalance: Read<CardBalance> = reader(
  z.object({
    card_balance: number.nullable().catch(null),
    card_currency: z.string().nullable().catch(null),
  }),
);
