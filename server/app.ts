/** Composes the token server: the middleware of every request, then the routes. Does not listen and reads no settings. */
import { type Context, Hono } from "hono";
import { matchedRoutes } from "hono/route";
import type { Registry } from "prom-client";
import type { Environment } from "../shared/wire.ts";
import type { AttentionDesk } from "./attention/desk.ts";
import type { BudgetWatch } from "./budget/watch.ts";
import { catalogViews } from "./catalog/views.ts";
import type { Catalog } from "./catalog.ts";
import type { Clock } from "./clock.ts";
import type { CredentialStanding } from "./fulfillment/credential-standing.ts";
import { accessLog, subjectOf } from "./http/access-log.ts";
import { answerWith } from "./http/answer-headers.ts";
import { sessionToken, siteKey } from "./http/auth.ts";
import { type Check, passing } from "./http/checks.ts";
import { commonHeaders } from "./http/common-headers.ts";
import type { AppEnv } from "./http/context.ts";
import { cors } from "./http/cors.ts";
import { inTime } from "./http/in-time.ts";
import type { Limits } from "./http/limits.ts";
import { operator } from "./http/operator.ts";
import { problemResponse } from "./http/problem-response.ts";
import type { Images } from "./images/images.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { LedgerWatch } from "./ledger/ledger-watch.ts";
import { errorFields, type Log } from "./log.ts";
import type { Measures } from "./measures.ts";
import { openapiDocument } from "./openapi.ts";
import type { OperatorKey } from "./operator-keys.ts";
import { ProblemError, toProblem, unforeseen } from "./problem.ts";
import type { OrderKey } from "./redemption/model.ts";
import type { Orders } from "./redemption/orders.ts";
import type { SiteOrders } from "./redemption/site-orders.ts";
import { attentionRoutes } from "./routes/attention.ts";
import { catalogRoutes } from "./routes/catalog.ts";
import { ROUTES } from "./routes/descriptions.ts";
import { healthRoutes } from "./routes/health.ts";
import { imageRoutes } from "./routes/images.ts";
import { openingRoutes, tokenOfOpening } from "./routes/opening.ts";
import { orderRoutes } from "./routes/order.ts";
import { siteOrderRoutes } from "./routes/orders.ts";
import { promotionRoutes } from "./routes/promotions.ts";
import { redemptionRoutes } from "./routes/redemptions.ts";
import { siteRoutes } from "./routes/sessions.ts";
import type { Sessions } from "./sessions.ts";
import type { SitePromotions } from "./site-promotions.ts";
import type { SiteRedemptions } from "./site-redemptions/site-redemptions.ts";
import type { Sites } from "./sites.ts";

