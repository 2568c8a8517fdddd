/** A problem as an HTTP answer. Source: RFC 9457; docs/server/problems.md. */
import { PROBLEMS } from "../../shared/problems.ts";
import { type ProblemError, problemBody } from "../problems/problem.ts";

/** @param allowed the methods that the path accepts, for `method_not_allowed` */
export function problemResponse(
  error: ProblemError,
  requestId: string,
  allowed: readonly string[] = [],
): Response {
  const { status } = PROBLEMS[error.code];
  const { retryAfterMs } = error.extras;
  return new Response(JSON.stringify(problemBody(error, requestId)), {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      // A 404 may be cached by default (RFC 9110, 15.5.5), also for a file that exists a moment later.
      "Cache-Control": "no-store",
      ...(retryAfterMs !== undefined && {
        "Retry-After": String(Math.max(1, Math.ceil(retryAfterMs / 1000))),
      }),
      ...(status === 405 && { Allow: allowed.join(", ") }),
      // RFC 9110, 15.5.2.
      ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
    },
  });
}
