/** Why a read failed. Changing calls have outcomes instead (outcome.ts). */
import type { Answer } from "./answer.ts";

export type UpstreamErrorCode =
  /** The service does not know the resource. */
  | "not_found"
  /** The service denies access, or refuses our credentials. */
  | "forbidden"
  /** The service is unreachable, too slow, failing or busy. The same read may succeed later. */
  | "unavailable"
  /** An unreadable answer, or an unexpected refusal. */
  | "invalid";

/** The message is the code: an answer is never quoted. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly code: UpstreamErrorCode;

  constructor(code: UpstreamErrorCode) {
    super(code);
    this.code = code;
  }
}

/** The error for an answer without the requested data. */
export function readError(answer: Answer): UpstreamError {
  return new UpstreamError(codeOf(answer));
}

function codeOf(answer: Answer): UpstreamErrorCode {
  switch (answer.kind) {
    case "data":
      return "invalid";
    case "not_sent":
      return answer.cause === "credentials_refused" ? "forbidden" : "unavailable";
    case "unclear":
      return /^(garbled|too_large|status_3\d\d)$/.test(answer.cause) ? "invalid" : "unavailable";
    case "refused":
      if (answer.status === 404) return "not_found";
      return answer.status === 401 || answer.status === 403 ? "forbidden" : "invalid";
    default:
      return answer satisfies never;
  }
}
