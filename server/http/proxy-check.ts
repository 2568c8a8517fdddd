/**
 * Tells, once each, when a proxy in front does not fit the settings. Requests are answered all the same: any client can make such a
 * request by itself.
 */
import type { MiddlewareHandler } from "hono";
import type { Log } from "../observing/log.ts";

export interface ProxyCheckOptions {
  readonly trustedProxies: number;
  /** The address under which browsers reach the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly log: Pick<Log, "warn">;
}

export function proxyCheck({ trustedProxies, publicUrl, log }: ProxyCheckOptions): MiddlewareHandler {
  const { pathname } = new URL(publicUrl);
  const prefix = pathname === "/" ? undefined : `${pathname}/`;
  const told = new Set<string>();
  const tell = (isSo: boolean, setting: string, says: string): void => {
    if (!isSo || told.has(setting)) return;
    told.add(setting);
    log.warn(says, { setting });
  };
  return async function proxyCheck(c, next) {
    tell(
      trustedProxies === 0 && c.req.header("X-Forwarded-For") !== undefined,
      "TRUSTED_PROXIES",
      "a request came with X-Forwarded-For, and TRUSTED_PROXIES is 0: if a proxy stands in front, all clients count as one; set how many do",
    );
    tell(
      prefix !== undefined && c.req.path.startsWith(prefix),
      "PUBLIC_URL",
      "a request came with the path of PUBLIC_URL: the proxy in front has to strip it",
    );
    await next();
  };
}
