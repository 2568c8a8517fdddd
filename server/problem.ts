/**
 * From error to problem, in one place: RFC 9457 problem details with a stable code and a detail that is safe to show.
 * Nothing of an unexpected error (message, cause, input) ever reaches the answer.
 */
import { PROBLEMS, type ProblemCode } from "../shared/problems.ts";
import type { Problem, PromotionReason } from "../shared/wire.ts";
import { UpstreamError } from "./fulfillment/client.ts";
import { LedgerUnavailable } from "./ledger/ledger.ts";

/** Why a promotion is not available, and since or until when. Times as the service wrote them. */
export interface PromotionGap {
  readonly reason: PromotionReason;
  readonly start_datetime?: string;
  readonly end_datetime?: string;
}

export interface ProblemExtras {
  readonly detail?: string;
  /** For the Retry-After header. */
  readonly retryAfterMs?: number;
  /** The redemption id that support will ask for. */
  readonly reference?: string;
  /** With `promotion_unavailable`. */
  readonly promotion?: PromotionGap;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** Thrown anywhere below a route; the app turns it into the answer. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, extras: ProblemExtras = {}) {
    super(code);
    this.code = code;
    this.extras = extras;
  }
}

/**
 * What is told when the thrower has nothing more exact to say. None of them speaks of what the user was charged: that
 * follows from the order's state and not from one refused request.
 */
const DETAILS: Partial<Record<ProblemCode, string>> = {
  hold_expired: "The reservation ran out before it could be confirmed, so nothing was sent. Book again.",
  order_processing: "The order has been confirmed and is still being worked on. It is never charged twice.",
  order_finished: "The order is finished; nothing more can be chosen for it.",
  confirmation_mismatch:
    "What was confirmed is not what is booked, so nothing was sent. Read the order again.",
  not_redeemed: "Nothing was redeemed for this order.",
  not_cancelable: "The reward was handed out, or the service does not allow it to be canceled any more.",
  delivery_mismatch: "The session hands this reward over in another way, so nothing was sent.",
  balance_unavailable: "The balance of this card cannot be looked up.",
  not_booked: "Nothing is booked for this order, so nothing was sent.",
  reward_unavailable: "This reward cannot be had at the moment. Choose another one.",
  out_of_stock: "This reward is out of stock. Choose another one.",
  attempts_exhausted:
    "Too many rewards were reserved for this order. Choose one of them again, or try again later.",
  codes_unreadable:
    "The reward was issued, but its codes could not be read. Contact support with the reference.",
  upstream_unavailable: "The fulfillment service cannot be reached at the moment. Try again in a moment.",
  order_conflict:
    "A session with this order_id exists with another promotion, user, delivery, choice or amount.",
};

const GAPS: Record<PromotionReason, string> = {
  not_started: "This promotion has not started yet.",
  ended: "This promotion has ended.",
  not_enabled: "This promotion is switched off at the moment.",
  not_ready: "This promotion is not ready yet.",
};

/** The problem for anything thrown; undefined for what nobody foresaw. */
export function toProblem(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  // What was asked may have been noted before the answer was lost: nothing is said about that, and asking again tells.
  if (error instanceof LedgerUnavailable) {
    return new ProblemError("upstream_unavailable", {
      detail: "The records of this order cannot be reached at the moment. Try again in a moment.",
    });
  }
  if (error instanceof UpstreamError) {
    switch (error.code) {
      case "not_found":
        return new ProblemError("not_found");
      case "forbidden":
        return new ProblemError("upstream_forbidden");
      case "unavailable":
        return new ProblemError("upstream_unavailable");
      case "invalid":
        return new ProblemError("upstream_invalid");
      default:
        return error.code satisfies never;
    }
  }
  return undefined;
}

const promotionMembers = ({ reason, start_datetime, end_datetime }: PromotionGap): Partial<Problem> => ({
  promotion_reason: reason,
  ...(reason === "not_started" && start_datetime !== undefined && { start_datetime }),
  ...(reason === "ended" && end_datetime !== undefined && { end_datetime }),
});

/** The body of the answer. */
export function problemBody({ code, extras }: ProblemError, requestId: string): Problem {
  const { status, title, retryable } = PROBLEMS[code];
  return {
    type: `urn:reward-redemption:problem:${code}`,
    title,
    status,
    code,
    detail:
      extras.detail ?? (extras.promotion && GAPS[extras.promotion.reason]) ?? DETAILS[code] ?? `${title}.`,
    retryable,
    request_id: requestId,
    ...(extras.reference !== undefined && { reference: extras.reference }),
    ...(extras.promotion && promotionMembers(extras.promotion)),
    ...(extras.errors && { errors: [...extras.errors] }),
  };
}
