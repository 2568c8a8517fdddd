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
  /** In units of the currency, not necessarily whole. */
  readonly amount: number;
  /** ISO 4217; absent where the service names none. */
  readonly currency?: string | undefined;
}

/** What a listener gets: never a code, a link, an e-mail address or the session. */
export interface RewardEventDetail {
  /** The site's own id of the order. */
  readonly order_id?: string;
  /** The reward. */
  readonly sku?: string;
  /** Which try of the order it is about, from 1. */
  readonly attempt?: number;
  /** The order's state when it happened. */
  readonly state?: OrderState;
  /** Of `reward-reveal` and `reward-copy`: what it was, such as `primary` for a code and `security` for its PIN. */
  readonly usage?: Usage;
  /** What the reward is worth, where that is known. */
  readonly value?: Money;
  /** The amount that the user chose. */
  readonly amount?: string;
  /** The grant that the order is part of. */
  readonly grant_id?: string;
  /** What is left of the grant: a decimal string. */
  readonly left?: string;
  /** Of `reward-error`: the problem's stable code. */
  readonly code?: ProblemCode;
  /** Of `reward-error`: names the request in the server's log. */
  readonly request_id?: string;
}

/** Asked before a confirmation is sent; only true lets it go on. */
export type BeforeConfirm = (detail: RewardEventDetail) => boolean | Promise<boolean>;

export class RewardEvent extends CustomEvent<RewardEventDetail> {
  /** Which one it is. */
  declare readonly type: RewardEventName;

  constructor(name: RewardEventName, detail: RewardEventDetail) {
    super(name, { bubbles: true, composed: true, detail });
  }
}

type Named<Name> = RewardEvent & { readonly type: Name };

/** Every event by its name, as the element's comment describes it. */
export interface RewardEventMap {
  /** The first screen can be used. */
  readonly "reward-ready": Named<"reward-ready">;
  /** A reward was picked. */
  readonly "reward-select": Named<"reward-select">;
  /** A reward is held for the user, not yet confirmed. */
  readonly "reward-book": Named<"reward-book">;
  /** The codes exist. */
  readonly "reward-redeem": Named<"reward-redeem">;
  /** The link exists. */
  readonly "reward-activate": Named<"reward-activate">;
  /** The service mails the link. */
  readonly "reward-notify": Named<"reward-notify">;
  /** A masked code was asked for. */
  readonly "reward-reveal": Named<"reward-reveal">;
  /** A code or a link really was copied. */
  readonly "reward-copy": Named<"reward-copy">;
  /** Something went wrong; `detail.code` is the problem's code. */
  readonly "reward-error": Named<"reward-error">;
  /** The session ended and no new one was given. */
  readonly "reward-session-expired": Named<"reward-session-expired">;
}

/** The name of an event. */
export type RewardEventName = keyof RewardEventMap;

// They bubble and are composed: a page may listen anywhere.
declare global {
  interface HTMLElementEventMap extends RewardEventMap {}
  interface DocumentEventMap extends RewardEventMap {}
  interface WindowEventMap extends RewardEventMap {}
}
