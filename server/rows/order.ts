/**
 * The stored row of an order: what was wanted, and what is known; never a code, PIN or link. Two kinds of writers share a row, and
 * neither touches the other's part: requests write `wanted`, the order's worker writes `known`. All times are epoch ms by the clock
 * of the database. docs/proof/course.md tells the story; docs/proof/rules.md has the rules by number.
 */
import { AMOUNT_LIMITS, type AmountLimit } from "../../shared/amounts.ts";
import type { Delivery, OrderState } from "../../shared/wire.ts";

/**
 * What limits the choice of an order. Whoever hands limits on hands on this whole, so that a new limit is added here (or, where it
 * is an amount, to AMOUNT_LIMITS) and where its rule is.
 */
export interface Limits extends Readonly<Record<AmountLimit, string | null>> {
  readonly delivery: Delivery;
  /** Sorted, without repeats: a set. */
  readonly skus: readonly string[] | null;
}

/** The values that the first session pins to the order; every later session must have the same. */
export interface Pins extends Limits {
  readonly promotion_id: string;
  /** Byte for byte as the site sent it: the service compares the same way. Null once the user was forgotten (server/user-data). */
  readonly email: string | null;
  /** Goes with the e-mail address. */
  readonly customization: {
    readonly pdf: { readonly message?: string; readonly sender_name?: string };
  } | null;
  /** The site's own notes, which come back in its orders and events; sorted by name. */
  readonly metadata: Readonly<Record<string, string>> | null;
}

/** The kept data of a forgotten user: enough to recognise the address and texts, too little to learn them. */
export interface ForgottenEmail {
  /** Random, base64url. */
  readonly salt: string;
  /** Base64url; see server/user-data/email-digest.ts. */
  readonly digest: string;
  /** `m•••@example.com`, where the order shows it. */
  readonly masked?: string;
}

/** The calls that change a redemption, as the interface names them. */
export type Operation = "book" | Confirming | "cancel" | "refund";

/** A call that is sent only after a user's confirmation. */
export type Confirming = "create" | "redeem" | "activate";

/** The pins that a session need not name. */
export const UNPINNED: Omit<Pins, "promotion_id" | "email" | "delivery"> = {
  ...(Object.fromEntries(AMOUNT_LIMITS.map((limit) => [limit, null])) as Record<AmountLimit, null>),
  skus: null,
  customization: null,
  metadata: null,
};

const LIMITS = Object.keys({
  ...(Object.fromEntries(AMOUNT_LIMITS.map((limit) => [limit, true])) as Record<AmountLimit, true>),
  delivery: true,
  skus: true,
} satisfies Record<keyof Limits, true>) as (keyof Limits)[];

/** The limits among the pins. */
export const limitsOf = (pins: Pins): Limits =>
  Object.fromEntries(LIMITS.map((limit) => [limit, pins[limit]])) as unknown as Limits;

/** The call that a confirmation causes. Source: docs/server/routes.md, "Deliveries". */
export const CONFIRMING = {
  redeem: "redeem",
  activate: "activate",
  notify: "create",
} as const satisfies Record<Delivery, Confirming>;

/** A choice that was checked against the session's limits and the catalog. */
export interface Chosen {
  readonly sku: string;
  /** Whole units; null for a reward of a fixed value. */
  readonly amount: string | null;
  readonly reward_name: string;
  /** The session's currency: a `max_amount` can be held only against a value in this currency, where the session names one. */
  readonly currency: string | null;
}

/** What requests ask for. Counts only rise; the worker notes in `known` how far they are handled. */
export interface Wanted {
  readonly choices: number;
  readonly choice: Chosen | null;
  /** The attempt that the user confirmed. */
  readonly confirmed: number | null;
  /** The link of an activated order, once more. */
  readonly links: number;
  readonly cancels: number;
  readonly refunds: number;
  /** An operator's releases of the stuck attempt. */
  readonly releases: number;
  /** What an operator has seen to: see needs-person.ts for the form. */
  readonly acknowledged: readonly string[];
  /** Who sat at the browser at the last confirmation, where the session says that it was not the user. */
  readonly confirmed_by: Confirmer | null;
}

