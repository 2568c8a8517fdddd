/**
 * The queries of a site for its redemptions, and the view of each.
 * Source: openapi.json, GET /v1/redemptions; docs/proof/interface.md, "Parameters of lists" and "Fields".
 */
import { z } from "zod";
import { field } from "../../shared/wire/field.ts";
import { money, pagingQuery } from "../../shared/wire.ts";
import { REDEMPTION_SORTS, REDEMPTION_STATES } from "../fulfillment/redemption-filters.ts";

/** Longer than any id, SKU or address that a session can have pinned. */
const TEXT_MAX = 254;
const text = z.string().min(1).max(TEXT_MAX);
/** Forms and queries spell a blank as `+`: an address with a bare one would find nothing, without a word. */
const address = text.refine((given) => !/\s/.test(given), "expected an e-mail address, its + written as %2B");

const MOMENT_EXAMPLE = "2026-11-22T12:00:00Z";

/** Epoch ms. Without a zone it is UTC, as in the service's own dates. */
const moment = z.iso
  .datetime({ offset: true, local: true, error: "expected an ISO 8601 date-time, its + written as %2B" })
  .transform((value) => Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`))
  .meta({
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      Object.assign(jsonSchema, { type: "string", format: "date-time", examples: [MOMENT_EXAMPLE] });
    },
  });

const from = (what: string) => field(moment.optional(), `${what} at or after this time`, MOMENT_EXAMPLE);
const until = (what: string) => field(moment.optional(), `${what} at or before this time`, MOMENT_EXAMPLE);

export const redemptionsQuery = pagingQuery.extend({
  format: field(
    z.enum(["json", "csv"]).default("json"),
    "`csv`: all of them in one file (RFC 4180), without pages",
    "json",
  ),
  promotion_id: field(text.optional(), "Of this promotion only", "4001"),
  reward_sku: field(text.optional(), "Of this reward only", "GIFT-20"),
  email: field(
    address.optional(),
    "Of the user with this address, byte for byte as the session gave it",
    "user@example.com",
  ),
  order_id: field(text.optional(), "Of this order only, by the site's own id", "1042"),
  state: field(z.enum(REDEMPTION_STATES).optional(), "In this state at the service", "redeemed"),
  redeemed_datetime_start: from("Redeemed"),
  redeemed_datetime_end: until("Redeemed"),
  activation_datetime_start: from("Activated"),
  activation_datetime_end: until("Activated"),
  refund_datetime_start: from("Refunded"),
  refund_datetime_end: until("Refunded"),
  sort: field(
    z.enum(REDEMPTION_SORTS).optional(),
    "By this date, with `-` the latest first; what lacks the date comes last. Default: in the order in which they became known",
    "-redeem_datetime",
  ),
});
export type RedemptionsQuery = z.infer<typeof redemptionsQuery>;

const standing = {
  status: field(z.string().optional(), "As the service names it", "enabled"),
  state: field(z.string().optional(), "As the service names it", "ready"),
};

/** The state of a redemption that the service does not know (any more): our own word. */
export const NOT_FOUND = "not_found";

/** No codes, no link, no user: they must not get into a backend's logs. */
export const siteRedemption = z
  .object({
    id: field(z.string(), "The redemption's id at the service", "AB12C-34D5E"),
    order_id: field(z.string(), "The site's own id of the order", "1042"),
    grant_id: field(z.string().optional(), "The grant that the order is part of", "spring-81"),
    attempt: field(z.int().min(1), "Which try of the order it is, from 1", 1),
    confirmed_by: field(
      z.string().optional(),
      "Who confirmed it in place of its user, by the site's own name; `staff` without one",
      "counter 3",
    ),
    state: field(
      z.string(),
      `As the service names it now; \`${NOT_FOUND}\` where the service does not know the redemption any more`,
      "redeemed",
    ),
    testing: field(z.boolean(), "Whether it is a test", false),
    activation_datetime: field(z.string().optional(), "As the service writes it", MOMENT_EXAMPLE),
    redeemed_datetime: field(z.string().nullable().optional(), "Null before it is redeemed", MOMENT_EXAMPLE),
    refunded_datetime: field(
      z.string().nullable().optional(),
      "Null where it was not refunded",
      MOMENT_EXAMPLE,
    ),
    updated_datetime: field(z.string().optional(), "When the service last changed it", MOMENT_EXAMPLE),
    promotion: field(
      z.object({ id: field(z.string(), "Its id at the service", "4001"), ...standing }),
      "The promotion it belongs to",
    ),
    reward: field(
      z.object({ sku: field(z.string().optional(), "Its SKU", "GIFT-20"), ...standing }),
      "The reward it delivers",
    ),
    given_up: field(
      z.literal(true).optional(),
      "A hold that its order went on without, for another choice or because it was above a limit: it lapses by itself, and has no `value`",
      true,
    ),
    value: field(money.optional(), "What it is worth, where the service says"),
  })
  .meta({
    id: "Redemption",
    description: "A redemption of one of the site's orders: no codes, no link, no user",
  });
export type SiteRedemption = z.infer<typeof siteRedemption>;
