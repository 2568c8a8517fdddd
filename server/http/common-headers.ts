/**
 * The headers of every answer: a request id, and headers that keep browsers from sniffing types. Source: OWASP, HTTP Headers Cheat
 * Sheet.
 */
import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { answerWith } from "./answer-headers.ts";
import type { AppEnv } from "./context.ts";

/** A year, as browsers' preload lists require. No includeSubDomains: other hosts of the domain are not ours. */
const STRICT_TRANSPORT_SECURITY = ["Strict-Transport-Security", "max-age=31536000"] as const;

const SECURITY = [
  ["Origin-Agent-Cluster", "?1"],
  ["Referrer-Policy", "no-referrer"],
  ["X-Content-Type-Options", "nosniff"],
  ["X-DNS-Prefetch-Control", "off"],
  ["X-Download-Options", "noopen"],
  ["X-Frame-Options", "SAMEORIGIN"],
  ["X-Permitted-Cross-Domain-Policies", "none"],
  ["X-XSS-Protection", "0"],
] as const;

/**
 * `X-Request-Id` names the request in the log; an incoming one is ignored.
 * @param isSecure whether browsers reach the server by https
 */
export function commonHeaders(isSecure: boolean): MiddlewareHandler<AppEnv> {
  const always = isSecure ? [...SECURITY, STRICT_TRANSPORT_SECURITY] : SECURITY;
  return function commonHeaders(c, next) {
    const id = randomUUID();
    c.set("requestId", id);
    return answerWith([["X-Request-Id", id]], c, () => answerWith(always, c, next));
  };
}
