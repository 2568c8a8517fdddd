/** Puts the parts together: ledger, fulfillment client, catalog, redemption, app. Everything injectable comes in. */
import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import type { Choice, Environment } from "../shared/wire.ts";
import { createApp } from "./app.ts";
import { AttentionDesk } from "./attention/desk.ts";
import { createBudgetWatch } from "./budget/watch.ts";
import { createCatalog } from "./catalog.ts";
import type { Clock } from "./clock.ts";
import type { FulfillmentSettings, Settings } from "./env.ts";
import { createAuth } from "./fulfillment/auth.ts";
import { createFulfillmentClient, UpstreamError } from "./fulfillment/client.ts";
import { type Transport, undiciTransport } from "./fulfillment/transport.ts";
import type { AppEnv } from "./http/context.ts";
import { createLimits } from "./http/limits.ts";
import { createImages } from "./images/images.ts";
import { claimLedger, type Ledger } from "./ledger/ledger.ts";
import { openLedger } from "./ledger/open.ts";
import type { Log } from "./log.ts";
import { checkOffered, findOffered } from "./offer.ts";
import { ProblemError } from "./problem.ts";
import { ConfirmationGuard } from "./redemption/confirmation-guard.ts";
import { Freshness } from "./redemption/freshness.ts";
import type { Order } from "./redemption/model.ts";
import { Orders } from "./redemption/orders.ts";
import { Products } from "./redemption/products.ts";
import { reconcile } from "./redemption/reconciler.ts";
import { forgetEmails } from "./redemption/retention.ts";
import { Rows } from "./redemption/rows.ts";
import { Runner } from "./redemption/runner.ts";
import { SiteOrders } from "./redemption/site-orders.ts";
import { createSessions } from "./sessions.ts";
import { createSitePromotions } from "./site-promotions.ts";
import { createSiteRedemptions } from "./site-redemptions/site-redemptions.ts";
import { createSites } from "./sites.ts";
import { FRESH_WITHIN } from "./timing.ts";
import { type readWidgetFiles, widgetRoutes } from "./widget-files.ts";
import { within } from "./within.ts";

export interface ServerOptions {
  readonly settings: Settings & { readonly fulfillment: FulfillmentSettings; readonly publicUrl: string };
  readonly environment: Environment;
  /** The service whose redemptions the ledger holds. */
  readonly ledgerOwner: string;
  readonly widgetFiles: ReturnType<typeof readWidgetFiles>;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: HTTP through undici. Tests inject a simulated network. */
  readonly transport?: Transport;
  /** Default: the one `settings.database` names. */
  readonly ledger?: Ledger;
}

export interface Server {
  readonly app: Hono<AppEnv>;
  /** Begins to take up unfinished orders. */
  start(): void;
  /** Says that it is not ready any more, and goes on working. */
  drain(): void;
  /** Takes nothing new up; resolves when the calls under way are answered. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** @throws SettingError, LedgerBelongsElsewhere */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { settings, environment, clock, log, version } = options;
  const { fulfillment: service, publicUrl, orderIdMax } = settings;
  const ledger = options.ledger ?? (await openLedger(settings.database, log));
  await claimLedger(ledger, options.ledgerOwner);
  const network = undiciTransport();
  const transport = options.transport ?? network;
  const fulfillment = createFulfillmentClient({
    baseUrl: service.baseUrl,
    paths: settings.paths,
    transport,
    auth: createAuth({ ...service, method: settings.auth, transport, store: ledger, clock, log }),
    clock,
    log,
  });
  const sites = createSites(settings.sites);
  const catalog = createCatalog({ fulfillment, clock, log });
  const images = createImages({ baseUrl: service.baseUrl, secret: service.apiSecret, clock, log });
  const limits = createLimits({
    database: settings.database,
    perAddress: settings.limitAddressPerMinute,
    perSession: settings.limitSessionPerMinute,
    trustedProxies: settings.trustedProxies,
  });
  const instance = randomUUID();

