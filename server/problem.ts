/**
 * From error to problem, in one place: RFC 9457 problem details with a stable code and a detail that is safe to show.
 * Nothing of an unexpected error (message, cause, input) ever reaches the answer.
 */
import { PROBLEMS, type ProblemCode } from "../shared/problems.ts";
import type { HoldEnd, Problem } from "../shared/wire.ts";
import { UpstreamError } from "./fulfillment/client.ts";
import { LedgerUnavailable } from "./ledger/ledger.ts";
import {
  aboveLimitDetail,
  DETAILS,
  gapDetail,
  holdEndedDetail,
  mistakesDetail,
  type PromotionGap,
  waitDetail,
} from "./problem-details.ts";

export interface ProblemExtras {
  /** In place of the code's own, where that speaks of something else. */
  readonly title?: string;
  readonly detail?: string;
  /** For the Retry-After header. */
  readonly retryAfterMs?: number;
  /** The redemption id that support will ask for. */
  readonly reference?: string;
  /** With `promotion_unavailable`. */
  readonly promotion?: PromotionGap;
  /** With `not_booked`: as what the service ended the hold. */
  readonly holdEnded?: HoldEnd;
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

/** A hold that the service ended itself, before its time. */
export const holdEnded = (end: HoldEnd): ProblemError =>
  new ProblemError("not_booked", { holdEnded: end, detail: holdEndedDetail(end) });

/** The service refused a confirmation whose hold still stands, and why. Nothing is said of charging: it is tried again. */
export function keptConfirmation(
  { code, extras }: ProblemError,
  reference: string | undefined,
): ProblemError {
  const detail = `${detailOf(code, extras)} The reservation still stands, and the confirmation is kept: it is tried again until the reservation ends, and never charged twice.`;
  return new ProblemError(code, { ...extras, detail, reference });
}

/** A reward that turned out to be worth more than the session allows. Amounts in currency units. */
export const aboveLimit = (
  value: { readonly amount: number; readonly currency?: string },
  most: string,
): ProblemError => new ProblemError("amount_out_of_range", { detail: aboveLimitDetail(value, most) });

/** The problem for anything thrown; undefined for what nobody foresaw. */
export function toProblem(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  // What was asked may have been noted before the answer was lost: nothing is said about that, and asking again tells.
  if (error instanceof LedgerUnavailable) {
    return new ProblemError("upstream_unavailable", {
      title: "The records of orders cannot be worked with",
      detail:
        "The server's records of orders cannot be worked with at the moment. What was asked for before is not lost. Try again in a moment.",
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

/**
 * Nobody foresaw the error, so nothing is known about it, not even whether it came before or after a call to the service: the answer
 * blames nobody. The list of codes is closed, and this code is the one that says to try again.
 */
export const unforeseen = (): ProblemError =>
  new ProblemError("upstream_unavailable", {
    title: "The server met an error of its own",
    detail:
      "The server met an error that it was not prepared for. Whether anything was charged is not known from this answer: read the order again. An order is never charged twice, so it is safe to try again in a moment.",
  });

const promotionMembers = ({ reason, start_datetime, end_datetime }: PromotionGap): Partial<Problem> => ({
  promotion_reason: reason,
  ...(reason === "not_started" && start_datetime !== undefined && { start_datetime }),
  ...(reason === "ended" && end_datetime !== undefined && { end_datetime }),
});

/** Codes whose wait is what the client has to know. */
const WAITING: ReadonlySet<ProblemCode> = new Set(["rate_limited", "attempts_exhausted"]);

function detailOf(code: ProblemCode, { detail, promotion, errors, retryAfterMs }: ProblemExtras): string {
  const said =
    detail ?? (promotion && gapDetail(promotion)) ?? (errors && mistakesDetail(errors)) ?? DETAILS[code];
  return retryAfterMs !== undefined && WAITING.has(code) ? `${said} ${waitDetail(retryAfterMs)}` : said;
}

/** The body of the answer. */
export function problemBody({ code, extras }: ProblemError, requestId: string): Problem {
  const { status, title, retryable } = PROBLEMS[code];
  return {
    type: `urn:reward-redemption:problem:${code}`,
    title: extras.title ?? title,
    status,
    code,
    detail: detailOf(code, extras),
    retryable,
    request_id: requestId,
    ...(extras.reference !== undefined && { reference: extras.reference }),
    ...(extras.promotion && promotionMembers(extras.promotion)),
    ...(extras.holdEnded && { hold_ended: extras.holdEnded }),
    ...(extras.errors && { errors: [...extras.errors] }),
  };
}
