/** The line of the log for a changing call and its outcome: never with what a redemption gives its user. */
import type { Outcome } from "../fulfillment/outcome.ts";
import type { Log } from "../log.ts";
import type { Attempt, Operation, Order } from "./model.ts";

export function logOutcome(
  log: Log,
  order: Order,
  attempt: Attempt,
  operation: Operation,
  outcome: Outcome,
): void {
  const quiet = outcome.kind === "answered";
  log[quiet ? "info" : "warn"]("changing call", {
    site: order.site,
    order_id: order.order_id,
    attempt: attempt.n,
    operation,
    outcome: outcome.kind,
    ...(outcome.kind === "answered" && {
      state: outcome.redemption.state,
      reference: outcome.redemption.id,
    }),
    ...(outcome.kind === "refused" && { status: outcome.status, error_name: outcome.error }),
    ...(outcome.kind === "unknown" && { reason: outcome.cause }),
  });
  if (operation === "create" && outcome.kind === "answered" && outcome.redemption.notifies === false)
    log.warn("nobody may be notified: the redemption names no channel", {
      site: order.site,
      order_id: order.order_id,
    });
}
