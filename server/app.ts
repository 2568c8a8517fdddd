/** Composes the token server: the middleware of every request, then the routes. Does not listen and reads no settings. */
import { type Context, Hono } from "hono";
import { every } from "hono/combine";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { Registry } from "prom-client";
import type { Environment } from "../shared/wire.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { SitePromotions } from "./catalog/site-promotions.ts";
import { catalogViews } from "./catalog/views.ts";
import type { CredentialStanding } from "./fulfillment/credential-standing.ts";
import type { Grants } from "./grants/grants.ts";
import { accessLog, subjectOf } from "./http/access-log.ts";
import { hasRightKey, sessionToken, siteKey } from "./http/auth.ts";
import type { AppEnv } from "./http/context.ts";
import { browserCors } from "./http/cors.ts";
import { commonHeaders } from "./http/headers.ts";
import { inTime } from "./http/in-time.ts";
import type { Limits } from "./http/limits.ts";
import { asEither, asOperator as operatorOnly } from "./http/operator-auth.ts";
import { plainPath } from "./http/plain-path.ts";
import { problemResponse } from "./http/problem-response.ts";
import { proxyCheck } from "./http/proxy-check.ts";
import type { Images } from "./images/images.ts";
import type { ClockWatch } from "./ledger/clock-watch.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { LedgerWatch } from "./ledger/ledger-watch.ts";
import type { ScheduledBackups } from "./ledger/scheduled-backups.ts";
import { errorFields, type Log } from "./observing/log.ts";
import type { Measures } from "./observing/measures.ts";
import type { Tracing } from "./observing/tracing.ts";
import type { AttentionList } from "./operators/attention-list.ts";
import type { BudgetWatch } from "./operators/budget-watch.ts";
import type { Inspection } from "./operators/inspection.ts";
import type { Instances } from "./operators/instances.ts";
import { createPageSessions } from "./operators/page-sessions.ts";
import type { WebhookOperations } from "./operators/webhooks.ts";
import type { Passes } from "./passes/passes.ts";
import { ProblemError, toProblem, unforeseen } from "./problems/problem.ts";
import type { Orders } from "./redemption/orders.ts";
import type { Members } from "./rewards/members.ts";
import type { Rewards } from "./rewards/rewards.ts";
import { attentionRoutes } from "./routes/attention.ts";
import { auditRoutes } from "./routes/audit.ts";
import { catalogRoutes } from "./routes/catalog.ts";
import { BROWSER_ROUTES } from "./routes/described/browser.ts";
import { openapiDocument } from "./routes/described/openapi.ts";
import { eventRoutes } from "./routes/events.ts";
import { grantRoutes } from "./routes/grants.ts";
import { healthRoutes } from "./routes/health.ts";
import { imageRoutes } from "./routes/images.ts";
import { openingRoutes, tokenOfOpening } from "./routes/opening.ts";
import { operatorOrderRoutes } from "./routes/operator-orders.ts";
import { operatorPageRoutes } from "./routes/operator-page.ts";
import { operatorSessionRoutes } from "./routes/operator-session.ts";
import { operatorWebhookRoutes } from "./routes/operator-webhooks.ts";
import { orderRoutes } from "./routes/order.ts";
import { siteOrderRoutes } from "./routes/orders.ts";
import { promotionRoutes } from "./routes/promotions.ts";
import { redemptionRoutes } from "./routes/redemptions.ts";
import { rewardRoutes } from "./routes/rewards.ts";
import { siteRoutes } from "./routes/sessions.ts";
import type { Deed, Doer } from "./rows/audit.ts";
import type { OrderKey } from "./rows/order.ts";
import type { Sessions } from "./sessions/sessions.ts";
import type { OperatorHeader } from "./settings/operator-header.ts";
import type { Operators } from "./settings/operator-keys.ts";
import type { DatabaseSetting } from "./settings/setting.ts";
import type { Sites } from "./settings/sites.ts";
import type { SiteOrders } from "./site-orders/site-orders.ts";
import type { SiteRedemptions } from "./site-redemptions/site-redemptions.ts";
import { REFUSALS_NOTED_MOST, REFUSALS_NOTED_WITHIN } from "./timing.ts";
import { atMost } from "./tools/at-most.ts";
import type { Clock } from "./tools/clock.ts";
import type { WebhookSender } from "./webhooks/sender.ts";
import type { WidgetBuild } from "./widget/version.ts";

export interface AppOptions {
  readonly sites: Sites;
  readonly sessions: Sessions;
  readonly orders: Orders;
  readonly siteOrders: SiteOrders;
  readonly grants: Grants;
  readonly rewards: Rewards;
  readonly members: Members;
  /** Forgets the user of a finished order. */
  readonly forgetUser: (key: OrderKey, by: Doer) => Promise<void>;
  readonly attention: AttentionList;
  readonly ledger: Ledger;
  readonly ledgerWatch: LedgerWatch;
  readonly catalog: Catalog;
  readonly sitePromotions: SitePromotions;
  readonly siteRedemptions: SiteRedemptions;
  readonly webhooks: Pick<WebhookSender, "has" | "offSince" | "hurry">;
  readonly webhookOperations: WebhookOperations;
  readonly images: Images;
  readonly passes: Passes;
  readonly environment: Environment;
  /** The address under which browsers reach the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly version: string;
  /** The words of the widget's first screen, by language. */
  readonly firstWords: WidgetBuild["firstWords"];
  readonly operatorPage?: WidgetBuild["operatorPage"];
  readonly budgetWatch: BudgetWatch;
  readonly backups?: Pick<ScheduledBackups, "standing"> | undefined;
  readonly instances?: Pick<Instances, "all"> | undefined;
  readonly inspection?: Inspection | undefined;
  readonly database: DatabaseSetting["kind"];
  readonly operators: Operators;
  readonly operatorHeader?: OperatorHeader | undefined;
  readonly trustedProxies: number;
  readonly limits: Limits;
  readonly isDraining: () => boolean;
  readonly measures: Measures;
  /** CPU, memory and event loop of the process, if measured. */
  readonly processMeasures?: Registry;
  readonly tracing?: Tracing | undefined;
  /** Whether the service accepts our credentials. */
  readonly credentials: Pick<CredentialStanding, "refusedBy">;
  readonly clock: Clock;
  readonly clockWatch: Pick<ClockWatch, "offset">;
  readonly log: Log;
}

