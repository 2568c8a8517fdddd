/** What the sandbox is for those who use it. No type of it needs another package, nor another module of the project. */

/** From which amount to which, in whole units of the currency. */
export interface SandboxRange {
  /** The least. */
  readonly min: number;
  /** The most. */
  readonly max: number;
}

/** A reward of one's own: a brand, what a redemption of it shows, and its values in whole units of the promotion's currency. */
export interface SandboxReward {
  /** The brand, as users read it; at most 40 characters. */
  readonly name: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** What it buys, in a sentence. */
  readonly about?: string;
  /** What the user gets: a code, a code with a PIN, a barcode, a QR code, a link, or an address with a number to enter there. */
  readonly shows: "code" | "pin" | "barcode" | "qr" | "link" | "access";
  /** Each a fixed value, or (once) a range from which the user takes any amount, where the session limits it. */
  readonly values: readonly (number | SandboxRange)[];
}

/** A promotion of one's own. */
export interface SandboxPromotion {
  /** Whose gift it is. Default: `Linden Rewards Club`. */
  readonly name?: string;
  /** `#rrggbb`. */
  readonly color?: string;
  /** Default: `en`. */
  readonly language?: "en" | "fr" | "de" | "es" | "ja" | "ar";
  /** ISO 4217. Default: `USD`. */
  readonly currency?: string;
  /** Whether the user gets a mail with the link. Default: no. */
  readonly notifies?: boolean;
}

/** What a site's backend says in a session: the body of `POST /v1/sessions`. */
export interface SandboxSession {
  /** The site's own number of the order; default: `order-1`, `order-2` and so on. */
  readonly order_id?: string;
  /** An amount for several rewards, in place of one order. */
  readonly grant_id?: string;
  /** The site's own id of a member whose rewards are listed, in place of one order. */
  readonly rewards_of?: string;
  /** Default: the promotion of the sandbox. */
  readonly promotion_id?: string;
  /** Default: `user@example.com`. */
  readonly user?: {
    /** Where mails go. */
    readonly email?: string;
    /** The site's own id of the member. */
    readonly id?: string;
  };
  /** Any other member, as openapi.json describes it. */
  readonly [member: string]: unknown;
}

/** What a site's backend is answered. */
export interface SandboxSessionAnswer {
  /** For the element's `session`. */
  readonly session_token: string;
  /** ISO 8601. */
  readonly expires_at: string;
  /** The order that is open: the given one, or the present one of a grant. */
  readonly order_id?: string;
  /** The grant, where the session is of one. */
  readonly grant_id?: string;
  /** Such as `open` or `redeemed`. */
  readonly state?: string;
  /** Of a grant; a decimal string. */
  readonly amount?: string;
  /** What is left of it; a decimal string. */
  readonly left?: string;
}

