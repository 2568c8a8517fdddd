/**
 * The actions that a clerk may try with an order. The token server decides in the end. This list only hides actions
 * that it would certainly refuse, and refunds of orders that cannot have been paid. Source: docs/server.md, "Cancel and
 * refund".
 */
import type { OrderState } from "../../shared/wire.ts";

export const ACTIONS = ["hand_out", "cancel", "refund"] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * The service refunds an order that was never redeemed only if it debited the hold. No route tells whether it did, but
 * no reward in this partner's agreements is debited before it is redeemed: an order that waits for the customer is
 * canceled.
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
  /** False if the history shows that no attempt of the order was ever redeemed. */
  readonly mayBePaid: boolean;
}

export function actionsFor(state: string, { isKept, mayBePaid }: Known): Action[] {
  const all = Object.hasOwn(BY_STATE, state) ? BY_STATE[state as OrderState] : [];
  return all.filter((action) => {
    if (action === "hand_out") return isKept;
    return action !== "refund" || state === "redeemed" || mayBePaid;
  });
}
