/** Composes the token server: what every request passes, then the routes. It listens nowhere and reads no settings. */
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { PROBLEMS } from "../shared/problems.ts";
import type { Environment } from "../shared/wire.ts";
import type { AttentionDesk } from "./attention/desk.ts";
import type { BudgetWatch } from "./budget/watch.ts";
import type { Catalog } from "./catalog.ts";
import type { Clock } from "./clock.ts";
import { accessLog } from "./http/access-log.ts";
import { sessionToken } from "./http/auth.ts";
import type { AppEnv } from "./http/context.ts";
import { cors } from "./http/cors.ts";
import type { Limits } from "./http/limits.ts";
import { requestId } from "./http/request-id.ts";
import type { Images } from "./images/images.ts";
import type { Ledger } from "./ledger/ledger.ts";
import { errorFields, type Log } from "./log.ts";
import { openapiDocument } from "./openapi.ts";
import { ProblemError, problemBody, toProblem } from "./problem.ts";
import type { Orders } from "./redemption/orders.ts";
import type { SiteOrders } from "./redemption/site-orders.ts";
import { attentionRoutes } from "./routes/attention.ts";
import { catalogRoutes } from "./routes/catalog.ts";
import { ROUTES } from "./routes/descriptions.ts";
import { healthRoutes } from "./routes/health.ts";
import { imageRoutes } from "./routes/images.ts";
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
  readonly attention: AttentionDesk;
  readonly ledger: Ledger;
  readonly catalog: Catalog;
  readonly sitePromotions: SitePromotions;
  readonly siteRedemptions: SiteRedemptions;
  readonly images: Images;
  readonly environment: Environment;
  /** The address under which browsers reach the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly version: string;
  readonly budgetWatch: BudgetWatch;
  readonly operatorKey: string | undefined;
  readonly limits: Limits;
  readonly isDraining: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The browser routes; every other path below /v1 is for backends and has no cross-origin access. `/*` matches the path
 * above it as well: naming both would count each request twice.
 */
const BROWSER_PATHS = ["/v1/order/*", "/v1/catalog", "/v1/rewards/*"];

export function createApp(options: AppOptions): Hono<AppEnv> {
  const { sites, sessions, publicUrl, clock, log } = options;
  const app = new Hono<AppEnv>();

  app.use(requestId());
  app.use(accessLog(log, clock));
  app.use(
    secureHeaders({
      crossOriginResourcePolicy: false,
      crossOriginOpenerPolicy: false,
      strictTransportSecurity: false,
    }),
  );
  app.use("/v1/*", noStore);
  for (const path of BROWSER_PATHS) app.use(path, cors(sites));
  // Asked by machines that must not be turned away.
  app.route("/", healthRoutes(options));
  app.use(options.limits.perAddress);
  const browser = sessionToken({ sites, sessions, publicOrigin: new URL(publicUrl).origin });
  for (const path of BROWSER_PATHS) app.use(path, methodAllowed, browser, options.limits.perSession);

  app.route("/v1", siteRoutes(options));
  app.route("/v1", siteOrderRoutes(options));
  app.route("/v1", promotionRoutes(options));
  app.route("/v1", redemptionRoutes(options));
  app.route("/v1", attentionRoutes(options));
  app.route("/v1", orderRoutes(options.orders));
  app.route("/v1", catalogRoutes(options));
  app.route("/images", imageRoutes(options.images));
  // Made for the first who asks: a start has better things to do.
  let document: ReturnType<typeof openapiDocument> | undefined;
  app.get("/openapi.json", (c) => {
    document ??= openapiDocument(options.version, publicUrl);
    return c.json(document);
  });

  app.notFound((c) => {
    const allowed = methodsOf(c.req.path);
    return answer(
      new ProblemError(allowed.length > 0 ? "method_not_allowed" : "not_found"),
      c.get("requestId"),
      allowed,
    );
  });
  app.onError((error, c) => {
    const known = toProblem(error);
    if (known) return answer(known, c.get("requestId"), methodsOf(c.req.path));
    log.error("unexpected error", { request_id: c.get("requestId"), ...errorFields(error) });
    // Nobody foresaw it, so nothing is known about it: the client is told to try again later, and nothing else.
    return answer(new ProblemError("upstream_unavailable"), c.get("requestId"), []);
  });
  return app;
}

/** Catalog routes set their own, weaker rule. */
async function noStore(c: { res: Response }, next: () => Promise<void>): Promise<void> {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
}

async function methodAllowed(
  c: { req: { method: string; path: string } },
  next: () => Promise<void>,
): Promise<void> {
  const allowed = methodsOf(c.req.path);
  const method = c.req.method === "HEAD" ? "GET" : c.req.method;
  if (allowed.length > 0 && !allowed.includes(method)) throw new ProblemError("method_not_allowed");
  await next();
}

const PATTERNS = ROUTES.map((route) => ({
  method: route.method.toUpperCase(),
  pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** The methods the contract knows for a path. */
function methodsOf(path: string): string[] {
  return PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}

function answer(error: ProblemError, requestId: string, allowed: readonly string[]): Response {
  const { status } = PROBLEMS[error.code];
  const { retryAfterMs } = error.extras;
  return new Response(JSON.stringify(problemBody(error, requestId)), {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      ...(retryAfterMs !== undefined && {
        "Retry-After": String(Math.max(1, Math.ceil(retryAfterMs / 1000))),
      }),
      ...(status === 405 && { Allow: allowed.join(", ") }),
      // RFC 9110, 15.5.2.
      ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
    },
  });
}
