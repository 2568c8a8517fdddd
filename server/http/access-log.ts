import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { AppEnv } from "./context.ts";

/** One line a request: the route's pattern, never the path, the query or a header, which clients make up. */
export function accessLog(log: Log, clock: Clock): MiddlewareHandler<AppEnv> {
  return async function accessLog(c, next) {
    const start = clock.monotonic();
    await next();
    log.info("request", {
      request_id: c.get("requestId"),
      method: /^(GET|HEAD|POST|OPTIONS)$/.test(c.req.method) ? c.req.method : "other",
      route: routePath(c, -1),
      status: c.res.status,
      duration_ms: Math.round(clock.monotonic() - start),
    });
  };
}
