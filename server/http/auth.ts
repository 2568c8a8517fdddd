/** Who asks: a site's backend by its key, or a browser by its session and origin. Source: contract, Routes. */
import type { Context, MiddlewareHandler } from "hono";
import type { Site } from "../env.ts";
import { ProblemError } from "../problem.ts";
import type { Sessions } from "../sessions.ts";
import type { Sites } from "../sites.ts";
import type { AppEnv } from "./context.ts";

function bearer(c: Context): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
}

/** `Authorization: Bearer <site key>`. */
export function siteKey(sites: Sites): MiddlewareHandler<AppEnv> {
  return async function siteKey(c, next) {
    const key = bearer(c);
    const site = key === undefined ? undefined : sites.byKey(key);
    if (!site) throw new ProblemError("site_key_invalid");
    c.set("site", site);
    await next();
  };
}

export interface SessionAuthOptions {
  readonly sites: Sites;
  readonly sessions: Sessions;
  /** Origin under which browsers reach the server itself. */
  readonly publicOrigin: string;
}

/** `Authorization: Bearer <session token>`, from a page of the session's site. */
export function sessionToken({
  sites,
  sessions,
  publicOrigin,
}: SessionAuthOptions): MiddlewareHandler<AppEnv> {
  return async function sessionToken(c, next) {
    const origin = callerOrigin(c, publicOrigin);
    // A stranger's page learns nothing, not even whether a token is known.
    if (origin === undefined || !sites.hasOrigin(origin)) throw new ProblemError("origin_not_allowed");
    const token = bearer(c);
    if (token === undefined) throw new ProblemError("session_invalid");
    const session = await sessions.read(token);
    const site = sites.byId(session.site);
    if (!site) throw new ProblemError("session_invalid");
    if (!isOfSite(site, origin)) throw new ProblemError("origin_not_allowed");
    c.set("session", session);
    c.set("site", site);
    await next();
  };
}

/** Browsers leave `Origin` out of same-origin GETs only; `Sec-Fetch-Site` cannot be set by a page. */
function callerOrigin(c: Context, publicOrigin: string): string | undefined {
  const origin = c.req.header("Origin");
  if (origin !== undefined) return origin;
  return c.req.header("Sec-Fetch-Site") === "same-origin" ? publicOrigin : undefined;
}

const isOfSite = (site: Site, origin: string): boolean => site.origins.includes(origin);
