/** Facts about an attempt that several rules use: pure. */

import type { Attempt } from "./model.ts";
import { firstConfirming } from "./sends.ts";

/** Whether the attempt is the order's reward: a code or a link to one, perhaps refunded. */
export const isReached = ({ phase }: Attempt): boolean => ["redeemed", "linked", "refunded"].includes(phase);

/** Whether the attempt may have a code or a link: a confirmation's call was announced, or the attempt is reached. */
export const mayHaveReward = (attempt: Attempt): boolean =>
  firstConfirming(attempt) !== undefined || isReached(attempt);

/** Whether the attempt is booked, or confirmed without a sent call: it gives way to a reward that the order already has. */
export const isUnsent = (attempt: Attempt): boolean =>
  attempt.phase === "booked" || (attempt.phase === "confirmed" && !firstConfirming(attempt));

/** Whether the call that the attempt waits for is the one that makes its redemption. */
export function makesRedemption({ phase, redemption_id }: Attempt): boolean {
  return redemption_id === null && (phase === "booking" || phase === "confirmed");
}

/** Whether the attempt was given up and nothing was seen under its order id: only the answer to its Book can show the outcome. */
export const isGivenUpUnseen = ({ phase, redemption_id, evidence }: Attempt): boolean =>
  phase === "given_up" &&
  redemption_id === null &&
  evidence.unlisted_since === undefined &&
  evidence.others === undefined;

/** Whether the attempt only waits for one reading of its outcome. */
export const isGivenUpOrRefused = ({ phase }: Attempt): boolean =>
  phase === "given_up" || phase === "refused";
