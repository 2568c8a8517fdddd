/** A failure: one of the server's problem codes, or one of the widget's own. */
import type { ProblemCode } from "../../shared/problems.ts";
import type { RewardEventDetail } from "../events.ts";

/**
 * `offline`: no answer arrived. `unreadable`: the answer is not the token server's (a proxy's page, say). `not_made`:
 * the confirmed attempt ended without a code, and the user can choose for the order again. `covered`: a confirmation
 * was pressed while its button was not visible, and was not sent. `outdated`: the browser lacks what the widget needs.
 */
export type FailureCode = ProblemCode | OwnCode;

/** Codes of the widget that are no problem codes. */
const OWN = ["offline", "unreadable", "not_made", "covered", "outdated"] as const;
type OwnCode = (typeof OWN)[number];

const isOwn = (code: FailureCode): code is OwnCode => OWN.includes(code as OwnCode);

/** What the host page learns about a failure. */
export const detailOf = ({ code, requestId }: Failure): RewardEventDetail => ({
  code: isOwn(code) ? undefined : code,
  request_id: requestId,
});

export interface Failure {
  readonly code: FailureCode;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter?: number;
  readonly requestId?: string;
  /** Of an answer. */
  readonly status?: number;
  /** The problem as it came. problem-members.ts lists the members that are used. */
  readonly problem?: Readonly<Record<string, unknown>>;
  /** The name of the reward that the failure is about; set because the screen may show another reward by now. */
  readonly about?: string | undefined;
  /** No answer arrived in time. The connection may still be there. */
  readonly isLate?: boolean;
  /** The server answers, but a file of the widget is gone, as after a page was deployed anew: only a reload helps. */
  readonly isGone?: boolean | undefined;
  /** The browser had no connection when a confirmation was to be sent: the confirmation was never sent. */
  readonly isUnsent?: boolean;
  /** The failure answered a confirmation, so more than a choice is in doubt. */
  readonly isOfConfirmation?: boolean;
}
