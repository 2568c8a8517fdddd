/**
 * Authenticates a site's backend and an operator by a key, and a browser by its session and origin. Source: docs/server/routes.md.
 */
import type { Context, MiddlewareHandler } from "hono";
import { orderQuery } from "../../shared/wire.ts";
import type { Log } from "../observing/log.ts";
import { ProblemError } from "../problems/problem.ts";
import { type Deed, deedOf } from "../rows/audit.ts";
import type { SessionRow } from "../rows/session.ts";
import { type Sessions, sessionDigest, sessionHash } from "../sessions/sessions.ts";
import type { Site } from "../settings/env.ts";
import type { Operators } from "../settings/operator-keys.ts";
import { isOrigin, type Sites } from "../settings/sites.ts";
import { subjectOf } from "./access-log.ts";
import { clientAddress } from "./client-address.ts";
import type { AppEnv } from "./context.ts";
import type { CountRefusedKey } from "./limits.ts";

/** Several blanks may stand before a token (RFC 9110, 11.4). */
export function bearer(c: Context): string | undefined {
  return /^Bearer +(\S+)$/i.exec(c.req.header("Authorization")?.trim() ?? "")?.[1];
}

export interface KeyOptions {
  readonly countRefusedKey: CountRefusedKey;
  readonly trustedProxies: number;
  readonly log: Log;
  /** Stores that an operator's key was refused. */
  readonly noteRefusal: (deed: Deed) => Promise<void>;
}

/** Whether a request has the right key of a site or an operator: then others at its address cannot use up its limit. */
export function hasRightKey(sites: Sites, operators: Operators): (c: Context<AppEnv>) => boolean {
  return (c) => {
    // A page's request has a session: it need not be compared with every key.
    const key = c.req.header("Origin") === undefined ? bearer(c) : undefined;
    return key !== undefined && (sites.byKey(key) !== undefined || operators.byKey(key) !== undefined);
  };
}

/** `Authorization: Bearer <site key>`. */
export function siteKey({
  sites,
  ...options
}: KeyOptions & { readonly sites: Sites }): MiddlewareHandler<AppEnv> {
  return async function siteKey(c, next) {
    const key = bearer(c);
    const site = key === undefined ? undefined : sites.byKey(key);
    if (!site) return refuseKey(c, key, "site", options);
    c.set("site", site);
    await next();
  };
}

/**
 * Only a wrong key counts against its address: a missing one is no guess. A page of another site must not use up the limit of its
 * visitor: a wrong key in a cross-site request of a browser counts apart.
 */
export async function refuseKey(
  c: Context<AppEnv>,
  key: string | undefined,
  kind: "site" | "operator",
  { countRefusedKey, trustedProxies, log, noteRefusal }: KeyOptions,
): Promise<never> {
  if (key !== undefined) {
    const address = clientAddress(c, trustedProxies);
    const isCrossSite = c.req.header("Sec-Fetch-Site") === "cross-site";
    await countRefusedKey(kind, address, isCrossSite);
    if (kind === "operator") await noteRefusal(refused(c));
    log.warn(`${kind === "site" ? "a site" : "an operator"} key was refused`, { ...subjectOf(c), address });
  }
  throw new ProblemError(`${kind}_key_invalid`);
}

/** Nobody knows who it was; the request's log line has the address. */
const refused = (c: Context<AppEnv>): Deed =>
  deedOf(
    { who: null, role: "unknown", actor: null, why: null, request_id: c.get("requestId") },
    "refuse_key",
    {},
  );

export interface SessionAuthOptions {
  readonly sites: Sites;
  readonly sessions: Sessions;
  /** The order of a grant that a request is about: the named one, else the last one. */
  readonly orderOf: (session: SessionRow, named: string | undefined) => Promise<string>;
  /** Origin under which browsers reach the server itself. */
  readonly publicOrigin: string;
  readonly log: Log;
}

/**
 * A session's token, from a page of the session's site.
 * @param tokenIn reads the token if it is not in the header `Authorization: Bearer <session token>`
 */
export function sessionToken(
  { sites, sessions, orderOf, publicOrigin, log }: SessionAuthOptions,
  tokenIn?: (c: Context<AppEnv>) => Promise<string>,
): MiddlewareHandler<AppEnv> {
  return async function sessionToken(c, next) {
    const origin = callerOrigin(c, publicOrigin);
    const inHeader = tokenIn ? undefined : bearer(c);
    const hashInHeader = noteSession(c, inHeader);
    const refuseOrigin = (): never => {
      logRefusedOrigin(c, origin, log);
      throw originRefused(origin);
    };
    // A page of an unknown origin learns nothing, not even whether a token is known.
    if (origin === undefined || !sites.hasOrigin(origin)) return refuseOrigin();
    const token = tokenIn ? await tokenIn(c) : inHeader;
    if (token === undefined) throw new ProblemError("session_invalid");
    const session = await sessions.read(tokenIn ? noteSession(c, token) : hashInHeader);
    const site = sites.byId(session.site);
    if (!site) throw new ProblemError("session_invalid");
    c.set("site", site);
    c.set("session", session);
    if (session.order_id !== "") c.set("orderId", session.order_id);
    if (!isOfSite(site, origin)) return refuseOrigin();
    const { order_id: named } = orderQuery.parse({ order_id: c.req.query("order_id") });
    if (session.grant_id !== null) {
      const order_id = await orderOf(session, named);
      c.set("session", { ...session, order_id });
      c.set("orderId", order_id);
    }
    await next();
  };
}

/** Adds the session to the log fields, also a refused one. @returns the token's hash; undefined if it is no token */
function noteSession(c: Context<AppEnv>, token: string | undefined): string | undefined {
  const hash = token === undefined ? undefined : sessionHash(token);
  if (hash !== undefined) c.set("sessionDigest", sessionDigest(hash));
  return hash;
}

/** Logs one line that helps to fix a setting: it names the refused origin. */
export function logRefusedOrigin(c: Context<AppEnv>, origin: string | undefined, log: Log): void {
  log.warn("an origin was refused: it must stand, exactly, in the `origins` of its site", {
    ...subjectOf(c),
    ...(isQuotable(origin) && { origin }),
  });
}

function originRefused(origin: string | undefined): ProblemError {
  const whose =
    origin === undefined
      ? "Requests without `Origin`"
      : `Pages of ${isQuotable(origin) ? origin : "this origin"}`;
  return new ProblemError("origin_not_allowed", {
    detail: `${whose} may not use this session. The page's origin must stand, exactly, in the site's \`origins\`.`,
  });
}

/** Host names have at most 253 characters (RFC 1035, 2.3.4). */
const ORIGIN_MAX_CHARS = 253 + "https://".length + ":65535".length;

/** An origin as browsers spell it, or `null`, which they send for pages without one. Anything else is never quoted. */
function isQuotable(text: string | undefined): boolean {
  if (text === undefined || text.length > ORIGIN_MAX_CHARS) return false;
  return text === "null" || isOrigin(text);
}

/** Browsers omit `Origin` only in same-origin GETs; a page cannot set `Sec-Fetch-Site`. */
function callerOrigin(c: Context, publicOrigin: string): string | undefined {
  const origin = c.req.header("Origin");
  if (origin !== undefined) return origin;
  return c.req.header("Sec-Fetch-Site") === "same-origin" ? publicOrigin : undefined;
}

const isOfSite = (site: Site, origin: string): boolean => site.origins.includes(origin);
