/**
 * What a person may try with an order now. The token server decides in the end; this only keeps buttons away that it
 * would refuse for certain. Source: docs/server.md, "Cancel and refund".
 */
import type { OrderState } from "../../shared/wire.ts";

export const ACTIONS = ["hand_out", "cancel", "refund"] as const;
export type Action = (typeof ACTIONS)[number];

/** A refund of what is not redeemed succeeds only where the service has debited it, which nobody here can see. */
const BY_STATE: Readonly<Record<OrderState, readonly Action[]>> = {
  open: ["hand_out", "cancel"],
  booked: ["hand_out", "cancel", "refund"],
  processing: ["hand_out"],
  redeemed: ["hand_out", "refund"],
  activated: ["hand_out", "cancel", "refund"],
  notified: ["hand_out", "cancel", "refund"],
  failed: ["cancel", "refund"],
  denied: ["refund"],
  blocked: ["refund"],
  expired: ["refund"],
  canceled: [],
  refunded: [],
};

/** @param isKept whether the portal still knows the values that another session must repeat */
export function actionsFor(state: string, isKept: boolean): Action[] {
  const all = Object.hasOwn(BY_STATE, state) ? BY_STATE[state as OrderState] : [];
  return all.filter((action) => action !== "hand_out" || isKept);
}
