/** The log line for a changing call and its outcome: never with codes, PINs or links. */
import type { Log, LogFields } from "../log.ts";
import type { Outcome } from "./outcome.ts";

/** @param call the order, the attempt and the operation */
export function logOutcome(
  log: Log,
  call: Required<Pick<LogFields, "site" | "order_id" | "attempt" | "operation">>,
  outcome: Outcome,
): void {
  const { site, order_id, operation } = call;
  log[outcome.kind === "answered" ? "info" : "warn"]("changing call", {
    ...call,
    outcome: outcome.kind,
    ...(outcome.kind === "answered" && {
      state: outcome.redemption.state,
      reference: outcome.redemption.id,
    }),
    ...(outcome.kind === "refused" && { status: outcome.status, error_name: outcome.error }),
    ...(outcome.kind === "unknown" && { reason: outcome.cause }),
  });
  if (operation === "create" && outcome.kind === "answered" && outcome.redemption.notifies === false)
    log.warn("nobody may be notified: the redemption names no channel", { site, order_id });
}
