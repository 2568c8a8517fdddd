/** Facts about an attempt that several rules ask for: pure. */

import type { Attempt } from "./model.ts";
import { firstConfirming } from "./sends.ts";

/** Whether the attempt is what the order has: a code, or a link to one, perhaps given back. */
export const isReached = ({ phase }: Attempt): boolean => ["redeemed", "linked", "refunded"].includes(phase);

/** Whether it may have a code or a link: a call that a confirmation stands for was announced, or it is reached. */
export const mayHaveReward = (attempt: Attempt): boolean =>
  firstConfirming(attempt) !== undefined || isReached(attempt);

/** Whether it is booked, or confirmed with no call sent yet: it gives way to what the order has already. */
export const isUnsent = (attempt: Attempt): boolean =>
  attempt.phase === "booked" || (attempt.phase === "confirmed" && !firstConfirming(attempt));

/** Whether the call that the attempt waits for is the one that makes its redemption. */
export function makesRedemption({ phase, redemption_id }: Attempt): boolean {
  return redemption_id === null && (phase === "booking" || phase === "confirmed");
}

/** Whether its Book alone can tell what became of it: it was given up, and nothing was seen under its order id. */
export const isGivenUpUnseen = ({ phase, redemption_id, evidence }: Attempt): boolean =>
  phase === "given_up" &&
  redemption_id === null &&
  evidence.unlisted_since === undefined &&
  evidence.others === undefined;

/** Whether the attempt waits for nothing but one look at what became of it. */
export const isGivenUpOrRefused = ({ phase }: Attempt): boolean =>
  phase === "given_up" || phase === "refused";
