/**
 * Decides on a site's cancel and refund: pure. The decision is stored by compare-and-swap on the row it was made on, so that a
 * cancel and a user's confirmation cannot both win. Source: contract, cancel and refund; interface R7 and R8; integrity rule 10.
 */

import { ProblemError } from "../problem.ts";
import { announceIfOpen, type Decision, type RequestContext } from "./decide.ts";
import { type Attempt, currentAttempt, type Order, type SiteRequest } from "./model.ts";
import { giveUp } from "./moves.ts";
import { AT_ONCE } from "./repeat.ts";

/** Whether the service reports an attempt as debited. */
export interface Debited {
  readonly n: number;
  readonly isDebited: boolean;
}

/** `done`: the order already is in the requested state. */
export type RequestDecision = Decision | { readonly kind: "done" };

/**
 * @returns `store` if no call is needed, because a hold lapses by itself (it cannot be canceled, R7), or if the call has to wait
 *   for the recovery lookup
 */
export function decideCancel(order: Order, context: RequestContext): RequestDecision {
  if (order.canceled) return { kind: "done" };
  const current = currentAttempt(order);
  if (!current) return closed({ ...order, canceled: true }, 0, context);
  switch (current.phase) {
    case "booked": {
      if (current.request) throw new ProblemError("order_processing");
      // The hold stays the current attempt, so that the order shows what was canceled, and a debited hold can be refunded.
      const left = giveUp(order, current, context.now);
      return closed({ ...left, current: current.n, canceled: true }, current.n, context);
    }
    case "booking":
    case "confirmed":
      throw new ProblemError("order_processing");
    case "linked":
      return ask(order, current, "cancel", context);
    case "stopped":
      if (current.stop === "failed" && current.redemption_id !== null)
        return ask(order, current, "cancel", context);
      throw new ProblemError("not_cancelable");
    case "redeemed":
    case "refunded":
      throw new ProblemError("not_cancelable");
    case "refused":
    case "given_up":
    case "void":
      return closed({ ...order, canceled: true }, current.n, context);
    default:
      return current.phase satisfies never;
  }
}

/**
 * Only the service knows whether a redemption can be refunded, so it is asked, unless it just reported the redemption as not
 * debited (R8).
 * @param debited the service's latest answer about one attempt; undefined if it was not asked
 */
export function decideRefund(
  order: Order,
  context: RequestContext & { readonly debited?: Debited },
): RequestDecision {
  const current = currentAttempt(order);
  if (!current) throw new ProblemError("not_redeemed");
  switch (current.phase) {
    case "refunded":
      return { kind: "done" };
    case "booking":
    case "confirmed":
      throw new ProblemError("order_processing");
    case "booked":
    case "given_up":
    case "redeemed":
    case "linked":
    case "stopped":
      if (current.redemption_id === null) throw new ProblemError("not_redeemed");
      if (context.debited?.n === current.n && !context.debited.isDebited && current.phase !== "redeemed")
        return { kind: "done" };
      return ask(order, current, "refund", context);
    case "refused":
    case "void":
      throw new ProblemError("not_redeemed");
    default:
      return current.phase satisfies never;
  }
}

/** Closes the order in the ledger without a call: only if the recovery gate is open. */
function closed(order: Order, n: number, { isGateOpen = false }: RequestContext): RequestDecision {
  if (!isGateOpen) throw new ProblemError("upstream_unavailable");
  return { kind: "store", order, n };
}

/** One request at a time; a second identical request joins the first. */
function ask(order: Order, attempt: Attempt, operation: SiteRequest, context: RequestContext): Decision {
  if (attempt.request?.operation === operation) return { kind: "join", n: attempt.n };
  if (attempt.request) throw new ProblemError("order_processing");
  const asked: Attempt = { ...attempt, request: { operation, at: context.now }, retry: AT_ONCE };
  return announceIfOpen(order, asked, operation, context);
}
