/** The order as browser and site see it. Source: openapi.json, GET /v1/order. */
import { z } from "zod";
import { codes } from "./codes.ts";
import { field } from "./field.ts";
import { metadata } from "./session.ts";
import {
  amountLimits,
  delivery,
  environment,
  grantState,
  money,
  orderState,
  rewardGroup,
  STEPS,
  wallet,
} from "./words.ts";

const promotion = z.object({
  id: field(z.string(), "Its id at the service", "4001"),
  name: field(z.string().optional(), "Its name, where the service has one", "Summer rewards"),
  locale: field(z.string().optional(), "The language of its rewards, as the service writes it", "en_US"),
});

const gift = z.object({
  message: field(z.string().optional(), "What the sender wrote; text, not HTML", "Happy birthday!"),
  sender_name: field(z.string().optional(), "Who sends it", "Your club"),
});

const grantOfOrder = z.object({
  amount: field(z.string(), "What all its rewards may be worth together, in whole units", "100"),
  currency: field(z.string(), "ISO 4217", "USD"),
  spent: field(
    z.string(),
    "The values of its rewards that were confirmed and not refunded: a decimal string",
    "40",
  ),
  left: field(z.string(), "The rest of the amount: a decimal string", "60"),
  count: field(z.int(), "How many rewards were had of it", 1),
  state: field(
    grantState,
    "Whether more may be chosen. `spent`: less than one unit is left, or as many rewards were had as it is for. `closed`: by the site",
    "open",
  ),
});

export const order = z
  .object({
    order_id: field(z.string(), "The site's own id", "1042"),
    delivery: field(delivery, "How the reward reaches the user", "redeem"),
    environment: field(
      environment,
      "Which service stands behind it: only `production` is worth money",
      "production",
    ),
    testing: field(z.boolean().optional(), "True where a redemption itself says that it is a test", true),
    promotion: field(promotion, "The promotion, as it was named when the order was opened"),
    locale: field(z.string().optional(), "The session's language", "fr-FR"),
    currency: field(
      z.string().optional(),
      "The session's currency, for amounts without one; ISO 4217",
      "USD",
    ),
    support_url: field(z.string().optional(), "The session's address for help", "https://shop.example/help"),
    points_per_unit: field(
      z.int().min(1).optional(),
      "The session's price of one unit of the currency, in the site's points",
      100,
    ),
    message: field(
      z.string().optional(),
      "The sender's words in the session; text, not HTML",
      "From Linden Club, for three years with us",
    ),
    groups: field(
      z.array(rewardGroup).optional(),
      "The session's headings of the picker, in its order; absent where it has none",
    ),
    gift: field(
      gift.optional(),
      "The personal message of the session's `customization.pdf`, for its own user; absent where there is none, and once the user was forgotten",
    ),
    state: field(orderState, "Where the order stands", "booked"),
    skus: field(z.array(z.string()).optional(), "The only rewards that may be chosen; absent: all", [
      "GIFT-20",
    ]),
    amount_limits: field(amountLimits.optional(), "In whole units; absent where the session has none"),
    grant_id: field(z.string().optional(), "The grant that the order is part of", "spring-81"),
    grant: field(grantOfOrder.optional(), "Of an order of a grant: its money now"),
    audience: field(
      z.enum(["staff"]).optional(),
      "The session's: somebody acts for the user, and no code or link is for their eyes",
      "staff",
    ),
    withheld: field(
      z.literal(true).optional(),
      "The code or link is the customer's own: it is not answered to this session of staff",
      true,
    ),
    wallets: field(
      z.array(wallet).optional(),
      "While redeemed: the phones' wallets for which `POST /v1/order/pass` makes a pass; absent where there is none",
      ["apple", "google"],
    ),
    ended_attempt: field(
      z.int().min(1).optional(),
      "While open: the attempt that was confirmed and ended without a reward",
      1,
    ),
    ended_reward_name: field(
      z.string().optional(),
      "While open: the reward of that attempt, so that it can be told of by its name",
      "Gift card, 20",
    ),
    attempt: field(
      z.int().min(1).optional(),
      "Which try of the order it is, from 1; to be confirmed with it",
      1,
    ),
    sku: field(z.string().optional(), "The reward that was chosen", "GIFT-20"),
    reward_name: field(z.string().optional(), "Its name when it was chosen", "Gift card, 20"),
    amount: field(z.string().optional(), "The amount that was chosen, for free-value rewards only", "50"),
    value: field(money.optional(), "What it is worth, once the service has said"),
    hold_expires_at: field(
      z.iso.datetime().optional(),
      "While booked: when the hold ends",
      "2026-11-22T12:30:00.000Z",
    ),
    hold_seconds_left: field(
      z.int().optional(),
      "While booked: seconds until then by the service's clock; count down from these",
      1790,
    ),
    step: field(z.enum(STEPS).optional(), "While processing: what is under way", "redeem"),
    reference: field(z.string().optional(), "The redemption's id, for support", "AB12C-34D5E"),
    masked_email: field(
      z.string().optional(),
      "Of delivery `notify`: where the mail goes, and where it went; masked alike before and after the confirmation",
      "u•••@example.com",
    ),
    codes: field(codes.optional(), "In the answer of redeem only: what the user came for"),
    url: field(
      z.string().optional(),
      "In the answer of activate only: the link, which is worth as much as the code",
      "https://rewards.example.net/open/AB12C-34D5E",
    ),
  })
  .meta({ id: "Order", description: "The order as the browser of its session sees it" });
