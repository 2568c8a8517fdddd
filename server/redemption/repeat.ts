/** Whether the call that an attempt waits for may be sent again, and from when. Pure. Source: integrity rules 2 to 4. */
import { FAILED_RETRIES } from "../timing.ts";
import { type Attempt, CONFIRMING, type Operation, type Order } from "./model.ts";
import { claim, confirmationKnownSent, requestSend, sendableFrom } from "./sends.ts";
import { later, withoutWait } from "./waits.ts";

/** Whether the identical call may be sent again, as far as refusals and another user's redemption are concerned. */
export const mayRepeatIdentically = ({ refusal, evidence }: Attempt): boolean =>
  refusal === null && evidence.unlisted_since === undefined;

/** Which changing call the last known state, and the site's request, allow; undefined: only go on reading. */
export function repeatableCall(
  { pins }: Pick<Order, "pins">,
  attempt: Attempt,
  now: number,
): Operation | undefined {
  // A request of the site that was answered only waits until no earlier call of it can take effect.
  if (attempt.request) {
    const { operation } = attempt.request;
    return requestSend(attempt, operation)?.outcome === "clear" ? undefined : operation;
  }
  // A Book that was clearly refused is never repeated; the list shows whether a copy of it arrived all the same.
  if (attempt.phase === "booking") return mayRepeatIdentically(attempt) ? "book" : undefined;
  const operation = CONFIRMING[pins.delivery];
  // No redemption is known: the identical call again, unless it was refused (rule 2).
  if (attempt.redemption_id === null)
    return operation === "create" && mayRepeatIdentically(attempt) ? operation : undefined;
  // A call that perhaps never left is only sent inside the hold; one that left is repeated until its outcome is known.
  const mayLeave = confirmationKnownSent(attempt) || now < attempt.hold_ends_at;
  switch (attempt.evidence.state) {
    case "booked":
    case "pending":
      // A hold is not made by Create: it is a lost ledger's, and lapses.
      return mayLeave && operation !== "create" ? operation : undefined;
    case "failed":
      // A redemption that failed shows that its Create arrived.
      return (mayLeave || operation === "create") && attempt.evidence.failures <= FAILED_RETRIES
        ? operation
        : "cancel";
    default:
      return undefined;
  }
}

/**
 * The wait after an observation that shows no change. Where the call may be sent again at once there is none: another process may
 * be about to send it, and its own observation is no older.
 */
export const untilRepeat = (order: Order, attempt: Attempt, now: number): Pick<Attempt, "retry"> =>
  isRepeatDue(order, attempt, now) ? withoutWait(attempt, now) : later(attempt, now);

/** Whether the loop may send it at once: the last known state and the budget allow it, and nobody else is sending. */
function isRepeatDue(order: Pick<Order, "pins">, attempt: Attempt, now: number): boolean {
  if (claim(attempt, now)) return false;
  const operation = repeatableCall(order, attempt, now);
  return operation !== undefined && sendableFrom(attempt, operation, now) <= now;
}
