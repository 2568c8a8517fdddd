/**
 * Cross-origin access for the browser routes: exact origins of the configured sites, never a wildcard, never credentials.
 * Source: contract, "For the browser"; Fetch standard, CORS protocol.
 */
import type { MiddlewareHandler } from "hono";
import type { Log } from "../log.ts";
import { ProblemError } from "../problem.ts";
import type { Sites } from "../sites.ts";
import { PREFLIGHT_MAX_AGE_SECONDS } from "../timing.ts";
import { type AnswerHeaders, answerWith } from "./answer-headers.ts";
import { logRefusedOrigin } from "./auth.ts";
import type { AppEnv } from "./context.ts";

const EXPOSED = ["Access-Control-Expose-Headers", "etag, retry-after, x-request-id"] as const;

export function cors(sites: Sites, log: Log): MiddlewareHandler<AppEnv> {
  return async function cors(c, next) {
    const origin = c.req.header("Origin");
    const allowed = origin !== undefined && sites.hasOrigin(origin);
    // Also on errors: a page must be able to read why it was refused. Routes with other varying headers set their own `Vary`.
    const headers: AnswerHeaders = [
      ["Vary", "Origin"],
      ...(allowed ? ([["Access-Control-Allow-Origin", origin], EXPOSED] as const) : []),
    ];
    if (c.req.method === "OPTIONS") {
      if (!allowed) {
        // After a refused preflight a browser sends no request, so this is the only line.
        logRefusedOrigin(c, origin, sites.all, log);
        throw new ProblemError("origin_not_allowed");
      }
      return new Response(null, {
        status: 204,
        headers: {
          ...Object.fromEntries(headers),
          "Access-Control-Allow-Methods": "GET, POST",
          "Access-Control-Allow-Headers": "authorization, content-type, if-none-match",
          "Access-Control-Max-Age": String(PREFLIGHT_MAX_AGE_SECONDS),
        },
      });
    }
    await answerWith(headers, c, next);
  };
}
