/** What a failed call tells the widget: one of the server's problem codes, or one of two of our own. */
import type { ProblemCode } from "../shared/problems.ts";

/** `offline`: no answer arrived. `unreadable`: an answer that is not the token server's (a proxy's page, say). */
export type FailureCode = ProblemCode | "offline" | "unreadable";

export interface Failure {
  readonly code: FailureCode;
  /** Milliseconds the server asks to wait. */
  readonly retryAfter?: number;
  readonly requestId?: string;
  /** The redemption id, where the server names it although the call failed. */
  readonly reference?: string;
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
