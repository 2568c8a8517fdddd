/**
 * The wire between browser, site and token server: one zod schema a body, and the types made from them.
 * The server validates and documents with these; the widget imports the types only.
 * Source: the public contract, section Routes.
 */
import { z } from "zod";
import { AMOUNT_PATTERN } from "./amounts.ts";
import { PROBLEM_CODES } from "./problems.ts";

export const ORDER_ID_PATTERN = /^[A-Za-z0-9._-]{1,64}$/;

/** Longest free text a site may send (names and messages on a printed document). */
const TEXT_MAX = 500;
const SKU_MAX = 128;
/** The shape of a BCP 47 tag, `_` allowed as in the interface; the longest that the standard recommends to allow for. */
const LOCALE_PATTERN = /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$/;
const LOCALE_MAX = 35;
const PROMOTION_ID_MAX = 128;
const SKUS_MAX = 500;
/** RFC 5321 allows 254 characters in a path. */
const EMAIL_MAX = 254;
export const TTL_SECONDS = { min: 60, max: 3600, default: 1800 } as const;

const sku = z.string().min(1).max(SKU_MAX);
const amount = z.string().regex(AMOUNT_PATTERN).meta({ description: "Whole currency units", example: "50" });

export const DELIVERIES = ["redeem", "activate", "notify"] as const;
export const delivery = z.enum(DELIVERIES).meta({ description: "How the reward reaches the user" });
export type Delivery = z.infer<typeof delivery>;

/** States of an order as a client sees them. Source: the public contract, section "The order". */
export const ORDER_STATES = [
  "open",
  "booked",
  "processing",
  "redeemed",
  "activated",
  "notified",
  "canceled",
  "refunded",
  "failed",
  "denied",
  "blocked",
  "expired",
] as const;
export const orderState = z.enum(ORDER_STATES);
export type OrderState = z.infer<typeof orderState>;

export const STEPS = ["book", "redeem", "activate", "notify"] as const;
export type Step = (typeof STEPS)[number];

export const environment = z.enum(["simulated", "sandbox", "production"]);
export type Environment = z.infer<typeof environment>;

export const sessionRequest = z
  .object({
    order_id: z.string().regex(ORDER_ID_PATTERN),
    promotion_id: z.string().min(1).max(PROMOTION_ID_MAX),
    user: z.object({ email: z.email({ pattern: z.regexes.unicodeEmail }).max(EMAIL_MAX) }),
    delivery: delivery.optional(),
    skus: z.array(sku).min(1).max(SKUS_MAX).optional(),
    amount: amount.optional(),
    max_amount: amount.optional(),
    locale: z.string().max(LOCALE_MAX).regex(LOCALE_PATTERN).optional(),
    customization: z
      .object({
        pdf: z.object({
          message: z.string().max(TEXT_MAX).optional(),
          sender_name: z.string().max(TEXT_MAX).optional(),
        }),
      })
      .optional(),
    ttl_seconds: z.int().min(TTL_SECONDS.min).max(TTL_SECONDS.max).optional(),
  })
  .meta({ id: "SessionRequest" });
export type SessionRequest = z.infer<typeof sessionRequest>;

export const session = z
  .object({
    session_token: z.string(),
    expires_at: z.iso.datetime(),
    order_id: z.string(),
    state: orderState,
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof session>;

/** A number in a query is digits: `1e9`, ` 5` and `0x10` are none. */
const digits = (max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.int().min(1).max(max))
    .default(fallback)
    .meta({
      override: ({ jsonSchema }: { jsonSchema: { pattern?: unknown } }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: "integer", minimum: 1, maximum: max, default: fallback });
      },
    });

/** The interface shows no bounds; these are ours. A page of 100 is what the service itself is asked for. */
const PAGE_MAX = 1_000_000;
export const PER_PAGE = { max: 100, default: 20 } as const;

export const pagingQuery = z.object({
  page: digits(PAGE_MAX, 1),
  per_page: digits(PER_PAGE.max, PER_PAGE.default),
});
export type PagingQuery = z.infer<typeof pagingQuery>;

export const paging = z.object({ page: z.int(), per_page: z.int(), total: z.int() }).meta({ id: "Paging" });
export type Paging = z.infer<typeof paging>;

const money = z.object({ amount: z.number(), currency: z.string().optional() });

export const codeItem = z.object({
  name: z.string(),
  value: z.string(),
  format: z.enum(["string", "url"]),
  usage: z.enum(["primary", "security", "url", "security_url", "security_url_code"]),
});

export const codes = z
  .object({
    reward_format: z.object({
      usages: z.array(codeItem.shape.usage),
      barcode_type: z.enum(["none", "c128", "qrcode"]),
    }),
    items: z.array(codeItem),
    barcode: z.object({ type: z.enum(["c128", "qrcode"]), value: z.string() }).optional(),
    printable_document_url: z.string().optional(),
    expiration_datetime: z.string().optional(),
  })
  .meta({ id: "Codes" });

