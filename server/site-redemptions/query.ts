/**
 * What a site may ask of its redemptions, and what it sees of each.
 * Source: contract, `GET /v1/redemptions`; interface, List redemptions query parameters and Redemption.
 */
import { z } from "zod";
import { pagingQuery } from "../../shared/wire.ts";
import { REDEMPTION_SORTS, REDEMPTION_STATES } from "../fulfillment/redemption-filters.ts";

/** Longer than any id, SKU or address that a session can have pinned. */
const TEXT_MAX = 254;
const text = z.string().min(1).max(TEXT_MAX);

/** Epoch ms. Without a zone it is UTC, as in the service's own dates. */
const moment = z.iso
  .datetime({ offset: true, local: true })
  .transform((value) => Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`))
  .meta({
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      Object.assign(jsonSchema, { type: "string", format: "date-time" });
    },
  });

export const redemptionsQuery = pagingQuery.extend({
  promotion_id: text.optional(),
  reward_sku: text.optional(),
  email: text.optional(),
  order_id: text.optional().meta({ description: "The site's own" }),
  state: z.enum(REDEMPTION_STATES).optional(),
  redeemed_datetime_start: moment.optional(),
  redeemed_datetime_end: moment.optional(),
  activation_datetime_start: moment.optional(),
  activation_datetime_end: moment.optional(),
  refund_datetime_start: moment.optional(),
  refund_datetime_end: moment.optional(),
  sort: z.enum(REDEMPTION_SORTS).optional(),
});
export type RedemptionsQuery = z.infer<typeof redemptionsQuery>;

const standing = { status: z.string().optional(), state: z.string().optional() };

/** No codes, no link, no user: a backend's logs are not the place for them. */
export const siteRedemption = z
  .object({
    id: z.string(),
    order_id: z.string().meta({ description: "The site's own" }),
    attempt: z.int().min(1),
    state: z.string(),
    testing: z.boolean(),
    activation_datetime: z.string().optional(),
    redeemed_datetime: z.string().nullable().optional(),
    refunded_datetime: z.string().nullable().optional(),
    updated_datetime: z.string().optional(),
    promotion: z.object({ id: z.string(), ...standing }),
    reward: z.object({ sku: z.string().optional(), ...standing }),
    value: z.object({ amount: z.number(), currency: z.string().optional() }).optional(),
  })
  .meta({ id: "Redemption" });
export type SiteRedemption = z.infer<typeof siteRedemption>;
