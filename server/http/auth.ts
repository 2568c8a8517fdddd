/** Authenticates a site's backend by its key, and a browser by its session and origin. Source: contract, Routes. */
import type { Context } from "hono";
import type { Site } from "../env.ts";
import type { Log } from "../log.ts";
import { ProblemError } from "../problem.ts";
import { type Sessions, sessionDigest, sessionHash } from "../sessions.ts";
import type { Sites } from "../sites.ts";
import { subjectOf } from "./access-log.ts";
import type { Check } from "./checks.ts";
import { clientAddress } from "./client-address.ts";
import type { AppEnv } from "./context.ts";
import type { RefusedKeys } from "./limits.ts";
import { loggableOrigin, nearOrigin } from "./near-origin.ts";

export function bearer(c: Context): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
}

export interface SiteKeyOptions {
  readonly sites: Sites;
  readonly refusedKeys: RefusedKeys;
  readonly trustedProxies: number;
  readonly log: Log;
}

/** `Authorization: Bearer <site key>`. */
export function siteKey(options: SiteKeyOptions): Check {
  const { sites, refusedKeys, trustedProxies, log } = options;
  return function siteKey(c) {
    const address = clientAddress(c, trustedProxies);
    // An address with too many wrong keys is refused before its next key is checked.
    refusedKeys.requireFew(address);
    const key = bearer(c);
    const site = key === undefined ? undefined : sites.byKey(key);
    if (!site) {
      refusedKeys.count(address);
      log.warn("a site key was refused", { ...subjectOf(c), address });
      throw new ProblemError("site_key_invalid");
    }
    c.set("site", site);
  };
}

export interface SessionAuthOptions {
  readonly sites: Sites;
  readonly sessions: Sessions;
  /** Origin under which browsers reach the server itself. */
  readonly publicOrigin: string;
  readonly log: Log;
}

/**
 * A session's token, from a page of the session's site.
 * @param tokenIn reads the token if it is not in the header `Authorization: Bearer <session token>`
 */
export function sessionToken(
  { sites, sessions, publicOrigin, log }: SessionAuthOptions,
  tokenIn?: (c: Context<AppEnv>) => Promise<string>,
): Check {
  return async function sessionToken(c) {
    const origin = callerOrigin(c, publicOrigin);
    const inHeader = tokenIn ? undefined : bearer(c);
    const hashInHeader = noteSession(c, inHeader);
    // A page of an unknown origin learns nothing, not even whether a token is known.
    if (origin === undefined || !sites.hasOrigin(origin)) {
      logRefusedOrigin(c, origin, sites.all, log);
      throw originRefused(origin);
    }
    const token = tokenIn ? await tokenIn(c) : inHeader;
    if (token === undefined) throw new ProblemError("session_invalid");
    const session = await sessions.read(tokenIn ? noteSession(c, token) : hashInHeader);
    const site = sites.byId(session.site);
    if (!site) throw new ProblemError("session_invalid");
    c.set("session", session);
    c.set("site", site);
    c.set("orderId", session.order_id);
    if (!isOfSite(site, origin)) {
      logRefusedOrigin(c, origin, [site], log);
      throw originRefused(origin);
    }
  };
}

/** Adds the session to the log fields, also a refused one. @returns the token's hash; undefined if it is no token */
function noteSession(c: Context<AppEnv>, token: string | undefined): string | undefined {
  const hash = token === undefined ? undefined : sessionHash(token);
  if (hash !== undefined) c.set("sessionDigest", sessionDigest(hash));
  return hash;
}

/** Logs one line that helps to fix a setting: the refused origin, and the similar origin of a site. */
export function logRefusedOrigin(
  c: Context<AppEnv>,
  origin: string | undefined,
  sites: readonly Site[],
  log: Log,
): void {
  const asked = loggableOrigin(origin);
  const near = asked === undefined ? undefined : nearOrigin(asked, sites);
  log.warn("an origin was refused: it must stand, exactly, in the `origins` of its site", {
    ...subjectOf(c),
    ...(asked !== undefined && { origin: asked }),
    ...near,
  });
}

/** Quotes only a valid origin: the header may hold anything. */
function originRefused(origin: string | undefined): ProblemError {
  const isOne = origin !== undefined && URL.parse(origin)?.origin === origin;
  const whose =
    origin === undefined ? "Requests without `Origin`" : `Pages of ${isOne ? origin : "this origin"}`;
  return new ProblemError("origin_not_allowed", {
    detail: `${whose} may not use this session. The page's origin must stand, exactly, in the site's \`origins\`.`,
  });
}

/** Browsers omit `Origin` only in same-origin GETs; a page cannot set `Sec-Fetch-Site`. */
function callerOrigin(c: Context, publicOrigin: string): string | undefined {
  const origin = c.req.header("Origin");
  if (origin !== undefined) return origin;
  return c.req.header("Sec-Fetch-Site") === "same-origin" ? publicOrigin : undefined;
}

const isOfSite = (site: Site, origin: string): boolean => site.origins.includes(origin);