/** A webhook as the site's backend got it, signed and checked. */
export interface SandboxEvent {
  /** Such as `order.redeemed`. */
  readonly type: string;
  /** ISO 8601. */
  readonly timestamp: string;
  /** The event: `order_id`, `state`, `sku` and so on, never a code. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The operations of the fulfillment service. */
export type SandboxOperation =
  | "token"
  | "account"
  | "list_promotions"
  | "get_promotion"
  | "list_rewards"
  | "get_reward"
  | "list_redemptions"
  | "get_redemption"
  | "card_consult"
  | "create"
  | "create_and_redeem"
  | "book"
  | "activate"
  | "redeem"
  | "cancel"
  | "refund";

/** How a call to the service fails. */
export type SandboxFaultKind =
  /** 504 without the effect. */
  | "timeout_before"
  /** 504 after the effect: the code is made, and billed. */
  | "timeout_after"
  /** The connection breaks without the effect. */
  | "reset_before"
  /** The connection breaks after the effect. */
  | "reset_after"
  /** 504 now; the effect comes `delay_ms` later, by the service's clock. */
  | "late"
  /** The answer takes `delay_ms`. */
  | "slow"
  /** A 5xx whose body is not JSON: `status`, and `after` the effect or without it. */
  | "server_error"
  /** Status 200 and a body that cannot be read, after the effect. */
  | "garbled"
  /** 429, without the effect. */
  | "rate_limited"
  /** 422 without a reason. */
  | "invalid_request"
  /** 404. */
  | "not_found"
  /** The call works, but the redemption ends in `state`. */
  | "state"
  /** The call works, but the codes that it makes are shown only `delay_ms` later. */
  | "codes_late";

/** Calls to the service that fail. A member that its kind needs and that is missing is refused. */
export interface SandboxFault {
  /** Which calls; `*`: all. */
  readonly operation: SandboxOperation | "*";
  /** How they fail. */
  readonly kind: SandboxFaultKind;
  /** How many calls; default: one. */
  readonly times?: number | "always";
  /** How many calls pass before; default: none. */
  readonly skip?: number;
  /** Of `late`, `slow` and `codes_late`. Milliseconds. */
  readonly delay_ms?: number;
  /** Of `server_error`; default: 500. */
  readonly status?: 500 | 502 | 503;
  /** Of `server_error`: whether the call has its effect; default: it has none. */
  readonly after?: boolean;
  /** Of `rate_limited`. Seconds; default: 30. */
  readonly retry_after?: number;
  /** Of `state`: such as `denied`. */
  readonly state?: string;
}

/** What the service recorded of a call. */
export interface SandboxCall {
  /** Such as `redeem`. */
  readonly operation: string;
  /** `GET` or `POST`. */
  readonly method: string;
  /** Below the service's address. */
  readonly path: string;
  /** `{site}.{order_id}.{attempt}`. */
  readonly order_id: string | undefined;
  /** `reset`: the connection was broken. */
  readonly status: number | "reset" | undefined;
  /** The kind of the injected fault. */
  readonly fault: string | undefined;
  /** Epoch ms. */
  readonly at: number;
}

/** A code that the service made, and bills. */
export interface SandboxCode {
  /** The service's own id, which users read as the reference. */
  readonly redemption_id: string;
  /** `{site}.{order_id}.{attempt}`. */
  readonly order_id: string;
  /** The reward. */
  readonly sku: string;
  /** Its value, in units of the currency. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Such as `redeemed` or `refunded`. */
  readonly state: string;
  /** Whether the client's budget paid for it. */
  readonly debited: boolean;
}

/** A mail that the service sent. */
export interface SandboxMail {
  /** Whom. */
  readonly to: string;
  /** Its subject. */
  readonly subject: string;
  /** Where its button leads. */
  readonly url: string;
}

/** A reward's standing at the service. */
export interface SandboxRewardChange {
  /** `enabled`, `paused` or `disabled`. */
  readonly status?: string;
  /** `ready`, `no_allocation` and so on. */
  readonly state?: string;
}

/** What a site's backend answers before a confirmation is stored. */
export interface SandboxDecision {
  /** Whether it goes on. */
  readonly decision: "allow" | "deny";
  /** What the user reads where it does not. */
  readonly reason?: string;
}

/** Everything that can be made to happen, and what did. */
export interface SandboxControl {
  /** Every call that the service received, the oldest first. */
  readonly calls: readonly SandboxCall[];
  /** Every code that was made: what the client is billed for. */
  codes(): readonly SandboxCode[];
  /** The mails of promotions that notify, the oldest first. */
  outbox(): readonly SandboxMail[];
  /** Makes calls to the service fail. @returns the number that clears it */
  fault(fault: SandboxFault): number;
  /** Clears one fault, or all. */
  clearFaults(id?: number): void;
  /**
   * Loses answers on their way: the request arrives and has its effect, and nothing comes back. `page`: between the page and the token
   * server, where the page's `fetch` fails; `service`: between the token server and the service.
   * @param times how many; default 1; 0 for none any more
   */
  loseAnswers(way: "page" | "service", times?: number): void;
  /** The time of server and service, epoch ms. */
  now(): number;
  /** Moves that time ahead. Milliseconds. */
  advance(ms: number): void;
  /** What is left of a reward; `null`: as many as the budget allows. */
  setStock(sku: string, quantity: number | null): void;
  /** `paused`, `disabled` and so on. */
  setRewardStatus(sku: string, change: SandboxRewardChange): void;
  /** Ends a promotion now. */
  endPromotion(promotionId: string): void;
  /** The user opens the link that was sent. */
  openLink(redemptionId: string): void;
}

export interface SandboxOptions {
  /**
   * The promotion of sessions that name none: the id of a ready-made one, or one of one's own, with `rewards`. Default: `4001`, twelve
   * kinds of rewards in US dollars; `4002` is French, `4008` sends mails, `4003` has one reward.
   */
  readonly promotion?: string | SandboxPromotion;
  /** Rewards of one's own in place of the ready-made ones. */
  readonly rewards?: readonly SandboxReward[];
  /** In place of the system's clock, epoch ms. */
  readonly now?: () => number;
  /** Faults from the start. */
  readonly faults?: readonly SandboxFault[];
  /** What the site's backend answers before a confirmation is stored; default: it is not asked. */
  readonly authorize?: (asked: Readonly<Record<string, unknown>>) => SandboxDecision;
  /**
   * The address of a page that shows what links of rewards lead to. What it is to show comes after `#`, and is asked of `fetch`.
   * Default: such links lead nowhere.
   */
  readonly pages?: string;
  /** Called with each line that the server logs, as JSON. */
  readonly log?: (line: string) => void;
}

/** A token server of its own, its ledger and its fulfillment service. Everything ends with the page or the process. */
export interface Sandbox {
  /** For the element's `fetch`, or as a backend with `key`. Takes the routes of the token server at any address. */
  readonly fetch: typeof globalThis.fetch;
  /** The address of the token server, where one is needed. */
  readonly server: string;
  /** The site's key, for a backend's own requests. */
  readonly key: string;
  /** Opens a session, as a site's backend does. @throws SandboxRefusal what the server answered in its place */
  session(members?: SandboxSession): Promise<SandboxSessionAnswer>;
  /** The webhooks that the site's backend got, the oldest first. */
  readonly events: readonly SandboxEvent[];
  /** Faults, lost answers, time and stock; and what the service recorded. */
  readonly control: SandboxControl;
  /** Ends its timers. */
  close(): Promise<void>;
}
