/**
 * Converts errors to problems: RFC 9457 problem details with a stable code and a detail that is safe to show. Nothing of an
 * unexpected error (message, cause, input) reaches the answer.
 */

import { PROBLEMS, type ProblemCode } from "../../shared/problems.ts";
import type { HoldEnd, Problem } from "../../shared/wire.ts";
import { LedgerUnavailable } from "./ledger-unavailable.ts";
import {
  aboveLimitDetail,
  DETAILS,
  gapDetail,
  holdEndedDetail,
  mistakesDetail,
  otherCurrencyDetail,
  type PromotionGap,
  unreadableValueDetail,
  waitDetail,
} from "./problem-details.ts";
import { UpstreamError } from "./upstream-error.ts";

export interface ProblemExtras {
  /** Replaces the code's title if that does not fit. */
  readonly title?: string;
  readonly detail?: string;
  /** For the Retry-After header. */
  readonly retryAfterMs?: number;
  /** The redemption id, for support. */
  readonly reference?: string;
  /** With `promotion_unavailable`. */
  readonly promotion?: PromotionGap;
  /** With `not_booked`: the state in which the service ended the hold. */
  readonly holdEnded?: HoldEnd;
  /** With `confirmation_denied`: the site's own words. */
  readonly siteReason?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** Thrown anywhere below a route; the app converts it to the answer. */
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

/** A hold that the service ended early. */
export const holdEnded = (end: HoldEnd): ProblemError =>
  new ProblemError("not_booked", { holdEnded: end, detail: holdEndedDetail(end) });

/**
 * The service refused a confirmation whose hold still stands, for this reason. The detail does not mention charging, because the
 * confirmation is repeated.
 */
export function keptConfirmation(
  { code, extras }: ProblemError,
  reference: string | undefined,
): ProblemError {
  const detail = `${detailOf(code, extras)} The reservation still stands, and the confirmation is kept: it is tried again until the reservation ends, and never charged twice.`;
  return new ProblemError(code, { ...extras, detail, reference });
}

/** A reward whose value is above the session's limit. Amounts in currency units. */
export const aboveLimit = (
  value: { readonly amount: number; readonly currency?: string },
  most: string,
): ProblemError => new ProblemError("amount_out_of_range", { detail: aboveLimitDetail(value, most) });

/** A reward whose value is in another currency than the session's limit. */
export const otherCurrency = (
  value: { readonly amount: number; readonly currency?: string },
  most: string,
): ProblemError => new ProblemError("amount_out_of_range", { detail: otherCurrencyDetail(value, most) });

/** A reward whose value cannot be held against the session's limit. */
export const unreadableValue = (most: string): ProblemError =>
  new ProblemError("amount_out_of_range", { detail: unreadableValueDetail(most) });

/** The problem for a thrown value; undefined for an unexpected error. */
export function toProblem(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  // The request may have been stored before the answer was lost: the answer does not say, and a repeated request shows it.
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
 * The problem for an unexpected error. It may have come before or after a call to the service, so the answer blames no side. The
 * list of codes is closed, and this code means "try again".
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

/** Codes whose detail has to name the wait. */
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
    ...(extras.siteReason !== undefined && { site_reason: extras.siteReason }),
    ...(extras.errors && { errors: [...extras.errors] }),
  };
}
