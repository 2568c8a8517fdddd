/** The headers of every answer. A header that a route sets itself wins. Source: OWASP, HTTP Headers Cheat Sheet. */
import type { MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import { STRICT_TRANSPORT_SECONDS } from "../timing.ts";
import { randomUuid } from "../tools/random.ts";
import type { AppEnv } from "./context.ts";

/** @param isSecure whether browsers reach the server by https */
export function commonHeaders(isSecure: boolean): MiddlewareHandler<AppEnv> {
  return every(
    // Without a header name an incoming id is ignored.
    requestId({ headerName: "", generator: randomUuid }),
    secureHeaders({
      // The widget and its images are used by pages of other origins.
      crossOriginResourcePolicy: false,
      crossOriginOpenerPolicy: false,
      // No includeSubDomains: other hosts of the domain are not ours.
      strictTransportSecurity: isSecure && `max-age=${STRICT_TRANSPORT_SECONDS}`,
      overwrite: false,
    }),
    ownHeaders,
  );
}

const ownHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set("X-Request-Id", c.get("requestId"));
  if (/^\/(?:v1|operator)\//.test(c.req.path) && !headers.has("Cache-Control"))
    headers.set("Cache-Control", "no-store");
};
