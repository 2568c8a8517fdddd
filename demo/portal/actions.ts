/**
 * What a person may try with an order now. The token server decides in the end; this only keeps buttons away that it
 * would refuse for certain, and a refund of what nobody can have paid for. Source: docs/server.md, "Cancel and refund".
 */
import type { OrderState } from "../../shared/wire.ts";

export const ACTIONS = ["hand_out", "cancel", "refund"] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * A refund of what was never redeemed succeeds only where the service debited the hold. Whether it did no route says, but
 * no reward of this partner's agreements is debited before it is redeemed: what waits for the customer is canceled.
 */
const BY_STATE: Readonly<Record<OrderState, readonly Action[]>> = {
  open: ["hand_out", "cancel"],
  booked: ["hand_out", "cancel"],
  processing: ["hand_out"],
  redeemed: ["hand_out", "refund"],
  activated: ["hand_out", "cancel"],
  notified: ["hand_out", "cancel"],
  failed: ["cancel", "refund"],
  denied: ["refund"],
  blocked: ["refund"],
  expired: ["refund"],
  canceled: [],
  refunded: [],
};

export interface Known {
  /** Whether the portal still has the values that another session must repeat. */
  readonly isKept: boolean;
  /** False where the history shows that no attempt of the order was ever redeemed. */
  readonly mayBePaid: boolean;
}

export function actionsFor(state: string, { isKept, mayBePaid }: Known): Action[] {
  const all = Object.hasOwn(BY_STATE, state) ? BY_STATE[state as OrderState] : [];
  return all.filter((action) => {
    if (action === "hand_out") return isKept;
    return action !== "refund" || state === "redeemed" || mayBePaid;
  });
}
