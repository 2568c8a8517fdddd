// Made by widget/client-source.ts from the OpenAPI document, which has more: patterns, limits, examples. Do not edit.
import type { CallOptions } from "./client.ts";

/** What names another request of the same call. */
export type Without<Name extends string> = { readonly [Each in Name]?: never };

/** A deed of a person or of a site's backend; kept for two years */
export interface AuditEntry {
  /** Its id, for `after` */
  id: string;
  /** When, by the ledger's clock */
  time: string;
  /** The name of an operator's key, or the id of a site; absent: nobody that is known */
  who?: string | undefined;
  /** What `who` is */
  role: "operator" | "site" | "unknown";
  /** The person whom the site named */
  actor?: string | undefined;
  /** What was done or wanted */
  what:
    | "confirm"
    | "cancel"
    | "refund"
    | "close_grant"
    | "end_sessions"
    | "forget_user"
    | "release"
    | "acknowledge"
    | "resume_webhook"
    | "send_again"
    | "refuse_key";
  /** Why, in the words of whoever did it */
  reason?: string | undefined;
  /** The site that it was about */
  site?: string | undefined;
  /** The order that it was about */
  order_id?: string | undefined;
  /** The grant that it was about */
  grant_id?: string | undefined;
  /** The request: the log has more of it */
  request_id?: string | undefined;
}
/** What the site decides */
export interface AuthorizeAnswer {
  /** Anything else counts as no answer */
  decision: "allow" | "deny";
  /** Of `deny`: shown to the user as text, in the site's own language */
  reason?: string | undefined;
}
/** Whether a confirmation is allowed: the body of a signed request to the site */
export interface AuthorizeRequest {
  /** What is asked */
  type: "order.authorize";
  /** When it was asked */
  timestamp: string;
  /** What the user confirmed */
  data: {
    /** The site's own id of the order */
    order_id: string;
    /** The grant that the order is part of */
    grant_id?: string | undefined;
    /** The site's own id of the user, where a session named it */
    user_id?: string | undefined;
    /** Which try of the order it is; one attempt, and with `notify` one reward of it, has one `webhook-id` */
    attempt: number;
    /** The reward */
    sku: string;
    /** Its name when it was chosen */
    reward_name: string;
    /** What it is worth, where the service has said so or it is known */
    value?:
      | {
          /** In units of the currency, not necessarily whole */
          amount: number;
          /** ISO 4217; absent where the service names none */
          currency?: string | undefined;
        }
      | undefined;
    /** The amount that was chosen, for free-value rewards only */
    amount?: string | undefined;
    /** The site's own notes on the order */
    metadata?: { [name: string]: string } | undefined;
  };
}
/** Why something is done, and by whom: for the audit */
export interface DeedRequest {
  /** Why, in a few words; kept in the audit */
  reason?: string | null | undefined;
  /** The person who wants it, by the site's own name for them; kept in the audit */
  actor?: string | null | undefined;
}
/** What happened to an order: the body of a webhook */
export interface Event {
  /** What happened */
  type:
    | "order.booked"
    | "order.redeemed"
    | "order.activated"
    | "order.notified"
    | "order.canceled"
    | "order.refunded"
    | "order.reopened"
    | "order.attention"
    | "webhook.test";
  /** When it was stored */
  timestamp: string;
  /** The order then: never a code, PIN, link or e-mail address */
  data: {
    /** Equal to the header `webhook-id`; a second delivery has the same */
    event_id: string;
    /** Counts the events of the order: drop one that is not above the last */
    sequence: number;
    /** The site's own id of the order */
    order_id: string;
    /** The grant that the order is part of */
    grant_id?: string | undefined;
    /** Of an order of a grant: its money then */
    grant?:
      | {
          /** What all its rewards may be worth together, in whole units */
          amount: string;
          /** The values of its rewards that were confirmed and not refunded */
          spent: string;
          /** The rest of the amount */
          left: string;
        }
      | undefined;
    /** How the reward reaches the user */
    delivery: "redeem" | "activate" | "notify";
    /** The order's state when it happened */
    state:
      | "open"
      | "booked"
      | "processing"
      | "redeemed"
      | "activated"
      | "notified"
      | "canceled"
      | "refunded"
      | "failed"
      | "denied"
      | "blocked"
      | "expired";
    /** Which try of the order it is about */
    attempt?: number | undefined;
    /** The reward */
    sku?: string | undefined;
    /** The redemption's id, for support */
    reference?: string | undefined;
    /** What it is worth, once the service has said */
    value?:
      | {
          /** In units of the currency, not necessarily whole */
          amount: number;
          /** ISO 4217; absent where the service names none */
          currency?: string | undefined;
        }
      | undefined;
    /** Of `order.reopened`: `lapsed`, `refused`, `above_limit` or `ended`; of `order.attention`: the reason of the operators' list */
    reason?: string | undefined;
    /** Who confirmed in place of the user: the session's `actor`, or `staff` */
    confirmed_by?: string | undefined;
    /** The site's own notes on the order */
    metadata?: { [name: string]: string } | undefined;
  };
}
/** What became of a wish to be forgotten */
export interface ForgottenMember {
  /** Orders whose user is forgotten now, those of before included */
  forgotten: number;
  /** Orders whose user is still needed: cancel them, or ask again when they are finished */
  unfinished: readonly string[];
}
/** An amount that one user may spend on several rewards */
export interface Grant {
  /** The site's own id */
  grant_id: string;
  /** What all its rewards may be worth together, in whole units */
  amount: string;
  /** ISO 4217 */
  currency: string;
  /** The values of its rewards that were confirmed and not refunded, those of unknown outcome included: a decimal string */
  spent: string;
  /** The rest of the amount: a decimal string */
  left: string;
  /** `spent`: less than one unit is left, or `rewards_max` rewards were had. `closed`: by the site */
  state: "open" | "spent" | "closed";
  /** How many rewards it may be spent on */
  rewards_max: number;
  /** Its orders, the first one first */
  orders: readonly SiteOrder[];
}
/** An amount that one user may spend on several rewards, one after the other */
export interface GrantSessionRequest {
  /** The site's own id of the grant; its orders are `{grant_id}~1`, `{grant_id}~2` and so on */
  grant_id: string;
  /** The promotion whose rewards may be chosen */
  promotion_id: string;
  /** Who gets the reward */
  user: {
    /** The user's e-mail address. The service is told it, and finds the user by its very bytes */
    email: string;
    /** The site's own id of the user, by which their rewards are listed; an order that lacks it takes it from a later session. It never reaches the browser or the service */
    id?: string | null | undefined;
  };
  /** How the reward reaches the user: `redeem` (the default) shows codes on the page, `activate` a link that makes the code when it is opened, `notify` has the service mail the user */
  delivery?: "redeem" | "activate" | "notify" | null | undefined;
  /** Limits the choice to these rewards, as a set; at least one must be the promotion's */
  skus?: readonly string[] | undefined;
  /** The site's own notes, at most 20 pairs: they come back in its orders and events, and never reach the browser */
  metadata?: { [name: string]: string } | null | undefined;
  /** What is printed for the user */
  customization?:
    | {
        /** Of the printable document that some rewards have */
        pdf?:
          | {
              /** Printed on the document */
              message?: string | null | undefined;
              /** Named on it as its sender */
              sender_name?: string | null | undefined;
            }
          | null
          | undefined;
      }
    | null
    | undefined;
  /** The language that the widget speaks to this session; BCP 47. Not pinned */
  locale?: string | null | undefined;
  /** Where the user is sent for help; `https:` without user information. Not pinned */
  support_url?: string | null | undefined;
  /** `staff`: somebody redeems for a customer; the words speak of the customer, and no code or link is answered but that of a reward which staff confirmed with delivery `redeem`. Not pinned */
  audience?: "staff" | null | undefined;
  /** How long the session lives, in seconds; by default 1800. Not pinned */
  ttl_seconds?: number | null | undefined;
  /** The currency of the amount; ISO 4217 */
  currency: string;
  /** Who sits at the browser, where that is not the user: the site's own name for them. Noted with a confirmation as `confirmed_by`, and not pinned */
  actor?: string | null | undefined;
  /** How many of the site's points one unit of the currency costs: prices are then shown in points, too. The widget books none; not pinned */
  points_per_unit?: number | null | undefined;
  /** The sender's words to the user, shown above the code; text, not HTML. Not pinned */
  message?: string | null | undefined;
  /** Headings under which the picker shows and filters rewards, in this order. Not pinned */
  groups?:
    | readonly {
        /** The heading; text, not HTML */
        name: string;
        /** Its rewards; others than the offered ones are ignored */
        skus: readonly string[];
      }[]
    | null
    | undefined;
  /** What all rewards of the grant may be worth together, in whole units of the currency */
  amount: string;
  /** How many rewards the amount may be spent on; by default 10 */
  rewards_max?: number | null | undefined;
}
/** All that is stored of a member but the e-mail address, which the site gave and which is in no answer */
export interface MemberData {
  /** The site's own id of the member */
  user_id: string;
  /** All orders of the member, newest first */
  orders: readonly SiteOrder[];
  /** All grants of the member */
  grants: readonly Grant[];
  /** The events of these orders, as long as they are kept */
  events: readonly Event[];
  /** Who did what about these orders */
  audit: readonly AuditEntry[];
}
/** Where in its list a page stands */
export interface Paging {
  /** The page that is shown */
  page: number;
  /** Entries a page */
  per_page: number;
  /** Entries of all pages together */
  total: number;
}
/** Why a request was refused */
export interface Problem {
  /** A URN that ends in the code */
  type: string;
  /** What the code means, always the same words */
  title: string;
  /** The HTTP status */
  status: number;
  /** The stable code: what to decide by */
  code:
    | "invalid_json"
    | "site_key_invalid"
    | "session_invalid"
    | "session_expired"
    | "operator_key_invalid"
    | "operator_role"
    | "origin_not_allowed"
    | "promotion_not_allowed"
    | "not_found"
    | "order_not_found"
    | "grant_not_found"
    | "user_not_found"
    | "promotion_not_found"
    | "reward_not_found"
    | "method_not_allowed"
    | "too_large"
    | "unsupported_media_type"
    | "order_conflict"
    | "grant_conflict"
    | "grant_spent"
    | "confirmation_denied"
    | "order_processing"
    | "order_finished"
    | "delivery_mismatch"
    | "not_booked"
    | "hold_expired"
    | "confirmation_mismatch"
    | "reward_unavailable"
    | "out_of_stock"
    | "promotion_unavailable"
    | "not_redeemed"
    | "not_cancelable"
    | "invalid_request"
    | "amount_required"
    | "amount_not_allowed"
    | "amount_invalid"
    | "amount_out_of_range"
    | "balance_unavailable"
    | "rate_limited"
    | "attempts_exhausted"
    | "upstream_invalid"
    | "codes_unreadable"
    | "upstream_unavailable"
    | "authorization_unavailable"
    | "upstream_forbidden";
  /** What happened here, with which value and limit, and what to do; safe to show */
  detail: string;
  /** Whether the same request may succeed later without any other change */
  retryable: boolean;
  /** Names the request in the server's log */
  request_id: string;
  /** The redemption's id, for support */
  reference?: string | undefined;
  /** With `promotion_unavailable`: why */
  promotion_reason?: "not_started" | "ended" | "not_enabled" | "not_ready" | undefined;
  /** With `not_started`: when it begins */
  start_datetime?: string | undefined;
  /** With `ended`: when it ended */
  end_datetime?: string | undefined;
  /** With `not_booked`: as what the service ended the hold before its time */
  hold_ended?: "canceled" | "failed" | "expired" | undefined;
  /** With `confirmation_denied`: why, in the site's own words, where it gave any; for the user to read */
  site_reason?: string | undefined;
  /** With `invalid_request`: each mistake, 50 at most */
  errors?:
    | readonly {
        /** The member it is about, with dots; empty for the whole */
        path: string;
        /** What is expected there */
        message: string;
      }[]
    | undefined;
}
/** A promotion that the site may use */
export interface Promotion {
  /** Its id at the service */
  id: string;
  /** Its name, where the service has one */
  name?: string | undefined;
  /** The language of its rewards, as the service writes it */
  locale?: string | undefined;
  /** As the service names it */
  status?: string | undefined;
  /** As the service names it */
  state?: string | undefined;
  /** When it begins, as the service writes it */
  start_datetime?: string | undefined;
  /** When it ends, as the service writes it; null for never */
  end_datetime?: string | null | undefined;
  /** Whether rewards can be had of it now */
  available: boolean;
  /** Its usable rewards */
  rewards: readonly Reward[];
}
/** A redemption of one of the site's orders: no codes, no link, no user */
export interface Redemption {
  /** The redemption's id at the service */
  id: string;
  /** The site's own id of the order */
  order_id: string;
  /** The grant that the order is part of */
  grant_id?: string | undefined;
  /** Which try of the order it is, from 1 */
  attempt: number;
  /** Who confirmed it in place of its user, by the site's own name; `staff` without one */
  confirmed_by?: string | undefined;
  /** As the service names it now; `not_found` where the service does not know the redemption any more */
  state: string;
  /** Whether it is a test */
  testing: boolean;
  /** As the service writes it */
  activation_datetime?: string | undefined;
  /** Null before it is redeemed */
  redeemed_datetime?: string | null | undefined;
  /** Null where it was not refunded */
  refunded_datetime?: string | null | undefined;
  /** When the service last changed it */
  updated_datetime?: string | undefined;
  /** The promotion it belongs to */
  promotion: {
    /** Its id at the service */
    id: string;
    /** As the service names it */
    status?: string | undefined;
    /** As the service names it */
    state?: string | undefined;
  };
  /** The reward it delivers */
  reward: {
    /** Its SKU */
    sku?: string | undefined;
    /** As the service names it */
    status?: string | undefined;
    /** As the service names it */
    state?: string | undefined;
  };
  /** A hold that its order went on without, for another choice or because it was above a limit: it lapses by itself, and has no `value` */
  given_up?: true | undefined;
  /** What it is worth, where the service says */
  value?:
    | {
        /** In units of the currency, not necessarily whole */
        amount: number;
        /** ISO 4217; absent where the service names none */
        currency?: string | undefined;
      }
    | undefined;
}
/** The order after a refund was asked for */
export interface RefundedOrder {
  /** The site's own id */
  order_id: string;
  /** How the reward reaches the user */
  delivery: "redeem" | "activate" | "notify";
  /** Which service stands behind it: only `production` is worth money */
  environment: "simulated" | "sandbox" | "production";
  /** True where a redemption itself says that it is a test */
  testing?: boolean | undefined;
  /** The promotion, as it was named when the order was opened */
  promotion: {
    /** Its id at the service */
    id: string;
    /** Its name, where the service has one */
    name?: string | undefined;
    /** The language of its rewards, as the service writes it */
    locale?: string | undefined;
  };
  /** Where the order stands */
  state:
    | "open"
    | "booked"
    | "processing"
    | "redeemed"
    | "activated"
    | "notified"
    | "canceled"
    | "refunded"
    | "failed"
    | "denied"
    | "blocked"
    | "expired";
  /** The only rewards that may be chosen; absent: all */
  skus?: readonly string[] | undefined;
  /** In whole units; absent where the session has none */
  amount_limits?:
    | {
        /** The amount that the session fixes */
        amount?: string | undefined;
        /** The most that a reward may be worth */
        max_amount?: string | undefined;
      }
    | undefined;
  /** While open: the attempt that was confirmed and ended without a reward */
  ended_attempt?: number | undefined;
  /** While open: the reward of that attempt, so that it can be told of by its name */
  ended_reward_name?: string | undefined;
  /** Which try of the order it is, from 1; to be confirmed with it */
  attempt?: number | undefined;
  /** The reward that was chosen */
  sku?: string | undefined;
  /** Its name when it was chosen */
  reward_name?: string | undefined;
  /** The amount that was chosen, for free-value rewards only */
  amount?: string | undefined;
  /** What it is worth, once the service has said */
  value?:
    | {
        /** In units of the currency, not necessarily whole */
        amount: number;
        /** ISO 4217; absent where the service names none */
        currency?: string | undefined;
      }
    | undefined;
  /** While booked: when the hold ends */
  hold_expires_at?: string | undefined;
  /** While booked: seconds until then by the service's clock; count down from these */
  hold_seconds_left?: number | undefined;
  /** While processing: what is under way */
  step?: "book" | "redeem" | "activate" | "notify" | undefined;
  /** The redemption's id, for support */
  reference?: string | undefined;
  /** Of delivery `notify`: where the mail goes, and where it went; masked alike before and after the confirmation */
  masked_email?: string | undefined;
  /** The grant that the order is part of */
  grant_id?: string | undefined;
  /** Of an order of a grant: its money now */
  grant?:
    | {
        /** What all its rewards may be worth together, in whole units */
        amount: string;
        /** ISO 4217 */
        currency: string;
        /** The values of its rewards that were confirmed and not refunded: a decimal string */
        spent: string;
        /** The rest of the amount: a decimal string */
        left: string;
        /** How many rewards were had of it */
        count: number;
        /** Whether more may be chosen. `spent`: less than one unit is left, or as many rewards were had as it is for. `closed`: by the site */
        state: "open" | "spent" | "closed";
      }
    | undefined;
  /** The site's own id of the user, until the user is forgotten */
  user_id?: string | undefined;
  /** Who confirmed in place of the user: the session's `actor`, or `staff` */
  confirmed_by?: string | undefined;
  /** Whether the user has marked the reward as used */
  is_used: boolean;
  /** When its first session opened it */
  created_at: string;
  /** When it last changed */
  updated_at: string;
  /** When the present choice was booked */
  booked_at?: string | undefined;
  /** When it was confirmed */
  confirmed_at?: string | undefined;
  /** When it was known to be redeemed */
  redeemed_at?: string | undefined;
  /** When it was known to be refunded */
  refunded_at?: string | undefined;
  /** The site's own notes on the order */
  metadata?: { [name: string]: string } | undefined;
  /** Whether the redemption is refunded; false where the service left it as it was */
  refunded: boolean;
}
/** Another session of an order that is there, with all that is pinned to it */
export interface ReopeningRequest {
  /** The language that the widget speaks to this session; BCP 47. Not pinned */
  locale?: string | null | undefined;
  /** Where the user is sent for help; `https:` without user information. Not pinned */
  support_url?: string | null | undefined;
  /** `staff`: somebody redeems for a customer; the words speak of the customer, and no code or link is answered but that of a reward which staff confirmed with delivery `redeem`. Not pinned */
  audience?: "staff" | null | undefined;
  /** How long the session lives, in seconds; by default 1800. Not pinned */
  ttl_seconds?: number | null | undefined;
  /** What amounts are shown in until a redemption says; ISO 4217. Not pinned */
  currency?: string | null | undefined;
  /** Who sits at the browser, where that is not the user: the site's own name for them. Noted with a confirmation as `confirmed_by`, and not pinned */
  actor?: string | null | undefined;
  /** How many of the site's points one unit of the currency costs: prices are then shown in points, too. The widget books none; not pinned */
  points_per_unit?: number | null | undefined;
  /** The sender's words to the user, shown above the code; text, not HTML. Not pinned */
  message?: string | null | undefined;
  /** Headings under which the picker shows and filters rewards, in this order. Not pinned */
  groups?:
    | readonly {
        /** The heading; text, not HTML */
        name: string;
        /** Its rewards; others than the offered ones are ignored */
        skus: readonly string[];
      }[]
    | null
    | undefined;
}
/** A reward that may be chosen */
export interface Reward {
  /** Names the reward in every request */
  sku: string;
  /** Its name, in the promotion's language */
  name: string;
  /** Whether it can be had now */
  in_stock: boolean;
  /** Codes in stock; null where a budget decides */
  stock_quantity: number | null;
  /** Whether an amount must be chosen */
  free_value: boolean;
  /** The least amount, of free-value rewards; whole units */
  min_amount?: string | undefined;
  /** The most, as the service allows; the order's `amount_limits` may allow less */
  max_amount?: string | undefined;
  /** What a reward of a fixed value is worth, where a redemption of it has shown that */
  value?:
    | {
        /** In units of the currency, not necessarily whole */
        amount: number;
        /** ISO 4217; absent where the service names none */
        currency?: string | undefined;
      }
    | undefined;
  /** Equal for rewards of one brand, and for no others; it means nothing else. Absent where nothing tells the brand */
  brand?: string | undefined;
  /** Its name without its price and the words that most names of the promotion share, such as "Gift Card"; absent where it has none of them */
  brand_name?: string | undefined;
  /** Text, not HTML; may be empty */
  description: string;
  /** The brand's logo, on the token server; null without one */
  logo_url: string | null;
  /** The picture of the card, on the token server; null without one */
  catalog_card_url: string | null;
}
/** All rewards of one member at this site */
export interface RewardsSessionRequest {
  /** The member whose rewards are seen: the `user.id` of earlier sessions */
  rewards_of: string;
  /** The language that the widget speaks to this session; BCP 47. Not pinned */
  locale?: string | null | undefined;
  /** Where the user is sent for help; `https:` without user information. Not pinned */
  support_url?: string | null | undefined;
  /** `staff`: somebody redeems for a customer; the words speak of the customer, and no code or link is answered but that of a reward which staff confirmed with delivery `redeem`. Not pinned */
  audience?: "staff" | null | undefined;
  /** How long the session lives, in seconds; by default 1800. Not pinned */
  ttl_seconds?: number | null | undefined;
}
/** A session for one browser */
export interface Session {
  /** For the page: lets one browser act on this order, spend this grant, or see this member's rewards. A secret of that browser */
  session_token: string;
  /** When the session ends */
  expires_at: string;
  /** The order as it was named in the request; of a grant its last order; absent in the session of a member */
  order_id?: string | undefined;
  /** That order's state now */
  state?:
    | "open"
    | "booked"
    | "processing"
    | "redeemed"
    | "activated"
    | "notified"
    | "canceled"
    | "refunded"
    | "failed"
    | "denied"
    | "blocked"
    | "expired"
    | undefined;
  /** The grant as it was named in the request */
  grant_id?: string | undefined;
  /** The grant's amount, in whole units */
  amount?: string | undefined;
  /** What is left of it now: a decimal string */
  left?: string | undefined;
}
/** An order, and what its user may choose */
export interface SessionRequest {
  /** The site's own id of the order; one order gives at most one reward, however many sessions it has */
  order_id: string;
  /** The promotion whose rewards may be chosen */
  promotion_id: string;
  /** Who gets the reward */
  user: {
    /** The user's e-mail address. The service is told it, and finds the user by its very bytes */
    email: string;
    /** The site's own id of the user, by which their rewards are listed; an order that lacks it takes it from a later session. It never reaches the browser or the service */
    id?: string | null | undefined;
  };
  /** How the reward reaches the user: `redeem` (the default) shows codes on the page, `activate` a link that makes the code when it is opened, `notify` has the service mail the user */
  delivery?: "redeem" | "activate" | "notify" | null | undefined;
  /** Limits the choice to these rewards, as a set; at least one must be the promotion's */
  skus?: readonly string[] | undefined;
  /** The site's own notes, at most 20 pairs: they come back in its orders and events, and never reach the browser */
  metadata?: { [name: string]: string } | null | undefined;
  /** What is printed for the user */
  customization?:
    | {
        /** Of the printable document that some rewards have */
        pdf?:
          | {
              /** Printed on the document */
              message?: string | null | undefined;
              /** Named on it as its sender */
              sender_name?: string | null | undefined;
            }
          | null
          | undefined;
      }
    | null
    | undefined;
  /** Fixes the value of free-value rewards, in whole units of the currency; not above `max_amount` */
  amount?: string | undefined;
  /** The most that a reward may be worth, in whole units of the currency; free-value rewards are offered only with `amount` or `max_amount`. With delivery `notify` a reward of a fixed value is offered only once its value is known */
  max_amount?: string | undefined;
  /** The language that the widget speaks to this session; BCP 47. Not pinned */
  locale?: string | null | undefined;
  /** Where the user is sent for help; `https:` without user information. Not pinned */
  support_url?: string | null | undefined;
  /** `staff`: somebody redeems for a customer; the words speak of the customer, and no code or link is answered but that of a reward which staff confirmed with delivery `redeem`. Not pinned */
  audience?: "staff" | null | undefined;
  /** How long the session lives, in seconds; by default 1800. Not pinned */
  ttl_seconds?: number | null | undefined;
  /** What amounts are shown in until a redemption says; ISO 4217. Not pinned */
  currency?: string | null | undefined;
  /** Who sits at the browser, where that is not the user: the site's own name for them. Noted with a confirmation as `confirmed_by`, and not pinned */
  actor?: string | null | undefined;
  /** How many of the site's points one unit of the currency costs: prices are then shown in points, too. The widget books none; not pinned */
  points_per_unit?: number | null | undefined;
  /** The sender's words to the user, shown above the code; text, not HTML. Not pinned */
  message?: string | null | undefined;
  /** Headings under which the picker shows and filters rewards, in this order. Not pinned */
  groups?:
    | readonly {
        /** The heading; text, not HTML */
        name: string;
        /** Its rewards; others than the offered ones are ignored */
        skus: readonly string[];
      }[]
    | null
    | undefined;
}
/** Ends every session of an order, of a grant, or of a member */
export interface SessionsEnd {
  /** The order whose sessions end */
  order_id?: string | null | undefined;
  /** The grant whose sessions end */
  grant_id?: string | null | undefined;
  /** The member whose sessions end, those of orders and grants not included */
  rewards_of?: string | null | undefined;
  /** Why, in a few words; kept in the audit */
  reason?: string | null | undefined;
  /** The person who wants it, by the site's own name for them; kept in the audit */
  actor?: string | null | undefined;
}
/** The order as its site sees it: never with codes or a link */
export interface SiteOrder {
  /** The site's own id */
  order_id: string;
  /** How the reward reaches the user */
  delivery: "redeem" | "activate" | "notify";
  /** Which service stands behind it: only `production` is worth money */
  environment: "simulated" | "sandbox" | "production";
  /** True where a redemption itself says that it is a test */
  testing?: boolean | undefined;
  /** The promotion, as it was named when the order was opened */
  promotion: {
    /** Its id at the service */
    id: string;
    /** Its name, where the service has one */
    name?: string | undefined;
    /** The language of its rewards, as the service writes it */
    locale?: string | undefined;
  };
  /** Where the order stands */
  state:
    | "open"
    | "booked"
    | "processing"
    | "redeemed"
    | "activated"
    | "notified"
    | "canceled"
    | "refunded"
    | "failed"
    | "denied"
    | "blocked"
    | "expired";
  /** The only rewards that may be chosen; absent: all */
  skus?: readonly string[] | undefined;
  /** In whole units; absent where the session has none */
  amount_limits?:
    | {
        /** The amount that the session fixes */
        amount?: string | undefined;
        /** The most that a reward may be worth */
        max_amount?: string | undefined;
      }
    | undefined;
  /** While open: the attempt that was confirmed and ended without a reward */
  ended_attempt?: number | undefined;
  /** While open: the reward of that attempt, so that it can be told of by its name */
  ended_reward_name?: string | undefined;
  /** Which try of the order it is, from 1; to be confirmed with it */
  attempt?: number | undefined;
  /** The reward that was chosen */
  sku?: string | undefined;
  /** Its name when it was chosen */
  reward_name?: string | undefined;
  /** The amount that was chosen, for free-value rewards only */
  amount?: string | undefined;
  /** What it is worth, once the service has said */
  value?:
    | {
        /** In units of the currency, not necessarily whole */
        amount: number;
        /** ISO 4217; absent where the service names none */
        currency?: string | undefined;
      }
    | undefined;
  /** While booked: when the hold ends */
  hold_expires_at?: string | undefined;
  /** While booked: seconds until then by the service's clock; count down from these */
  hold_seconds_left?: number | undefined;
  /** While processing: what is under way */
  step?: "book" | "redeem" | "activate" | "notify" | undefined;
  /** The redemption's id, for support */
  reference?: string | undefined;
  /** Of delivery `notify`: where the mail goes, and where it went; masked alike before and after the confirmation */
  masked_email?: string | undefined;
  /** The grant that the order is part of */
  grant_id?: string | undefined;
  /** Of an order of a grant: its money now */
  grant?:
    | {
        /** What all its rewards may be worth together, in whole units */
        amount: string;
        /** ISO 4217 */
        currency: string;
        /** The values of its rewards that were confirmed and not refunded: a decimal string */
        spent: string;
        /** The rest of the amount: a decimal string */
        left: string;
        /** How many rewards were had of it */
        count: number;
        /** Whether more may be chosen. `spent`: less than one unit is left, or as many rewards were had as it is for. `closed`: by the site */
        state: "open" | "spent" | "closed";
      }
    | undefined;
  /** The site's own id of the user, until the user is forgotten */
  user_id?: string | undefined;
  /** Who confirmed in place of the user: the session's `actor`, or `staff` */
  confirmed_by?: string | undefined;
  /** Whether the user has marked the reward as used */
  is_used: boolean;
  /** When its first session opened it */
  created_at: string;
  /** When it last changed */
  updated_at: string;
  /** When the present choice was booked */
  booked_at?: string | undefined;
  /** When it was confirmed */
  confirmed_at?: string | undefined;
  /** When it was known to be redeemed */
  redeemed_at?: string | undefined;
  /** When it was known to be refunded */
  refunded_at?: string | undefined;
  /** The site's own notes on the order */
  metadata?: { [name: string]: string } | undefined;
}
/** The routes that a site's key opens. */
export interface Client {
  /**
   * Opens a session for an order of the site, for a grant, or for a member's rewards; the first one of an order or a grant pins its values.
   * `POST /v1/sessions`
   * @throws {RewardProblem} `invalid_json`, `site_key_invalid`, `promotion_not_allowed`, `promotion_not_found`, `order_conflict`, `grant_conflict`, `order_processing`, `too_large`, `unsupported_media_type`, `invalid_request`, `rate_limited`, `upstream_invalid`, `upstream_unavailable`, `upstream_forbidden`
   */
  readonly openSession: (
    given:
      | (SessionRequest & Without<"grant_id" | "rewards_max" | "rewards_of">)
      | (GrantSessionRequest & Without<"order_id" | "max_amount" | "rewards_of">)
      | (RewardsSessionRequest &
          Without<
            | "order_id"
            | "promotion_id"
            | "user"
            | "delivery"
            | "skus"
            | "metadata"
            | "customization"
            | "amount"
            | "max_amount"
            | "currency"
            | "actor"
            | "points_per_unit"
            | "message"
            | "groups"
            | "grant_id"
            | "rewards_max"
          >),
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: Session;
  }>;
  /**
   * Opens another session of an order that is there, with all that is pinned to it.
   * `POST /v1/orders/{order_id}/sessions`
   * @throws {RewardProblem} `invalid_json`, `site_key_invalid`, `promotion_not_allowed`, `order_not_found`, `order_conflict`, `too_large`, `unsupported_media_type`, `invalid_request`, `rate_limited`, `upstream_unavailable`
   */
  readonly reopenOrder: (
    given: {
      /** The site's own id of the order; of a grant's orders `{grant_id}~{k}` */
      order_id: string;
    } & ReopeningRequest,
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: Session;
  }>;
  /**
   * Ends all sessions of an order: on every instance within seconds.
   * `POST /v1/sessions/end`
   * @throws {RewardProblem} `invalid_json`, `site_key_invalid`, `order_not_found`, `grant_not_found`, `too_large`, `unsupported_media_type`, `invalid_request`, `rate_limited`, `upstream_unavailable`
   */
  readonly endSessions: (given: SessionsEnd, options?: CallOptions) => Promise<void>;
  /**
   * A grant: what is spent and left, and its orders.
   * `GET /v1/grants/{grant_id}`
   * @throws {RewardProblem} `site_key_invalid`, `grant_not_found`, `rate_limited`, `upstream_unavailable`
   */
  readonly readGrant: (
    given: {
      /** The site's own id of the grant */
      grant_id: string;
    },
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: Grant;
  }>;
  /**
   * Nothing more is chosen of the grant; what is open of it is canceled, what was confirmed goes its way.
   * `POST /v1/grants/{grant_id}/close`
   * @throws {RewardProblem} `invalid_json`, `site_key_invalid`, `grant_not_found`, `order_processing`, `too_large`, `unsupported_media_type`, `invalid_request`, `rate_limited`, `upstream_unavailable`
   */
  readonly closeGrant: (
    given: {
      /** The site's own id of the grant */
      grant_id: string;
    } & DeedRequest,
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: Grant;
  }>;
  /**
   * Opens another session of a grant that is there, with all that is pinned to it.
   * `POST /v1/grants/{grant_id}/sessions`
   * @throws {RewardProblem} `invalid_json`, `site_key_invalid`, `promotion_not_allowed`, `grant_not_found`, `grant_conflict`, `order_processing`, `too_large`, `unsupported_media_type`, `invalid_request`, `rate_limited`, `upstream_unavailable`
   */
  readonly reopenGrant: (
    given: {
      /** The site's own id of the grant */
      grant_id: string;
    } & ReopeningRequest,
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: Session;
  }>;
  /**
   * The site's orders as the ledger knows them, newest first: no call at the service.
   * `GET /v1/orders`
   * @throws {RewardProblem} `site_key_invalid`, `order_not_found`, `invalid_request`, `rate_limited`, `upstream_unavailable`
   */
  readonly listSiteOrders: (
    given?: {
      /** Of this member only */
      user_id?: string | undefined;
      /** Of this grant only */
      grant_id?: string | undefined;
      /** In this state when the order was last stored */
      state?:
        | "open"
        | "booked"
        | "processing"
        | "redeemed"
        | "activated"
        | "notified"
        | "canceled"
        | "refunded"
        | "failed"
        | "denied"
        | "blocked"
        | "expired"
        | undefined;
      /** Changed later than this */
      updated_after?: string | undefined;
      /** Orders that follow this one; absent: from the newest */
      after?: string | undefined;
      /** Entries a page */
      per_page?: number | undefined;
    },
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: readonly SiteOrder[];
  }>;
  /**
   * All that is stored of a member, as one document.
   * `GET /v1/users/{user_id}`
   * @throws {RewardProblem} `site_key_invalid`, `user_not_found`, `rate_limited`, `upstream_unavailable`
   */
  readonly readMember: (
    given: {
      /** The site's own id of the member */
      user_id: string;
    },
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: MemberData;
  }>;
  /**
   * Forgets a member in all finished orders, and names those that are not finished.
   * `POST /v1/users/{user_id}/forget`
   * @throws {RewardProblem} `invalid_json`, `site_key_invalid`, `user_not_found`, `order_processing`, `too_large`, `unsupported_media_type`, `invalid_request`, `rate_limited`, `upstream_unavailable`
   */
  readonly forgetMember: (
    given: {
      /** The site's own id of the member */
      user_id: string;
    } & DeedRequest,
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: ForgottenMember;
  }>;
  /**
   * What happened to the site's orders, in the order in which it was stored, 30 days back.
   * `GET /v1/events`
   * @throws {RewardProblem} `site_key_invalid`, `not_found`, `invalid_request`, `rate_limited`, `upstream_unavailable`
   */
  readonly listEvents: (
    given?: {
      /** What came after this event; absent: from the oldest that is kept */
      after?: string | undefined;
      /** Only these types, separated by commas */
      types?: string | undefined;
      /** `true`: only events that no webhook has delivered */
      undelivered?: boolean | undefined;
      /** Entries a page */
      per_page?: number | undefined;
    },
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: readonly Event[];
  }>;
  /**
   * Sends an event to the site's webhook again, with the same id.
   * `POST /v1/events/{event_id}/deliver`
   * @throws {RewardProblem} `site_key_invalid`, `not_found`, `invalid_request`, `rate_limited`, `upstream_unavailable`
   */
  readonly deliverEvent: (
    given: {
      /** The event */
      event_id: string;
    },
    options?: CallOptions,
  ) => Promise<void>;
  /**
   * The order as the browser sees it, never with codes or a link.
   * `GET /v1/orders/{order_id}`
   * @throws {RewardProblem} `site_key_invalid`, `order_not_found`, `rate_limited`, `upstream_unavailable`
   */
  readonly readSiteOrder: (
    given: {
      /** The site's own id of the order; of a grant's orders `{grant_id}~{k}` */
      order_id: string;
    },
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: SiteOrder;
  }>;
  /**
   * Ends an order that gave nothing yet, for good; what is only booked lapses by itself.
   * `POST /v1/orders/{order_id}/cancel`
   * @throws {RewardProblem} `invalid_json`, `site_key_invalid`, `order_not_found`, `order_processing`, `not_cancelable`, `too_large`, `unsupported_media_type`, `invalid_request`, `rate_limited`, `upstream_invalid`, `upstream_unavailable`, `upstream_forbidden`
   */
  readonly cancelOrder: (
    given: {
      /** The site's own id of the order; of a grant's orders `{grant_id}~{k}` */
      order_id: string;
    } & DeedRequest,
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: SiteOrder;
  }>;
  /**
   * Asks the service for a refund; asking again is safe.
   * `POST /v1/orders/{order_id}/refund`
   * @throws {RewardProblem} `invalid_json`, `site_key_invalid`, `order_not_found`, `order_processing`, `not_redeemed`, `too_large`, `unsupported_media_type`, `invalid_request`, `rate_limited`, `upstream_invalid`, `upstream_unavailable`, `upstream_forbidden`
   */
  readonly refundOrder: (
    given: {
      /** The site's own id of the order; of a grant's orders `{grant_id}~{k}` */
      order_id: string;
    } & DeedRequest,
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: RefundedOrder;
  }>;
  /**
   * Forgets the e-mail address, PDF message and sender name of a finished order now.
   * `DELETE /v1/orders/{order_id}/user`
   * @throws {RewardProblem} `invalid_json`, `site_key_invalid`, `order_not_found`, `order_processing`, `too_large`, `unsupported_media_type`, `invalid_request`, `rate_limited`, `upstream_unavailable`
   */
  readonly forgetUser: (
    given: {
      /** The site's own id of the order; of a grant's orders `{grant_id}~{k}` */
      order_id: string;
    } & DeedRequest,
    options?: CallOptions,
  ) => Promise<void>;
  /**
   * The same as `DELETE /v1/orders/{order_id}/user`, where a firewall lets no DELETE pass.
   * `POST /v1/orders/{order_id}/user/forget`
   * @throws {RewardProblem} `invalid_json`, `site_key_invalid`, `order_not_found`, `order_processing`, `too_large`, `unsupported_media_type`, `invalid_request`, `rate_limited`, `upstream_unavailable`
   */
  readonly forgetUserByPost: (
    given: {
      /** The site's own id of the order; of a grant's orders `{grant_id}~{k}` */
      order_id: string;
    } & DeedRequest,
    options?: CallOptions,
  ) => Promise<void>;
  /**
   * The site's promotions with their usable rewards, in pages.
   * `GET /v1/promotions`
   * @throws {RewardProblem} `site_key_invalid`, `invalid_request`, `rate_limited`, `upstream_invalid`, `upstream_unavailable`, `upstream_forbidden`
   */
  readonly listPromotions: (
    given?: {
      /** Which page, from 1; one beyond the end is empty */
      page?: number | undefined;
      /** Entries a page */
      per_page?: number | undefined;
    },
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: readonly Promotion[];
    /** Where the page stands */
    paging: Paging;
  }>;
  /**
   * The redemptions of the site's orders, filtered, sorted, in pages or as a CSV file; never codes, links or users.
   * `GET /v1/redemptions`
   * @throws {RewardProblem} `site_key_invalid`, `promotion_not_allowed`, `invalid_request`, `rate_limited`, `upstream_invalid`, `upstream_unavailable`, `upstream_forbidden`
   */
  readonly listRedemptions: (
    given?: {
      /** Which page, from 1; one beyond the end is empty */
      page?: number | undefined;
      /** Entries a page */
      per_page?: number | undefined;
      /** Of this promotion only */
      promotion_id?: string | undefined;
      /** Of this reward only */
      reward_sku?: string | undefined;
      /** Of the user with this address, byte for byte as the session gave it */
      email?: string | undefined;
      /** Of this order only, by the site's own id */
      order_id?: string | undefined;
      /** In this state at the service */
      state?:
        | "pending"
        | "booked"
        | "redeemed"
        | "denied"
        | "failed"
        | "refunded"
        | "blocked"
        | "canceled"
        | "expired"
        | undefined;
      /** Redeemed at or after this time */
      redeemed_datetime_start?: string | undefined;
      /** Redeemed at or before this time */
      redeemed_datetime_end?: string | undefined;
      /** Activated at or after this time */
      activation_datetime_start?: string | undefined;
      /** Activated at or before this time */
      activation_datetime_end?: string | undefined;
      /** Refunded at or after this time */
      refund_datetime_start?: string | undefined;
      /** Refunded at or before this time */
      refund_datetime_end?: string | undefined;
      /** By this date, with `-` the latest first; what lacks the date comes last. Default: in the order in which they became known */
      sort?:
        | "activation_datetime"
        | "-activation_datetime"
        | "updated_datetime"
        | "-updated_datetime"
        | "redeem_datetime"
        | "-redeem_datetime"
        | "refund_datetime"
        | "-refund_datetime"
        | undefined;
    },
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: readonly Redemption[];
    /** Where the page stands */
    paging: Paging;
  }>;
  /**
   * Who did what, and why, newest first: of a site its own entries, of an operator all.
   * `GET /v1/audit`
   * @throws {RewardProblem} `site_key_invalid`, `operator_key_invalid`, `origin_not_allowed`, `invalid_request`, `rate_limited`, `upstream_unavailable`
   */
  readonly listAudit: (
    given?: {
      /** Of this site only */
      site?: string | undefined;
      /** About this order only */
      order_id?: string | undefined;
      /** Of this key or site only */
      who?: string | undefined;
      /** The id of an entry: those that are older */
      after?: string | undefined;
      /** Entries a page */
      per_page?: number | undefined;
    },
    options?: CallOptions,
  ) => Promise<{
    /** The answer */
    data: readonly AuditEntry[];
  }>;
}
/** Method and path of each call. */
export const ROUTES = {
  openSession: "POST /v1/sessions",
  reopenOrder: "POST /v1/orders/{order_id}/sessions",
  endSessions: "POST /v1/sessions/end",
  readGrant: "GET /v1/grants/{grant_id}",
  closeGrant: "POST /v1/grants/{grant_id}/close",
  reopenGrant: "POST /v1/grants/{grant_id}/sessions",
  listSiteOrders: "GET /v1/orders",
  readMember: "GET /v1/users/{user_id}",
  forgetMember: "POST /v1/users/{user_id}/forget",
  listEvents: "GET /v1/events",
  deliverEvent: "POST /v1/events/{event_id}/deliver",
  readSiteOrder: "GET /v1/orders/{order_id}",
  cancelOrder: "POST /v1/orders/{order_id}/cancel",
  refundOrder: "POST /v1/orders/{order_id}/refund",
  forgetUser: "DELETE /v1/orders/{order_id}/user",
  forgetUserByPost: "POST /v1/orders/{order_id}/user/forget",
  listPromotions: "GET /v1/promotions",
  listRedemptions: "GET /v1/redemptions",
  listAudit: "GET /v1/audit",
} as const;
