/** Whether the call of a confirmation may be sent again, and from when. Pure. Source: integrity rules 2 to 4. */
import { FAILED_RETRIES } from "../timing.ts";
import { mayRepeatIdentically } from "./first-sighting.ts";
import { type Attempt, CONFIRMING, type Confirming, type Operation, type Order } from "./model.ts";
import { claim, confirmationKnownSent, sendableFrom } from "./sends.ts";

/** Which changing call the last known state allows; undefined: only go on reading. */
export function repeatableCall(attempt: Attempt, operation: Confirming, now: number): Operation | undefined {
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

/** Whether the loop may send it at once: the last known state and the budget allow it, and nobody else is sending. */
export function isRepeatDue({ pins }: Order, attempt: Attempt, now: number): boolean {
  if (attempt.request || claim(attempt, now)) return false;
  const operation = repeatableCall(attempt, CONFIRMING[pins.delivery], now);
  return operation !== undefined && sendableFrom(attempt, operation, now) <= now;
}
