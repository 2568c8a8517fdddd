/** Why a call had no answer, as one kind of error. Source: docs/server/problems.md; RFC 9457. */
import type { Problem } from "./described.ts";

/**
 * A code of the token server, which stays what it is, or one of three for calls without an answer of it: `unreachable`, `timed_out`,
 * `unreadable` (something else answered, such as a proxy). A newer server may have more: decide by those that you know.
 */
export type ProblemCode = Problem["code"] | "unreachable" | "timed_out" | "unreadable";

interface Known {
  readonly code: ProblemCode;
  readonly message: string;
  readonly status?: number | undefined;
  readonly retryable: boolean;
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
  readonly problem?: Problem | undefined;
  readonly errors?: Problem["errors"];
  readonly cause?: unknown;
}

/** A call that failed. Its message has neither the key nor anything of the request's body. */
export class RewardProblem extends Error {
  /** Tells it from other errors, also after another copy of this module made it. */
  override readonly name = "RewardProblem";
  /** What to decide by: one of the stable codes. */
  readonly code: ProblemCode;
  /** The HTTP status; undefined where nothing answered. */
  readonly status: number | undefined;
  /** Whether the same call may succeed later without any other change. Each call may be repeated: the ids are the site's own. */
  readonly retryable: boolean;
  /** Seconds to wait before that, where the server can tell. */
  readonly retryAfter: number | undefined;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
  /** With `invalid_request`: each mistake, by the path of its member. */
  readonly errors: NonNullable<Problem["errors"]>;
  /** The whole problem as the server told it; undefined where it did not. */
  readonly problem: Problem | undefined;

  constructor({ message, cause, code, status, retryable, retryAfter, requestId, problem, errors }: Known) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
    this.errors = errors ?? problem?.errors ?? [];
    this.problem = problem;
  }
}
