/** Why the fulfillment service did not give what was asked of it. */
export type UpstreamErrorCode =
  /** The service does not know the resource. */
  | "not_found"
  /** The service denies access, or refuses our credentials. */
  | "forbidden"
  /** The service is unreachable, too slow, failing or busy. The same read may succeed later. */
  | "unavailable"
  /** An unreadable answer, or an unexpected refusal. */
  | "invalid";

/** Why a read failed. The message is the code: an answer is never quoted. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly code: UpstreamErrorCode;

  constructor(code: UpstreamErrorCode) {
    super(code);
    this.code = code;
  }
}
