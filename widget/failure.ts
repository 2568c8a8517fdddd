/** What a failed call tells the widget: one of the server's problem codes, or one of three of our own. */
import type { ProblemCode } from "../shared/problems.ts";

/**
 * `offline`: no answer arrived. `unreadable`: an answer that is not the token server's (a proxy's page, say).
 * `not_made`: what was confirmed ended without a code, and the order can be chosen for again.
 */
export type FailureCode = ProblemCode | OwnCode;
type OwnCode = "offline" | "unreadable" | "not_made";

/** Codes that are the widget's own and no problem codes. */
export const isOwn = (code: FailureCode): code is OwnCode =>
  code === "offline" || code === "unreadable" || code === "not_made";

export interface Failure {
  readonly code: FailureCode;
  /** Milliseconds the server asks to wait. */
  readonly retryAfter?: number;
  readonly requestId?: string;
  /** The redemption id, where the server names it although the call failed. */
  readonly reference?: string;
  /** Nothing answered in time, whatever the connection does. */
  readonly isLate?: boolean;
  /** It answered a confirmation, so that what it leaves open is more than a choice. */
  readonly isOfConfirmation?: boolean;
}

/** True when the server may have acted although we hold no answer of it. */
export function isUnanswered(failure: Failure): boolean {
  return failure.code === "offline" || failure.code === "unreadable";
}

/** True when asking the same again later can help without the person doing anything. */
export function isPassing(failure: Failure): boolean {
  switch (failure.code) {
    case "offline":
    case "unreadable":
    case "rate_limited":
    case "order_processing":
    case "upstream_invalid":
    case "upstream_unavailable":
      return true;
    default:
      return false;
  }
}