/** Who confirmed in place of the user. Source: docs/server/staff.md. */
export interface Confirmer {
  /** The site's own name for the person or counter. */
  readonly actor: string | null;
  readonly is_staff: boolean;
}

/** Before the first request. */
export const NOTHING_WANTED: Wanted = {
  choices: 0,
  choice: null,
  confirmed: null,
  links: 0,
  cancels: 0,
  refunds: 0,
  releases: 0,
  acknowledged: [],
  confirmed_by: null,
};

/** Where an attempt stands; closed by `never` checks in course.ts and view.ts, and by the table of answers.ts. */
export type Phase =
  /** A Book may have left; its outcome is not known. */
  | "booking"
  /** The service holds a code (when possible). Other holds than the current one wait for their end, or to be chosen again. */
  | "held"
  /** A Redeem, Activate or Create may have left; its outcome is not known. */
  | "confirmed"
  /** There is a product or a link. `state` says whether it was refunded, the `codes_…` fields whether its codes came. */
  | "made"
  /** Ended without a reward: see `reason`. */
  | "over"
  /** A person has to look: see `reason`. */
  | "stuck"
  /** A person released it: the service is asked once more, and the attempt ends unless a reward can still come of it. */
  | "released";

/** Why an attempt is over. */
export type End =
  /** The service refused the Book or Create, or nothing was sent: see `refusal`. */
  | "refused"
  /** The hold ran out. */
  | "lapsed"
  /** The booked value is above `max_amount`, or cannot be held against it. */
  | "above_limit"
  /** The service ended the redemption, or a person released it. */
  | "ended";

/** Why an attempt is stuck. */
export type Stop =
  | "failed"
  | "denied"
  | "blocked"
  | "expired"
  | "unknown_state"
  /** The redemption carries another SKU, amount or delivery than the attempt. */
  | "other_parameters"
  /** The redemption ended without a confirmed code, and is debited or shows codes. */
  | "debited"
  /** The service refused a Create after an earlier sending whose outcome is unknown. */
  | "outcome_unknown"
  /** After a lost ledger, the service has several rewards for the order. */
  | "several_rewards"
  /** The redemption belongs to an attempt of another order. */
  | "redemption_taken";

export interface Attempt {
  readonly n: number;
  readonly upstream_order_id: string;
  readonly sku: string;
  readonly amount: string | null;
  readonly reward_name: string;
  readonly currency: string | null;
  /** When the Book or Create was first announced: a hold ends 30 minutes later (rule 7). */
  readonly opened_at: number;
  readonly confirmed_at: number | null;
  /** As it was wanted. */
  readonly confirmed_by: Confirmer | null;
  readonly phase: Phase;
  /** Of `over` and `stuck`. */
  readonly reason: End | Stop | null;
  readonly redemption_id: string | null;
  /** As the service last named it. */
  readonly state: string | null;
  readonly value: { readonly amount: number; readonly currency?: string } | null;
  /** The redemption was made in the service's test mode. */
  readonly testing: boolean;
  /** The service called the redemption `redeemed` at some time… */
  readonly was_redeemed: boolean;
  /** …or showed codes of it. */
  readonly had_codes: boolean;
  readonly debited: boolean;
  /** When calls that may have had an effect left, of the last ten minutes (rule 9). */
  readonly sent: readonly number[];
  /** The outcome of an earlier Create is unknown (rule 5). */
  readonly in_doubt: boolean;
  /** How often the confirmed redemption was `failed`, or a doubtful Create refused. */
  readonly failures: number;
  /** Why the service refused the last call, as a browser is told. */
  readonly refusal: "reward_unavailable" | "upstream_unavailable" | "upstream_forbidden" | null;
  /** Since when the service says `redeemed` without codes. */
  readonly codes_missing_since: number | null;
  /** The codes or the link came, and cannot be shown. */
  readonly codes_unreadable: boolean;
}

