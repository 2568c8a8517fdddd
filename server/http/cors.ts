/**
 * Cross-origin access for the browser routes: exact origins of the configured sites, never a wildcard, never credentials.
 * Source: docs/server/browser-routes.md, "Origins and preflights"; Fetch standard, CORS protocol.
 */
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { Log } from "../observing/log.ts";
import { ProblemError } from "../problems/problem.ts";
import type { Sites } from "../settings/sites.ts";
import { ASKED_HEADER_MAX_CHARS, ASKED_HEADERS_MAX, PREFLIGHT_MAX_AGE_SECONDS } from "../timing.ts";
import { logRefusedOrigin } from "./auth.ts";
import type { AppEnv } from "./context.ts";

const EXPOSED = ["etag", "retry-after", "x-request-id"];

export function browserCors(sites: Sites, log: Log): MiddlewareHandler<AppEnv> {
  return async function browserCors(c, next) {
    const origin = c.req.header("Origin");
    const isSites = origin !== undefined && sites.hasOrigin(origin);
    if (c.req.method === "OPTIONS") {
      if (isSites) return preflight(origin, ["GET", "POST", "PUT"])(c, next);
      // After a refused preflight a browser sends no request, so this is the only line that names the origin.
      logRefusedOrigin(c, origin, log);
      throw new ProblemError("origin_not_allowed");
    }
    await next();
    // Hono's cors() would make every answer anew, as a stream, before and after its route.
    const { headers } = c.res;
    headers.append("Vary", "Origin");
    if (!isSites) return;
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Expose-Headers", EXPOSED.join());
  };
}

/** The widget's files are for every page; monitoring on a host page turns also their GET into a request with a preflight. */
export const publicPreflight: MiddlewareHandler = (c, next) =>
  c.req.method === "OPTIONS" ? preflight("*", ["GET"])(c, next) : next();

const preflight =
  (origin: string, allowMethods: string[]): MiddlewareHandler =>
  (c, next) =>
    cors({
      origin,
      allowMethods,
      allowHeaders: allowedHeaders(c.req.header("Access-Control-Request-Headers")),
      exposeHeaders: EXPOSED,
      maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    })(c, next);

const USED = ["authorization", "content-type", "if-none-match"];
/** The characters of a field name. Source: RFC 9110, 5.6.2. */
const NAME = new RegExp(`^[\\w!#$%&'*+.^\`|~-]{1,${ASKED_HEADER_MAX_CHARS}}$`);

/** Monitoring on host pages adds its own headers to every request; nothing here reads them. */
function allowedHeaders(asked = ""): string[] {
  const names = asked.split(",").map((name) => name.trim().toLowerCase());
  const others = names.filter((name) => NAME.test(name) && !USED.includes(name));
  return [...USED, ...others.slice(0, ASKED_HEADERS_MAX)];
}
