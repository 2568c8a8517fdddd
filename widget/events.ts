/**
 * The events for the host page. They never carry a code's value, a PIN, a link, an e-mail address or the session: the
 * controller builds a detail member by member, and only members of this type are allowed.
 * Source: docs/element/events.md.
 */
import type { OrderState } from "../shared/order-states.ts";
import type { ProblemCode } from "../shared/problems.ts";
import type { Usage } from "../shared/usages.ts";

/** Source: openapi.json, Money. */
interface Money {
  readonly amount: number;
  readonly currency?: string | undefined;
}

export interface RewardEventDetail {
  readonly order_id?: string;
  readonly sku?: string;
  readonly attempt?: number;
  readonly state?: OrderState;
  readonly usage?: Usage;
  /** What the reward is worth, where that is known. */
  readonly value?: Money;
  /** The amount that the user chose. */
  readonly amount?: string;
  /** Of a grant, with what is left of it: a decimal string. */
  readonly grant_id?: string;
  readonly left?: string;
  readonly code?: ProblemCode;
  readonly request_id?: string;
}

/** Asked before a confirmation is sent; only true lets it go on. */
export type BeforeConfirm = (detail: RewardEventDetail) => boolean | Promise<boolean>;

export type RewardEventName =
  | "reward-ready"
  | "reward-select"
  | "reward-book"
  | "reward-redeem"
  | "reward-activate"
  | "reward-notify"
  | "reward-reveal"
  | "reward-copy"
  | "reward-error"
  | "reward-session-expired";

export class RewardEvent extends CustomEvent<RewardEventDetail> {
  declare readonly type: RewardEventName;

  constructor(name: RewardEventName, detail: RewardEventDetail) {
    super(name, { bubbles: true, composed: true, detail });
  }
}

export type RewardEventMap = { readonly [Name in RewardEventName]: RewardEvent & { readonly type: Name } };

// They bubble and are composed: a page may listen anywhere.
declare global {
  interface HTMLElementEventMap extends RewardEventMap {}
  interface DocumentEventMap extends RewardEventMap {}
  interface WindowEventMap extends RewardEventMap {}
}