/** What an attempt knows before the service has said anything. */
export const UNSEEN: Omit<
  Attempt,
  keyof Chosen | "n" | "upstream_order_id" | "opened_at" | "confirmed_at" | "phase"
> = {
  confirmed_by: null,
  reason: null,
  redemption_id: null,
  state: null,
  value: null,
  testing: false,
  was_redeemed: false,
  had_codes: false,
  debited: false,
  sent: [],
  in_doubt: false,
  failures: 0,
  refusal: null,
  codes_missing_since: null,
  codes_unreadable: false,
};

/** A changing call that was announced and has no clear answer yet. */
export interface Call {
  readonly operation: Operation;
  readonly n: number;
  /** When it was first announced. */
  readonly since: number;
  /** Whether the service was asked after the last sending, so that the call may be repeated (I17). */
  readonly asked: boolean;
  /** When a Create was clearly refused: it is looked for four minutes later (rule 5). */
  readonly refused_at: number | null;
}

/** What the worker knows. */
export interface Known {
  /** The handled part of each count in `wanted`. */
  readonly choices: number;
  readonly links: number;
  readonly cancels: number;
  readonly refunds: number;
  readonly releases: number;
  /** The site canceled the order; final. */
  readonly canceled: boolean;
  /** The number of the attempt that the order is about. */
  readonly current: number | null;
  readonly attempts: readonly Attempt[];
  readonly call: Call | null;
  /** When the attempts of the last 24 hours were opened (rule 6). */
  readonly opened: readonly number[];
  /** The highest number that an attempt ever had. */
  readonly last_n: number;
  /** Tries since the last progress, for the waits between them. */
  readonly tries: number;
  /** Nothing is asked or repeated before this time. */
  readonly look_at: number;
  /** The recovery of the ledger, by its time, after which the order was looked up at the service (rule 16). */
  readonly looked_up_for: number | null;
  /** Since when the look-up was tried without an end. */
  readonly look_up_since: number | null;
}

/** Before the first step. */
export const NOTHING_KNOWN: Known = {
  choices: 0,
  links: 0,
  cancels: 0,
  refunds: 0,
  releases: 0,
  canceled: false,
  current: null,
  attempts: [],
  call: null,
  opened: [],
  last_n: 0,
  tries: 0,
  look_at: 0,
  looked_up_for: null,
  look_up_since: null,
};

/** Why an order is on the operator's list. */
export type Attention = Stop | "codes_unreadable" | "debited_hold";

/** What the site's events last told of an order. */
export interface Told {
  /** Of the last event; 0 before the first. */
  readonly sequence: number;
  /** Null before the first event. */
  readonly state: OrderState | null;
  readonly attempt: number | null;
  readonly attention: Attention | null;
  /** When the present choice was booked, and what became of it: epoch ms. */
  readonly booked_at: number | null;
  readonly redeemed_at: number | null;
  readonly refunded_at: number | null;
}

/** A call that left for an attempt, or what the service answered. */
export interface Dealing {
  /** Epoch ms. */
  readonly at: number;
  readonly n: number;
  readonly kind: "sent" | "answered";
  /** An operation; a state of the service, `refused` or `turned_away`. */
  readonly what: string;
}

/** Before the first event. */
export const UNTOLD: Told = {
  sequence: 0,
  state: null,
  attempt: null,
  attention: null,
  booked_at: null,
  redeemed_at: null,
  refunded_at: null,
};

/** The grant that an order is part of: its terms, equal in each of its orders, and where this order stands in it. Source: rows/grant.ts. */
export interface GrantPart {
  /** Whole units. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly rewards_max: number;
  /** The next order of the grant was opened: this one is chosen no more, and ends as canceled where it ends without a reward (rule 18). */
  readonly is_succeeded: boolean;
  /** The site closed the grant; of its last order only. */
  readonly is_closed: boolean;
}

