/** One line and one measurement a request, and what every line that a request causes says of it. */
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { ProblemCode } from "../../shared/problems.ts";
import type { Clock } from "../clock.ts";
import { asCauseOfLines, type Log, type LogFields } from "../log.ts";
import type { Measures } from "../measures.ts";
import type { AppEnv } from "./context.ts";

export interface AccessLogOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly measures: Pick<Measures, "request">;
}

export function accessLog({ log, clock, measures }: AccessLogOptions): MiddlewareHandler<AppEnv> {
  return async function accessLog(c, next) {
    const start = clock.monotonic();
    await asCauseOfLines(() => causeFields(c), next);
    const milliseconds = clock.monotonic() - start;
    const subject = subjectOf(c);
    const { status } = c.res;
    log.info("request", { ...subject, status, duration_ms: Math.round(milliseconds) });
    measures.request({ ...subject, status, milliseconds });
  };
}

/** What other lines say of the request that caused them: not its problem, which is known once the answer is. */
function causeFields(c: Context<AppEnv>): LogFields {
  const { code: _, ...fields } = subjectOf(c);
  return fields;
}

/** What a line says of the request that caused it. */
interface Subject extends LogFields {
  readonly method: string;
  readonly route: string;
  readonly code?: ProblemCode;
}

/**
 * Which request, and about what: by this a support case is followed through the log. The route's pattern (`/*` where there is no route), never the path, the
 * query or a header, which clients make up; an order's id only once it was found to have the form of one.
 */
export function subjectOf(c: Context<AppEnv>): Subject {
  const code = c.get("problemCode");
  return {
    request_id: c.get("requestId"),
    method: /^(GET|HEAD|POST|DELETE|OPTIONS)$/.test(c.req.method) ? c.req.method : "other",
    route: routeOf(c),
    site: c.get("site")?.id ?? c.get("orderSite"),
    order_id: c.get("orderId"),
    session: c.get("sessionDigest"),
    ...(code !== undefined && { code }),
  };
}

/** The pattern of the handler; where a path has none, the narrowest of those that all of its kind pass. */
function routeOf(c: Context): string {
  const patterns = matchedRoutes(c).map(({ path }) => path);
  const everybody = "/*";
  return (
    patterns.findLast((path) => !path.endsWith("*")) ??
    patterns.findLast((path) => path !== everybody) ??
    everybody
  );
}