  /** Source: integrity rule 11 and I9. */
  const checkChoice = async (order: Order, choice: Choice): Promise<string> => {
    const entry = await readCatalog(order.pins.promotion_id, sites.byId(order.site)?.client_id, "book");
    const offered = findOffered(entry, order.pins, choice.sku);
    checkOffered(offered, choice.amount);
    return offered.reward.name;
  };
  /** What the catalog, read anew, says of a choice that the service refused; undefined where it says nothing in time. */
  const explainRefusal = async (order: Order, choice: Choice): Promise<ProblemError | undefined> => {
    catalog.doubt(order.pins.promotion_id, sites.byId(order.site)?.client_id);
    const checked = checkChoice(order, choice).then(
      () => undefined,
      (error) => (error instanceof ProblemError ? error : undefined),
    );
    return within(clock, FRESH_WITHIN, checked);
  };
  const readCatalog: typeof catalog.get = async (...args) => {
    try {
      return await catalog.get(...args);
    } catch (error) {
      const missing = error instanceof UpstreamError && error.code === "not_found";
      throw missing ? new ProblemError("promotion_not_found") : error;
    }
  };

  const look = { fulfillment, orderIdMax };
  const runner = new Runner({
    ...look,
    ledger,
    clock,
    log,
    instance,
    isBookable: (order, { sku, amount }) =>
      checkChoice(order, { sku, ...(amount !== null && { amount }) }).then(
        () => "yes",
        (error) => (error instanceof ProblemError ? "no" : "unknown"),
      ),
  });
  const rows = new Rows({ ledger, fulfillment, runner, environment, instance, orderIdMax });
  const products = new Products({ fulfillment, runner });
  const freshness = new Freshness({ products, clock });
  const guard = new ConfirmationGuard({ ...look, runner, clock });
  const orders = new Orders({
    rows,
    products,
    freshness,
    guard,
    runner,
    clock,
    instance,
    checkChoice,
    explainRefusal,
  });
  const siteOrders = new SiteOrders({ rows, guard, freshness, products, runner, clock });
  const sessions = createSessions({
    ledger,
    clock,
    now: () => runner.now(),
    swap: (key, change) => runner.swap(key, change),
    emailKept: settings.emailKept,
    describePromotion: async (site, promotionId) => {
      const { promotion } = await readCatalog(promotionId, site.client_id, "view");
      return { name: promotion.name, locale: promotion.locale };
    },
  });
  const viewCatalog = { ...catalog, get: readCatalog };
  const sitePromotions = createSitePromotions({ ledger, fulfillment, catalog: viewCatalog, clock, log });
  let draining = false;
  const app = createApp({
    sites,
    sessions,
    orders,
    siteOrders,
    attention: new AttentionDesk({ ledger, fulfillment, rows, clock, log }),
    ledger,
    catalog: viewCatalog,
    sitePromotions,
    siteRedemptions: createSiteRedemptions({ ledger, fulfillment, clock }),
    images,
    budgetWatch: createBudgetWatch({
      sites: settings.sites,
      fulfillment,
      sitePromotions,
      catalog: viewCatalog,
      clock,
      log,
    }),
    operatorKey: settings.operatorKey,
    environment,
    publicUrl,
    version,
    limits,
    isDraining: () => draining,
    clock,
    log,
  });
  app.route("/", widgetRoutes(options.widgetFiles));

  const stopping = new AbortController();
  let working: Promise<unknown> | undefined;
  return {
    app,
    start() {
      working ??= Promise.all([
        reconcile({ ledger, fulfillment, runner, clock, log }, stopping.signal),
        forgetEmails({ ledger, clock, log, emailKept: settings.emailKept }, stopping.signal),
      ]);
    },
    drain() {
      draining = true;
    },
    async stop() {
      stopping.abort();
      await working;
      await runner.stop();
    },
    async close() {
      await network.close();
      await limits.close();
      await ledger.close();
    },
  };
}