export interface AppOptions {
  readonly sites: Sites;
  readonly sessions: Sessions;
  readonly orders: Orders;
  readonly siteOrders: SiteOrders;
  /** Forgets the user of a finished order. */
  readonly forgetUser: (key: OrderKey) => Promise<void>;
  readonly attention: AttentionDesk;
  readonly ledger: Ledger;
  readonly ledgerWatch: LedgerWatch;
  readonly catalog: Catalog;
  readonly sitePromotions: SitePromotions;
  readonly siteRedemptions: SiteRedemptions;
  readonly images: Images;
  readonly environment: Environment;
  /** The address under which browsers reach the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly version: string;
  readonly budgetWatch: BudgetWatch;
  readonly operators: readonly OperatorKey[];
  /** Whether the settings say that only this machine is served. */
  readonly isOneMachine: boolean;
  readonly trustedProxies: number;
  readonly limits: Limits;
  readonly isDraining: () => boolean;
  readonly measures: Measures;
  /** CPU, memory and event loop of the process, if measured. */
  readonly processMeasures?: Registry;
  /** Whether the service accepts our credentials. */
  readonly credentials: Pick<CredentialStanding, "refusedBy">;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The browser routes; every other path below /v1 is for backends and has no cross-origin access. `/*` also matches the parent path:
 * naming both would count each request twice.
 */
const BROWSER_PATHS = ["/v1/order/*", "/v1/catalog", "/v1/rewards/*"];
/** A browser route with the session in its body. */
const OPENING_PATH = "/v1/opening";

export function createApp(options: AppOptions): Hono<AppEnv> {
  const { sites, sessions, publicUrl, limits, clock, log } = options;
  const asSite = passing(siteKey({ ...options, refusedKeys: limits.refusedSiteKeys }), limits.perSite);
  const asOperator = passing(operator({ ...options, refusedKeys: limits.refusedOperatorKeys }));
  const app = new Hono<AppEnv>();

  app.use(commonHeaders(new URL(publicUrl).protocol === "https:"));
  app.use(accessLog(options));
  // Catalog routes set a weaker rule.
  app.use("/v1/*", (c, next) => answerWith(NO_STORE, c, next));
  for (const path of [...BROWSER_PATHS, OPENING_PATH]) app.use(path, cors(sites, log));
  // Before the limits: load balancers and probes must not be refused.
  app.route("/", healthRoutes({ ...options, asOperator }));
  app.use(passing(limits.perAddress));
  const browsers = { sites, sessions, publicOrigin: new URL(publicUrl).origin, log };
  const useBrowser = (path: string, whose: Check) =>
    app.use(path, inTime(clock), passing(methodAllowed, whose, limits.perSession, limits.perSite));
  for (const path of BROWSER_PATHS) useBrowser(path, sessionToken(browsers));
  useBrowser(OPENING_PATH, sessionToken(browsers, tokenOfOpening));

  app.route("/v1", siteRoutes({ ...options, asSite }));
  app.route("/v1", siteOrderRoutes({ ...options, asSite }));
  app.route("/v1", promotionRoutes({ ...options, asSite }));
  app.route("/v1", redemptionRoutes({ ...options, asSite }));
  app.route("/v1", attentionRoutes({ ...options, asOperator }));
  app.route("/v1", orderRoutes(options.orders));
  const views = { ...options, catalogViews: catalogViews(options.images, publicUrl) };
  app.route("/v1", catalogRoutes(views));
  app.route("/v1", openingRoutes(views));
  app.route("/images", imageRoutes(options.images));
  // Built for the first request, not at the start; then the same bytes for every request.
  let document: Uint8Array<ArrayBuffer> | undefined;
  app.get("/openapi.json", (c) => {
    document ??= new TextEncoder().encode(JSON.stringify(openapiDocument(options.version, publicUrl)));
    return c.body(document, 200, { "Content-Type": "application/json" });
  });

  app.notFound((c) => {
    const allowed = methodsOf(c.req.path);
    return tell(c, new ProblemError(allowed.length > 0 ? "method_not_allowed" : "not_found"), allowed);
  });
  app.onError((error, c) => {
    const known = toProblem(error);
    if (known) return tell(c, known, methodsOf(c.req.path));
    log.error("unexpected error", { ...subjectOf(c), ...errorFields(error) });
    return tell(c, unforeseen(), []);
  });
  return app;
}

const NO_STORE = [["Cache-Control", "no-store"]] as const;

function methodAllowed(c: Context<AppEnv>): void {
  // Middleware accepts any method: a match with a definite method is a route for this request.
  if (matchedRoutes(c).some((route) => route.method !== "ALL")) return;
  const allowed = methodsOf(c.req.path);
  const method = c.req.method === "HEAD" ? "GET" : c.req.method;
  if (allowed.length > 0 && !allowed.includes(method)) throw new ProblemError("method_not_allowed");
}

const PATTERNS = ROUTES.map((route) => ({
  method: route.method.toUpperCase(),
  pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** The methods that the contract allows for a path. */
function methodsOf(path: string): string[] {
  return PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}

/** The answer for a problem; its code is recorded for the request's log line. */
function tell(c: Context<AppEnv>, error: ProblemError, allowed: readonly string[]): Response {
  c.set("problemCode", error.code);
  return problemResponse(error, c.get("requestId"), allowed);
}