export interface Order {
  readonly site: string;
  readonly order_id: string;
  readonly version: number;
  readonly pins: Pins;
  readonly promotion: { readonly name?: string; readonly locale?: string };
  /** The site's own id of the user, by which their rewards are listed: it stays until the site has the user forgotten. */
  readonly user_id: string | null;
  /** Null: the order stands alone. */
  readonly grant: GrantPart | null;
  /** The user's own mark. */
  readonly is_used: boolean;
  /** Replaces a forgotten e-mail address. */
  readonly forgotten_email: ForgottenEmail | null;
  readonly wanted: Wanted;
  readonly known: Known;
  /** What the site was last told of the order: see server/redemption/events.ts. */
  readonly told: Told;
  /** What went to the service and came back, the oldest first: for operators alone, written with each change (dealings.ts). */
  readonly dealings: readonly Dealing[];
  /** Derived from the rest whenever the row is stored (needs-person.ts): the operators' list is a query for it. */
  readonly attention: Attention | null;
  readonly attention_since: number | null;
  /** When the worker should look, whoever that is; null at rest. */
  readonly due_at: number | null;
  /** Derived as well (watched.ts): until when the service alone may change something. */
  readonly watched_until: number | null;
  /** Derived: the state when the row was stored, by which orders are listed. Null in a row of an older release. */
  readonly state: OrderState | null;
  /** Derived: when the reward was first there; epoch ms. */
  readonly given_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

export interface OrderKey {
  readonly site: string;
  readonly order_id: string;
}

/** The present of an order: its row, and what the database says with it. */
export interface Row {
  readonly order: Order;
  /** The worker's hold on the row; null if nobody works on the order. */
  readonly lease: { readonly name: string; readonly until: number } | null;
  /** The clock of the database when the row was read or written. */
  readonly now: number;
  /** When the ledger was last lost or restored, said or noticed (rule 16). */
  readonly recovered_at: number | null;
  /** From when the wait after it counts: later than it was noted at, where the clock was set back since. Default: `recovered_at`. */
  readonly waits_from?: number | null;
  /** The clock was set back since the row was stored: its times were moved with it, and are to be stored so (rule 19). */
  readonly is_moved?: true;
}

/** One string for both: a site id has no slash. */
export const keyText = ({ site, order_id }: OrderKey): string => `${site}/${order_id}`;

export const isLeased = ({ lease, now }: Row): boolean => lease !== null && lease.until > now;

export const attemptOf = ({ known }: Order, n: number | null): Attempt | undefined =>
  known.attempts.find((attempt) => attempt.n === n);

export const currentAttempt = (order: Order): Attempt | undefined => attemptOf(order, order.known.current);

/**
 * Whether the order is over for good without a reward: the site canceled it; or its grant was closed, or went on to the next order,
 * while this one has nothing that is or may become a reward (rule 18).
 */
export function isCanceled(order: Order): boolean {
  if (order.known.canceled) return true;
  if (!order.grant?.is_succeeded && !order.grant?.is_closed) return false;
  const phase = currentAttempt(order)?.phase;
  return phase === undefined || phase === "over" || phase === "held";
}

export const withKnown = (order: Order, change: Partial<Known>): Order => ({
  ...order,
  known: { ...order.known, ...change },
});

export const withWanted = (order: Order, change: Partial<Wanted>): Order => ({
  ...order,
  wanted: { ...order.wanted, ...change },
});

export const withAttempt = (order: Order, n: number, change: Partial<Attempt>): Order =>
  withKnown(order, {
    attempts: order.known.attempts.map((attempt) => (attempt.n === n ? { ...attempt, ...change } : attempt)),
  });

/** The row of a new order. @param now epoch ms */
export function newOrder(
  { site, order_id }: OrderKey,
  pins: Pins,
  promotion: Order["promotion"],
  now: number,
): Order {
  return {
    site,
    order_id,
    version: 1,
    pins,
    promotion,
    user_id: null,
    grant: null,
    is_used: false,
    forgotten_email: null,
    wanted: NOTHING_WANTED,
    known: NOTHING_KNOWN,
    told: UNTOLD,
    dealings: [],
    attention: null,
    attention_since: null,
    due_at: null,
    watched_until: null,
    state: "open",
    given_at: null,
    created_at: now,
    updated_at: now,
  };
}