export type Order = z.infer<typeof order>;

const moment = (what: string) => field(z.iso.datetime(), what, "2026-11-22T12:00:00.000Z");

/**
 * The order for a site's backend: without members of a session, and without the browser's secrets. What it has of the browser's
 * view is named one by one, so that a later member for the browser does not reach a backend's logs.
 */
export const siteOrder = order
  .pick({
    order_id: true,
    delivery: true,
    environment: true,
    testing: true,
    promotion: true,
    state: true,
    skus: true,
    amount_limits: true,
    ended_attempt: true,
    ended_reward_name: true,
    attempt: true,
    sku: true,
    reward_name: true,
    amount: true,
    value: true,
    hold_expires_at: true,
    hold_seconds_left: true,
    step: true,
    reference: true,
    masked_email: true,
    grant_id: true,
    grant: true,
  })
  .extend({
    user_id: field(
      z.string().optional(),
      "The site's own id of the user, until the user is forgotten",
      "member-81",
    ),
    confirmed_by: field(
      z.string().optional(),
      "Who confirmed in place of the user: the session's `actor`, or `staff`",
      "counter 3",
    ),
    is_used: field(z.boolean(), "Whether the user has marked the reward as used", false),
    created_at: moment("When its first session opened it"),
    updated_at: moment("When it last changed"),
    booked_at: moment("When the present choice was booked").optional(),
    confirmed_at: moment("When it was confirmed").optional(),
    redeemed_at: moment("When it was known to be redeemed").optional(),
    refunded_at: moment("When it was known to be refunded").optional(),
    metadata: field(metadata.optional(), "The site's own notes on the order", { campaign: "spring" }),
  })
  .meta({ id: "SiteOrder", description: "The order as its site sees it: never with codes or a link" });
export type SiteOrder = z.infer<typeof siteOrder>;

/** The order after a refund was asked for. Source: openapi.json, POST /v1/orders/{order_id}/refund. */
export const refundedOrder = siteOrder
  .extend({
    refunded: field(
      z.boolean(),
      "Whether the redemption is refunded; false where the service left it as it was",
      true,
    ),
  })
  .meta({ id: "RefundedOrder", description: "The order after a refund was asked for" });
export type RefundedOrder = z.infer<typeof refundedOrder>;
