/**
 * The stored row of an order: intents and proven facts; never a code, PIN or link. docs/redemption.md has the rules that comments
 * name by number, and defines "a lost ledger".
 */
import type { Delivery } from "../../shared/wire.ts";

/** The values that the first session pins to the order; every later session must have the same. */
export interface Pins {
  readonly promotion_id: string;
  /** Byte for byte as the site sent it: the service compares the same way. Null once the user was forgotten (server/user-data). */
  readonly email: string | null;
  readonly delivery: Delivery;
  /** Sorted, without repeats: a set. */
  readonly skus: readonly string[] | null;
  readonly amount: string | null;
  readonly max_amount: string | null;
  /** Goes with the e-mail address. */
  readonly customization: {
    readonly pdf: { readonly message?: string; readonly sender_name?: string };
  } | null;
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
export const OPERATIONS = ["book", "create", "redeem", "activate", "cancel", "refund"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A call that is sent only after a user's confirmation. */
export type Confirming = Extract<Operation, "create" | "redeem" | "activate">;

/** The call that a confirmation causes. Source: contract, "delivery". */
export const CONFIRMING = {
  redeem: "redeem",
  activate: "activate",
  notify: "create",
} as const satisfies Record<Delivery, Confirming>;

/** The requests of a site's backend. Source: contract, cancel and refund. */
export type SiteRequest = Extract<Operation, "cancel" | "refund">;

/** A changing call that was announced in the ledger before it was sent. */
export interface Send {
  readonly operation: Operation;
  /** Service time, epoch ms, just before sending. */
  readonly at: number;
  /** The process that sends; a restarted process is another one. */
  readonly by: string;
  /**
   * `unanswered`: no answer was seen (still under way, or the process died). `doubt`: the call was sent, and its answer proves
   * nothing. `clear`: the service's answer settles the outcome. `turned_away`: the token was refused, which proves that the call
   * did nothing.
   */
  readonly outcome: "unanswered" | "doubt" | "clear" | "turned_away";
}

/** Where an attempt stands; closed by `never` checks in next.ts, attention.ts and orders/view.ts, and by the table of effects.ts. */
export type Phase =
  /** Book is announced, its outcome not known yet. */
  | "booking"
  /** The service holds a code (when possible); the user has not confirmed. */
  | "booked"
  /** The user confirmed; the outcome of the confirmation's call (CONFIRMING) is not known yet. */
  | "confirmed"
  /** The user has a link, made by Activate or mailed after Create; the code is made when the user opens it. */
  | "linked"
  | "redeemed"
  | "refunded"
  /** Book or Create was clearly refused or never sent, or the order id belongs to another redemption that has ended. */
  | "refused"
  /** The user chose again, the hold ended or cannot be confirmed, or the attempt gave way: see docs/redemption.md. */
  | "given_up"
  /** The attempt ended without a code, was canceled for the site, or was released: see docs/redemption.md. */
  | "void"
  /** A person has to look: see `stop`. */
  | "stopped";

/** Why an attempt stands still. */
export type Stop =
  | "failed"
  | "denied"
  | "blocked"
  | "expired"
  | "unknown_state"
  | "other_parameters"
  /** The service has a redemption under this order id that it does not list for this order's user. */
  | "other_user"
  | "debited"
  | "later_attempt"
  /** The redemption belongs to an attempt of another order. */
  | "redemption_taken";

/** Why an order is on the operator's list. */
export type Attention = Stop | "outcome_unknown" | "codes_unreadable" | "debited_hold";

/** The facts of an attempt's redemption that the service reported, and when. */
export interface Evidence {
  /** Rises whenever earlier observations are outdated: see evidence.ts. */
  readonly revision: number;
  /** The revision under which the last observation that counted was asked. */
  readonly observed: number;
  /** The state that the service last named, or our own word `unlisted` (first-sighting.ts); null before the first. */
  readonly state: string | null;
  /** The value of the redemption. */
  readonly value: { readonly amount: number; readonly currency?: string } | null;
  /** The redemption was made in the service's test mode. */
  readonly testing: boolean;
  /** Times that the confirmed attempt was `failed`, once for each revision, or its reward unavailable for a repeat. */
  readonly failures: number;
  /** The last answer showed a payment, or a code was seen at some time; absent otherwise. */
  readonly billed?: true;
  /** A code of the redemption was seen at some time. */
  readonly had_code?: true;
  /** The service calls this attempt's hold `pending`: that state alone does not mean that the user has a link. */
  readonly hold_state?: "pending";
  /** When the service last changed the observed redemption, by the service's own clock, epoch ms. */
  readonly changed_at?: number;
  /** When a call last got an answer that proved its outcome, service time, epoch ms. */
  readonly answered_at?: number;
  /** Since when a hold that was called `pending` is a link, service time, epoch ms. */
  readonly link_since?: number;
  /** Since when a redemption under this order id is known that is not listed for this order's user, service time, epoch ms. */
  readonly unlisted_since?: number;
  /** Under this order id the service has a redemption of another user; it does not belong to this order. */
  readonly others?: true;
  /** Since when the service says `redeemed` and shows no codes, service time, epoch ms. */
  readonly codeless_since?: number;
  /** The codes or the link cannot be shown, or did not come in time. */
  readonly unreadable?: true;
}

/** When the outcome is asked for next. */
export interface Retry {
  /** Tries so far, for the waits between them. */
  readonly tries: number;
  /** Service time before which nothing is tried again, epoch ms. */
  readonly until: number;
}

export interface Attempt {
  readonly n: number;
  readonly upstream_order_id: string;
  readonly sku: string;
  readonly amount: string | null;
  readonly reward_name: string;
  /** The user's choice here; `sku` and `amount` are then those that a lost ledger chose. */
  readonly chosen?: { readonly sku: string; readonly amount: string | null };
  /** Service time, epoch ms. */
  readonly opened_at: number;
  /** When the user confirmed the booked reward, service time, epoch ms. */
  readonly confirmed_at?: number;
  readonly phase: Phase;
  /** Why the attempt stands still; null if it does not. */
  readonly stop: Stop | null;
  /**
   * Service time of the hold's end: 30 minutes after `opened_at`, or earlier as observed; `opened_at` if the attempt has no hold, or
   * one whose end is unknown. A wrong clock may have stored a later end (`endsTooLate` in hold.ts).
   */
  readonly hold_ends_at: number;
  readonly redemption_id: string | null;
  readonly evidence: Evidence;
  /** Calls of the last minutes, oldest first; of older calls only the first of each operation and outcome, and the last Book. */
  readonly sends: readonly Send[];
  readonly retry: Retry;
  /** Why the Book or Create was refused, as reported to the browser. */
  readonly refusal: {
    readonly code: "reward_unavailable" | "upstream_unavailable" | "upstream_forbidden";
    /** When a Create was refused (see REFUSAL_SETTLED), or another redemption found under the order id, service time, epoch ms. */
    readonly at?: number;
  } | null;
  /** The site's request that has no answer yet. */
  readonly request?: {
    readonly operation: SiteRequest;
    /** Service time, epoch ms; calls before it answer another request. */
    readonly at: number;
  };
  /** When an operator released the attempt in the state last seen (server/attention/release.ts), service time, epoch ms. */
  readonly released_at?: number;
}

export interface Order {
  readonly site: string;
  readonly order_id: string;
  readonly version: number;
  readonly pins: Pins;
  readonly promotion: { readonly name?: string; readonly locale?: string };
  readonly attempts: readonly Attempt[];
  /** Number of the current attempt; null when there is none. */
  readonly current: number | null;
  /** The site canceled the order; final. */
  readonly canceled: boolean;
  /** Derived from the rest whenever the row is stored (attention.ts): the operators' list is a query for it. */
  readonly attention: Attention | null;
  /** Since when the order needs a person, wall clock, epoch ms; absent if it needs none, and in older rows. */
  readonly attention_since?: number;
  /** Replaces a forgotten e-mail address. */
  readonly forgotten_email?: ForgottenEmail;
  /**
   * By how much the service's clock was ahead of the machine's wall clock when the row was first replaced, ms; absent before that,
   * and in older rows. See row-times.ts.
   */
  readonly clock_offset?: number;
  /** The stored time of each converted time, epoch ms; in memory only. See row-times.ts. */
  readonly times?: ReadonlyMap<number, number>;
  /** When the reconciler should look (service time, epoch ms); null at rest. */
  readonly due_at: number | null;
  /** Wall clock, epoch ms. */
  readonly created_at: number;
  readonly updated_at: number;
}

export interface OrderKey {
  readonly site: string;
  readonly order_id: string;
}

/** One string for both: a site id has no slash. */
export const nameOf = ({ site, order_id }: OrderKey): string => `${site}/${order_id}`;

export function currentAttempt(order: Order): Attempt | undefined {
  return order.attempts.find((attempt) => attempt.n === order.current);
}

export const attemptOf = ({ attempts }: Pick<Order, "attempts">, n: number): Attempt | undefined =>
  attempts.find((attempt) => attempt.n === n);

/** A change of an attempt; `evidence` names only the members that change. */
export type AttemptChange = Partial<Omit<Attempt, "evidence">> & { readonly evidence?: Partial<Evidence> };

/** The order with one attempt changed. */
export function withAttempt(order: Order, n: number, change: AttemptChange): Order {
  return {
    ...order,
    attempts: order.attempts.map((attempt) => (attempt.n === n ? changed(attempt, change) : attempt)),
  };
}

export const changed = (attempt: Attempt, { evidence, ...change }: AttemptChange): Attempt => ({
  ...attempt,
  ...change,
  evidence: { ...attempt.evidence, ...evidence },
});
