/**
 * Answers every browser in time, even if the database hangs or the service is slow. The work goes on, and a caller that asks again
 * gets its result. Source: openapi.json, POST /v1/order/redeem.
 */
import type { MiddlewareHandler } from "hono";
import { ProblemError } from "../problems/problem.ts";
import { ANSWER_WITHIN, POLL_AFTER } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { within } from "../tools/within.ts";

/** @throws ProblemError upstream_unavailable */
export function inTime(clock: Clock): MiddlewareHandler {
  return async function inTime(_, next) {
    const done = await within(
      clock,
      ANSWER_WITHIN,
      next().then(() => true),
    );
    if (!done) throw new ProblemError("upstream_unavailable", { retryAfterMs: POLL_AFTER });
  };
}
