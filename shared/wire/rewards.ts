/**
 * What a member has, in their own browser; and the whole of a member for the site.
 * Source: openapi.json, GET /v1/rewards and GET /v1/users/{user_id}; docs/points/grants.md, "A member's rewards".
 */
import { z } from "zod";
import { auditEntry } from "./audit.ts";
import { event } from "./event.ts";
import { field } from "./field.ts";
import { siteGrant } from "./grant.ts";
import { siteOrder } from "./order.ts";
import { perPageOf } from "./paging.ts";
import { amountLimits, delivery, money, ORDER_STATES, orderState, userIdText } from "./words.ts";

/** More than a screen shows; a longer list comes in pages. */
const REWARDS_PER_PAGE = { max: 50, default: 50 } as const;

const afterOrder = (what: string) =>
  field(
    z.string().min(1).max(72).optional(),
    `${what} that follow this one; absent: from the newest`,
    "1042",
  );

export const rewardsQuery = z.object({
  after: afterOrder("Rewards"),
  per_page: perPageOf(REWARDS_PER_PAGE),
});

/** Longer than any promotion's name. */
const picture = (what: string) =>
  field(
    z.string().nullable(),
    `${what}; on this server, null where there is none`,
    "https://rewards.example/images/x",
  );

/** One that was had. Never a code, PIN or link. */
export const ownedReward = z
  .object({
    order_id: field(z.string(), "Its order; the routes of one reward name it", "1042"),
    sku: field(z.string(), "The reward", "GIFT-20"),
    reward_name: field(z.string(), "Its name when it was chosen", "Gift card, 20"),
    logo_url: picture("The brand's logo"),
    catalog_card_url: picture("The picture of the card"),
    value: field(money.optional(), "What it is worth, where the service says"),
    state: field(
      orderState,
      "`redeemed`: its codes can be read. `activated`: its link. `notified`: the user has a mail. `refunded`: it is worth nothing any more",
      "redeemed",
    ),
    delivery: field(delivery, "How it reached the user", "redeem"),
    redeemed_at: field(z.iso.datetime().optional(), "When it was there", "2026-11-22T12:00:00.000Z"),
    reference: field(z.string().optional(), "The redemption's id, for support", "AB12C-34D5E"),
    is_used: field(z.boolean(), "The user's own mark: the service knows nothing of it", false),
    grant_id: field(z.string().optional(), "The grant that it was had of", "spring-81"),
    testing: field(z.boolean().optional(), "True where a redemption says that it is a test", true),
  })
  .meta({ id: "OwnedReward", description: "A reward that the user has: never a code, PIN or link" });
export type OwnedReward = z.infer<typeof ownedReward>;

/** What still can be chosen. */
export const openChoice = z
  .object({
    order_id: field(
      z.string(),
      "The order that is chosen from; of a grant it may be the next one, which is not there yet",
      "1042",
    ),
    state: field(orderState, "Where that order stands", "open"),
    promotion: field(
      z.object({
        id: field(z.string(), "Its id at the service", "4001"),
        name: field(z.string().optional(), "Its name, where the service has one", "Summer rewards"),
      }),
      "What is chosen from",
    ),
    amount_limits: field(amountLimits.optional(), "In whole units; absent where there are none"),
    currency: field(z.string().optional(), "Of a grant: ISO 4217", "USD"),
    grant_id: field(z.string().optional(), "The grant that is spent", "spring-81"),
    left: field(z.string().optional(), "What is left of it: a decimal string", "60"),
  })
  .meta({ id: "OpenChoice", description: "What the user may still choose" });
export type OpenChoice = z.infer<typeof openChoice>;

export const rewardsList = z
  .object({
    rewards: field(z.array(ownedReward), "Newest first"),
    open: field(z.array(openChoice), "What still can be chosen, on the first page; empty on later ones"),
    has_more: field(z.boolean(), "Whether `after` the last one there are more", false),
    audience: field(
      z.literal("staff").optional(),
      "Of a session for staff: none of the rewards can be opened or marked",
      "staff",
    ),
  })
  .meta({ id: "RewardsList", description: "A page of the user's rewards" });
export type RewardsList = z.infer<typeof rewardsList>;

export const usedMark = z
  .object({ used: field(z.boolean(), "Whether the user has used it up", true) })
  .meta({ id: "UsedMark", description: "The user's own mark" });

/** The session of one reward, or of an open order or grant, for a page that has the session of the list. */
export const choosingSession = z
  .object({
    session_token: field(
      z.string(),
      "A session of that order, or of its grant while it can be chosen",
      "n0pFw1C2b0Zx1Q9m2m7Jc8m8m3o0mC4k5B1xvYk2sHk",
    ),
    expires_at: field(
      z.iso.datetime(),
      "When it ends: with the session of the list",
      "2026-11-22T12:30:00.000Z",
    ),
  })
  .meta({ id: "ChoosingSession", description: "A session of one of the list" });
export type ChoosingSession = z.infer<typeof choosingSession>;

/** A moment in a query, as the service's own dates are written. */
export const ordersQuery = z.object({
  user_id: field(userIdText.optional(), "Of this member only", "member-81"),
  grant_id: field(z.string().min(1).max(64).optional(), "Of this grant only", "spring-81"),
  state: field(z.enum(ORDER_STATES).optional(), "In this state when the order was last stored", "redeemed"),
  updated_after: field(
    z.iso
      .datetime({ offset: true, error: "expected an ISO 8601 date-time, its + written as %2B" })
      .transform((text) => Date.parse(text))
      .meta({
        override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
          delete jsonSchema.pattern;
          Object.assign(jsonSchema, {
            type: "string",
            format: "date-time",
            examples: ["2026-11-22T12:00:00Z"],
          });
        },
      })
      .optional(),
    "Changed later than this",
    "2026-11-22T12:00:00Z",
  ),
  after: afterOrder("Orders"),
  per_page: perPageOf({ max: 100, default: 20 }),
});
export type OrdersQuery = z.infer<typeof ordersQuery>;

export const memberData = z
  .object({
    user_id: field(z.string(), "The site's own id of the member", "member-81"),
    orders: field(z.array(siteOrder), "All orders of the member, newest first"),
    grants: field(z.array(siteGrant), "All grants of the member"),
    events: field(z.array(event), "The events of these orders, as long as they are kept"),
    audit: field(z.array(auditEntry), "Who did what about these orders"),
  })
  .meta({
    id: "MemberData",
    description:
      "All that is stored of a member but the e-mail address, which the site gave and which is in no answer",
  });
export type MemberData = z.infer<typeof memberData>;

export const forgottenMember = z
  .object({
    forgotten: field(z.int(), "Orders whose user is forgotten now, those of before included", 3),
    unfinished: field(
      z.array(z.string()),
      "Orders whose user is still needed: cancel them, or ask again when they are finished",
      ["1042"],
    ),
  })
  .meta({ id: "ForgottenMember", description: "What became of a wish to be forgotten" });
export type ForgottenMember = z.infer<typeof forgottenMember>;
