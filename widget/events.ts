/**
 * What the element tells the host page. Never a code's value, a PIN, a link, an e-mail or the session: a detail is
 * built member by member in the controller, and this type is all it may carry.
 * Source: the public contract, "The element".
 */
import type { ProblemCode } from "../shared/problems.ts";
import type { Usage } from "../shared/usages.ts";
import type { OrderState } from "../shared/wire.ts";

export interface RewardEventDetail {
  readonly order_id?: string;
  readonly sku?: string;
  readonly attempt?: number;
  readonly state?: OrderState;
  readonly usage?: Usage;
  readonly code?: ProblemCode;
  readonly request_id?: string;
}

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

type RewardEventMap = Record<RewardEventName, RewardEvent>;

declare global {
  interface HTMLElementEventMap extends RewardEventMap {}
}
