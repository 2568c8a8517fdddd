/** What went wrong: one of the server's problem codes, or one of our own. */
import type { ProblemCode } from "../../shared/problems.ts";
import type { RewardEventDetail } from "../events.ts";

/**
 * `offline`: no answer arrived. `unreadable`: an answer that is not the token server's (a proxy's page, say).
 * `not_made`: what was confirmed ended without a code, and the order can be chosen for again. `covered`: a confirmation was
 * pressed where its button could not be seen, and was not sent.
 */
export type FailureCode = ProblemCode | OwnCode;

/** Codes that are the widget's own and no problem codes. */
const OWN = ["offline", "unreadable", "not_made", "covered"] as const;
type OwnCode = (typeof OWN)[number];

const isOwn = (code: FailureCode): code is OwnCode => OWN.includes(code as OwnCode);

/** What the host page is told of it. */
export const detailOf = ({ code, requestId }: Failure): RewardEventDetail => ({
  code: isOwn(code) ? undefined : code,
  request_id: requestId,
});

export interface Failure {
  readonly code: FailureCode;
  /** Milliseconds the server asks to wait. */
  readonly retryAfter?: number;
  readonly requestId?: string;
  /** The problem as it came; what of it is used says problem-members.ts. */
  readonly problem?: Readonly<Record<string, unknown>>;
  /** The name of the reward that it is about, where the screen may be about another one by now. */
  readonly about?: string | undefined;
  /** Nothing answered in time, whatever the connection does. */
  readonly isLate?: boolean;
  /** The browser had no connection when a confirmation was to be sent: it never left. */
  readonly isUnsent?: boolean;
  /** It answered a confirmation, so that what it leaves open is more than a choice. */
  readonly isOfConfirmation?: boolean;
}
