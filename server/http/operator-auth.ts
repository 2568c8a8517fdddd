/**
 * Who an operator is: by a key, by the cookie of the operator's page, or by the header of the proxy in front. What a browser sends by
 * itself (the cookie, what the proxy adds) changes something only from the page itself. Source: docs/server/audit.md, "Signing in".
 */
import type { Context, MiddlewareHandler } from "hono";
import type { PageSessions } from "../operators/page-sessions.ts";
import { ProblemError } from "../problems/problem.ts";
import type { OperatorHeader } from "../settings/operator-header.ts";
import type { Operators } from "../settings/operator-keys.ts";
import type { Sites } from "../settings/sites.ts";
import { isIn } from "../tools/public-address.ts";
import { subjectOf } from "./access-log.ts";
import { bearer, type KeyOptions, refuseKey, siteKey } from "./auth.ts";
import { clientAddress, peerAddress } from "./client-address.ts";
import type { AppEnv } from "./context.ts";

export interface OperatorAuthOptions extends KeyOptions {
  readonly operators: Operators;
  readonly operatorHeader?: OperatorHeader | undefined;
  readonly pageSessions: PageSessions;
  /** The origin of the operator's page. */
  readonly publicOrigin: string;
}

type SeenOperator = AppEnv["Variables"]["operatorSeen"];

/** What a role of `read` may do. */
const READING: readonly string[] = ["GET", "HEAD"];

/** Without an operator in the settings these routes are 404 for everybody. */
export function asOperator(options: OperatorAuthOptions): MiddlewareHandler<AppEnv> {
  return async function asOperator(c, next) {
    if (!options.operators.isAny && !options.operatorHeader) throw new ProblemError("not_found");
    const key = bearer(c);
    const known = key === undefined ? undefined : options.operators.byKey(key);
    const seen: SeenOperator | undefined =
      key === undefined ? await withoutKey(c, options) : known && { ...known, by: "key" };
    if (!seen) return refuseKey(c, key, "operator", options);
    const { name, role, by } = seen;
    if (by !== "key") refuseForeignPage(c);
    c.set("operator", { operator: name, address: clientAddress(c, options.trustedProxies) });
    c.set("operatorSeen", { name, role, by });
    if (!READING.includes(c.req.method)) {
      if (by !== "key") requireOwnPage(c, options.publicOrigin);
      if (role === "read") throw new ProblemError("operator_role");
    }
    await next();
  };
}

/** A site's key, or else an operator: for what both may read. */
export function asEither(
  options: OperatorAuthOptions & { readonly sites: Sites },
): MiddlewareHandler<AppEnv> {
  const [ofSite, ofOperator] = [siteKey(options), asOperator(options)];
  const { operators, operatorHeader, sites } = options;
  return (c, next) => {
    const key = bearer(c);
    const mayBeOperator = operators.isAny || operatorHeader !== undefined;
    const isSites = !mayBeOperator || (key !== undefined && sites.byKey(key) !== undefined);
    return (isSites ? ofSite : ofOperator)(c, next);
  };
}

/** By what a browser sends by itself. */
async function withoutKey(
  c: Context<AppEnv>,
  options: OperatorAuthOptions,
): Promise<SeenOperator | undefined> {
  const { operatorHeader, pageSessions } = options;
  const named = operatorHeader && c.req.header(operatorHeader.name);
  if (named !== undefined) return byHeader(c, named, options);
  const cookies = c.req.header("Cookie");
  const operator = cookies === undefined ? undefined : await pageSessions.read(cookies);
  return operator && { ...operator, by: "cookie" };
}

/** A header from elsewhere than the proxy is nobody's word. */
function byHeader(c: Context<AppEnv>, name: string, { operatorHeader, log }: OperatorAuthOptions) {
  const isProxys = operatorHeader && isIn(operatorHeader.proxies, peerAddress(c));
  const role = operatorHeader?.people.get(name);
  if (isProxys && role) return { name, role, by: "header" as const };
  log.warn(
    isProxys
      ? "an operator whom the proxy names is not in OPERATORS"
      : "the operators' header came from elsewhere than OPERATOR_PROXIES",
    { ...subjectOf(c), address: peerAddress(c) },
  );
  return undefined;
}

/**
 * What a browser sends by itself is nobody's word in a request of another site's page, also where that page could not read the answer.
 * Source: Fetch Metadata Request Headers, "Sec-Fetch-Site"; a browser without it sends no cookie of ours from there (`SameSite=Strict`).
 */
function refuseForeignPage(c: Context<AppEnv>): void {
  if (FOREIGN.includes(c.req.header("Sec-Fetch-Site") ?? "")) throw new ProblemError("origin_not_allowed");
}
const FOREIGN: readonly string[] = ["cross-site", "same-site"];

/** @throws ProblemError origin_not_allowed if a page of elsewhere asks, or one that does not say where it is */
export function requireOwnPage(c: Context<AppEnv>, publicOrigin: string): void {
  if (c.req.header("Origin") === publicOrigin) return;
  throw new ProblemError("origin_not_allowed", {
    detail: "This is changed from the operator's page alone, or with a key in `Authorization`.",
  });
}