const OPENING_PATH = "/v1/opening";

export function createApp(options: AppOptions): Hono<AppEnv> {
  const { sites, sessions, publicUrl, limits, clock, log } = options;
  const noteDeed = async (deed: Deed): Promise<void> => {
    await options.ledger
      .noteDeed(deed)
      .catch((error) => log.warn("a deed was not stored", errorFields(error)));
  };
  const keys = {
    ...options,
    countRefusedKey: limits.countRefusedKey,
    noteRefusal: atMost(REFUSALS_NOTED_MOST, REFUSALS_NOTED_WITHIN, clock, noteDeed),
  };
  const asSite = every(siteKey(keys), limits.perSite);
  const publicOrigin = new URL(publicUrl).origin;
  const operatorAuth = {
    ...keys,
    publicOrigin,
    pageSessions: createPageSessions(options),
  };
  const asOperator = operatorOnly(operatorAuth);
  const orderOf = options.grants.orderOf.bind(options.grants);
  const browsers = { sites, sessions, orderOf, publicOrigin, log };
  const app = new Hono<AppEnv>();

  app.use(commonHeaders(new URL(publicUrl).protocol === "https:"));
  app.use(proxyCheck(options));
  // A preflight has neither key nor session: its address is counted before a line is written or an answer given.
  app.use((c, next) => (c.req.method === "OPTIONS" ? limits.perAddress(c, next) : next()));
  app.use(accessLog(options));
  app.use(plainPath);
  app.use(methodNotAllowed({ app, onMethodNotAllowed: tellMethods }));
  // Every other path below /v1 is for backends and has no cross-origin access.
  for (const path of new Set(BROWSER_ROUTES.map(pathOf))) app.use(path, browserCors(sites, log));
  // Before the limits: load balancers and probes must not be refused.
  app.route("/", healthRoutes({ ...options, asOperator }));
  const isKeyed = hasRightKey(sites, options.operators);
  app.use((c, next) => (c.req.method === "OPTIONS" || isKeyed(c) ? next() : limits.perAddress(c, next)));
  for (const route of BROWSER_ROUTES) {
    const path = pathOf(route);
    const session = sessionToken(browsers, path === OPENING_PATH ? tokenOfOpening : undefined);
    // By method, so that another method is refused as such and not for its missing session.
    app.on(route.method, path, inTime(clock), session, limits.perSession, limits.perSite);
  }

  app.route("/v1", siteRoutes({ ...options, asSite }));
  app.route("/v1", siteOrderRoutes({ ...options, asSite }));
  app.route("/v1", grantRoutes({ ...options, asSite }));
  app.route("/v1", rewardRoutes({ ...options, asSite }));
  app.route("/v1", promotionRoutes({ ...options, asSite }));
  app.route("/v1", eventRoutes({ ...options, asSite }));
  app.route("/v1", redemptionRoutes({ ...options, asSite }));
  app.route("/v1", attentionRoutes({ ...options, asOperator }));
  app.route("/v1", operatorWebhookRoutes({ ...options, asOperator }));
  app.route("/v1", operatorOrderRoutes({ ...options, asOperator }));
  app.route("/v1", auditRoutes({ ...options, asEither: asEither({ ...operatorAuth, sites }) }));
  const hasOperators = (): boolean => options.operators.isAny || options.operatorHeader !== undefined;
  const files = options.operatorPage;
  app.route("/", operatorPageRoutes({ ...options, asOperator, hasOperators, allSites: sites.all, files }));
  app.route("/operator", operatorSessionRoutes({ ...operatorAuth, asOperator, publicUrl }));
  app.route("/v1", orderRoutes(options));
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

  app.notFound((c) => tell(c, new ProblemError("not_found")));
  app.onError((error, c) => {
    const known = toProblem(error);
    if (known) return tell(c, known);
    log.error("unexpected error", { ...subjectOf(c), ...errorFields(error) });
    return tell(c, unforeseen());
  });
  return app;
}

/** A route's path in Hono's spelling. */
const pathOf = ({ path }: { readonly path: string }): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** The answer for a problem; its code is recorded for the request's log line. */
function tell(c: Context<AppEnv>, error: ProblemError, allowed?: readonly string[]): Response {
  c.set("problemCode", error.code);
  return problemResponse(error, c.get("requestId"), allowed);
}

function tellMethods(c: Context<AppEnv>, methods: readonly string[]): Response {
  const detail = `This address takes ${methods.join(", ")}.`;
  return tell(c, new ProblemError("method_not_allowed", { detail }), methods);
}
