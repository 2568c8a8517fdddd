/** One log line and one measurement for each request, and the fields that a request adds to the lines it causes. */
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { ProblemCode } from "../../shared/problems.ts";
import { asCauseOfLines, type Log, type LogFields } from "../observing/log.ts";
import type { Measures } from "../observing/measures.ts";
import { type Told, type Tracing, untraced } from "../observing/tracing.ts";
import type { Clock } from "../tools/clock.ts";
import type { AppEnv } from "./context.ts";

export interface AccessLogOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly measures: Pick<Measures, "request">;
  readonly tracing?: Tracing | undefined;
}

export function accessLog({
  log,
  clock,
  measures,
  tracing = untraced,
}: AccessLogOptions): MiddlewareHandler<AppEnv> {
  return async function accessLog(c, next) {
    const start = clock.monotonic();
    const cause = await tracing.request(
      c.req.raw.headers,
      () => asCauseOfLines(() => causeOf(c), next),
      (of) => spanOf(of, c),
    );
    const milliseconds = clock.monotonic() - start;
    const { method, route } = cause;
    const { status } = c.res;
    const code = c.get("problemCode");
    const level = WATCHING.has(route) && status < 400 ? "debug" : "info";
    log[level]("request", { ...cause, code, status, duration_ms: Math.round(milliseconds) });
    measures.request({ method, route, status, code, milliseconds });
  };
}

/** Of a request; without what names an order or a session. Source: OpenTelemetry, "Semantic conventions for HTTP spans". */
const spanOf = ({ method, route, site }: Cause, c: Context<AppEnv>): Told => ({
  name: `${method} ${route}`,
  attributes: {
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": c.res.status,
    "reward_redemption.problem": c.get("problemCode"),
    "reward_redemption.site": site,
    "reward_redemption.request_id": c.get("requestId"),
  },
  isFailed: c.res.status >= 500,
});

/** Asked every few seconds by balancers and Prometheus; only a bad answer is worth a line. */
const WATCHING: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** The fields of the request that caused a line. */
interface Cause extends Omit<LogFields, "code"> {
  readonly method: string;
  readonly route: string;
}

interface Subject extends Cause {
  /** Known with the answer; earlier lines lack it. */
  readonly code: ProblemCode | undefined;
}

/**
 * The request and its subject, to follow a support case through the log. The route's pattern (`/*` without a route), never the
 * path, the query or a header, which clients make up; an order id only after its form was checked.
 */
export const subjectOf = (c: Context<AppEnv>): Subject => ({ ...causeOf(c), code: c.get("problemCode") });

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);

function causeOf(c: Context<AppEnv>): Cause {
  return {
    request_id: c.get("requestId"),
    method: METHODS.has(c.req.method) ? c.req.method : "other",
    route: routeOf(c),
    site: c.get("site")?.id ?? c.get("orderSite"),
    order_id: c.get("orderId"),
    session: c.get("sessionDigest"),
  };
}

/** The pattern of the handler; for a path without a handler, the narrowest pattern of its middleware. */
function routeOf(c: Context): string {
  const patterns = matchedRoutes(c).map(({ path }) => path);
  const everybody = "/*";
  return (
    patterns.findLast((path) => !path.endsWith("*")) ??
    patterns.findLast((path) => path !== everybody) ??
    everybody
  );
}