export const order = z
  .object({
    order_id: z.string(),
    delivery,
    environment,
    /** Set when a redemption says so itself, whatever the environment. */
    testing: z.boolean().optional(),
    promotion: z.object({ id: z.string(), name: z.string().optional(), locale: z.string().optional() }),
    locale: z.string().optional().meta({ description: "The session's locale" }),
    state: orderState,
    skus: z.array(z.string()).optional(),
    amount_limits: z.object({ amount: z.string().optional(), max_amount: z.string().optional() }).optional(),
    ended_attempt: z
      .int()
      .min(1)
      .optional()
      .meta({ description: "While open: the attempt that was confirmed and ended without a reward" }),
    attempt: z.int().min(1).optional(),
    sku: z.string().optional(),
    reward_name: z.string().optional(),
    amount: z.string().optional(),
    value: money.optional(),
    hold_expires_at: z.iso.datetime().optional(),
    hold_seconds_left: z.int().optional(),
    step: z.enum(STEPS).optional(),
    reference: z.string().optional(),
    masked_email: z.string().optional(),
    codes: codes.optional().meta({ description: "Only in the answer of redeem" }),
    url: z.string().optional().meta({ description: "Only in the answer of activate" }),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof order>;

/** What a site's backend reads: no session, so no locale of one; the secrets belong to the browser. */
export const siteOrder = order.omit({ locale: true, codes: true, url: true }).meta({ id: "SiteOrder" });
export type SiteOrder = z.infer<typeof siteOrder>;

/** The order after a refund was asked for. Source: the public contract, `POST /v1/orders/{order_id}/refund`. */
export const refundedOrder = siteOrder
  .extend({
    refunded: z
      .boolean()
      .meta({ description: "False where the service left the redemption as it was (rule R8)" }),
  })
  .meta({ id: "RefundedOrder" });
export type RefundedOrder = z.infer<typeof refundedOrder>;

/** What is left on a card; null where the reward's provider does not say. Source: interface, Consult card. */
export const balance = z
  .object({ card_balance: z.number().nullable(), card_currency: z.string().nullable() })
  .meta({ id: "Balance" });
export type Balance = z.infer<typeof balance>;

export const reward = z
  .object({
    sku: z.string(),
    name: z.string(),
    in_stock: z.boolean(),
    stock_quantity: z.number().nullable(),
    free_value: z.boolean(),
    min_amount: z.string().optional(),
    max_amount: z.string().optional(),
    description: z.string(),
    logo_url: z.string().nullable(),
    catalog_card_url: z.string().nullable(),
  })
  .meta({ id: "Reward" });
export type Reward = z.infer<typeof reward>;

/** A promotion a site may use, with its usable rewards; members as the interface names them. */
export const sitePromotion = z
  .object({
    id: z.string(),
    name: z.string().optional(),
    locale: z.string().optional(),
    status: z.string().optional(),
    state: z.string().optional(),
    start_datetime: z.string().optional(),
    end_datetime: z.string().nullable().optional(),
    available: z.boolean().meta({ description: "Whether rewards can be had of it now" }),
    rewards: z.array(reward),
  })
  .meta({ id: "Promotion" });
export type SitePromotion = z.infer<typeof sitePromotion>;

export const rewardDetails = reward
  .extend({
    how_to_use_instructions: z.string(),
    important_instructions: z.string(),
    terms_and_conditions: z.string(),
  })
  .meta({ id: "RewardDetails" });
export type RewardDetails = z.infer<typeof rewardDetails>;

/**
 * What a user chooses. The amount is any JSON value here so that each wrong spelling gets its own amount code
 * (shared/amounts.ts) instead of a general one.
 */
export const choice = z
  .object({
    sku,
    amount: z
      .unknown()
      .optional()
      .meta({ override: { type: "string", pattern: AMOUNT_PATTERN.source } }),
  })
  .meta({ id: "Choice" });
export type Choice = { sku: string; amount?: string };

export const confirmation = choice.extend({ attempt: z.int().min(1) }).meta({ id: "Confirmation" });
export type Confirmation = Choice & { attempt: number };

/** Why rewards of a promotion cannot be had now, with `promotion_unavailable`. */
export const PROMOTION_REASONS = ["not_started", "ended", "not_enabled", "not_ready"] as const;
export type PromotionReason = (typeof PROMOTION_REASONS)[number];

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(PROBLEM_CODES),
    detail: z.string(),
    retryable: z.boolean(),
    request_id: z.string(),
    reference: z.string().optional(),
    promotion_reason: z.enum(PROMOTION_REASONS).optional(),
    start_datetime: z.string().optional().meta({ description: "With `not_started`: when it begins" }),
    end_datetime: z.string().optional().meta({ description: "With `ended`: when it ended" }),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof problem>;
