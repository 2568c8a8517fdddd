/** Composes the parts: ledger, fulfillment client, catalog, redemption, app. All injectable parts are options. */
import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import type { Registry } from "prom-client";
import type { Choice, Environment } from "../shared/wire.ts";
import { createApp } from "./app.ts";
import { AttentionDesk } from "./attention/desk.ts";
import { createBudgetWatch } from "./budget/watch.ts";
import { createCatalog } from "./catalog.ts";
import type { Clock } from "./clock.ts";
import type { FulfillmentSettings, Settings } from "./env.ts";
import { createAuth } from "./fulfillment/auth.ts";
import { createFulfillmentClient, UpstreamError } from "./fulfillment/client.ts";
import { CredentialStanding } from "./fulfillment/credential-standing.ts";
import { type Transport, undiciTransport } from "./fulfillment/transport.ts";
import type { AppEnv } from "./http/context.ts";
import { createLimits } from "./http/limits.ts";
import { createImages } from "./images/images.ts";
import { claimLedger, type Ledger } from "./ledger/ledger.ts";
import { LedgerWatch } from "./ledger/ledger-watch.ts";
import { openLedger } from "./ledger/open.ts";
import { sharedSecret } from "./ledger/shared-secret.ts";
import { LedgerProof } from "./ledger-proof/ledger-proof.ts";
import type { Log } from "./log.ts";
import { Measures } from "./measures.ts";
import { checkOffered, findOffered } from "./offer.ts";
import { Freshness } from "./orders/freshness.ts";
import { Orders } from "./orders/orders.ts";
import { Products } from "./orders/products.ts";
import { SiteOrders } from "./orders/site-orders.ts";
import { stateOf, type ViewOf, viewOrder } from "./orders/view.ts";
import { ProblemError } from "./problem.ts";
import type { Order } from "./redemption/model.ts";
import { reconcile } from "./redemption/reconciler.ts";
import { Recovery } from "./redemption/recovery.ts";
import { RecoveryGate } from "./redemption/recovery-gate.ts";
import { Rows } from "./redemption/rows.ts";
import { Runner } from "./redemption/runner.ts";
import { RewardValues } from "./reward-values.ts";
import { createSessions } from "./sessions.ts";
import { createSitePromotions } from "./site-promotions.ts";
import { createSiteRedemptions } from "./site-redemptions/site-redemptions.ts";
import { createSites } from "./sites.ts";
import { FRESH_WITHIN } from "./timing.ts";
import { forgetEmails, forgetUser } from "./user-data/retention.ts";
import { widgetRoutes } from "./widget/routes.ts";
import type { WidgetBuild } from "./widget/version.ts";
import { WidgetVersions } from "./widget/versions.ts";
import { within } from "./within.ts";

export interface ServerOptions {
  readonly settings: Settings & { readonly fulfillment: FulfillmentSettings; readonly publicUrl: string };
  readonly environment: Environment;
  /** The service to which the ledger's redemptions belong. */
  readonly ledgerOwner: string;
  /** Without it only versions that other instances published are served. */
  readonly widget?: WidgetBuild;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: HTTP through undici. Tests inject a simulated network. */
  readonly transport?: Transport;
  /** Default: the ledger of `settings.database`. */
  readonly ledger?: Ledger;
  /** Default: the process as such is not measured. */
  readonly processMeasures?: Registry;
}

export interface Server {
  readonly app: Hono<AppEnv>;
  /** Starts the reconciler. */
  start(): void;
  /** Reports "not ready", and goes on working. */
  drain(): void;
  /** Starts nothing new; resolves when the calls under way are answered. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** @throws OperatorError if an operator can fix the cause */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { settings, environment, clock, log, version } = options;
  const { fulfillment: service, publicUrl, orderIdMax } = settings;
  const ledger = options.ledger ?? (await openLedger(settings.database, log));
  await claimLedger(ledger, options.ledgerOwner);
  // Before the first answer: a page that gets the new version from here may ask any instance for its other files.
  const widgetVersions = new WidgetVersions({ build: options.widget, ledger, clock, log });
  await widgetVersions.publish();
  const measures = new Measures({ version, environment });
  const credentials = new CredentialStanding(log);
  const network = undiciTransport();
  const transport = options.transport ?? network;
  const seen = { credentials, measure: measures.call };
  const fulfillment = createFulfillmentClient({
    baseUrl: service.baseUrl,
    paths: settings.paths,
    transport,
    auth: createAuth({ ...service, ...seen, method: settings.auth, transport, store: ledger, clock, log }),
    clock,
    log,
    ...seen,
  });
  const sites = createSites(settings.sites);
  const values = new RewardValues({ ledger, clock, log });
  await values.read();
  const catalog = createCatalog({ fulfillment, clock, log, knownValues: () => values.known() });
  const images = createImages({
    baseUrl: service.baseUrl,
    secret: await sharedSecret(ledger, "image_marks"),
    clock,
    log,
  });
  const limits = createLimits({
    database: settings.database,
    perAddress: settings.limitAddressPerMinute,
    perSession: settings.limitSessionPerMinute,
    perSite: settings.limitSitePerMinute,
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
  /** The problem that the catalog, read anew, shows for a choice that the service refused; undefined if none shows in time. */
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
      if (!missing) throw error;
      const detail = `The fulfillment service knows no promotion ${args[0]}. Check the id.`;
      throw new ProblemError("promotion_not_found", { detail });
    }
  };

  /** The catalog's name of a reward; undefined if the catalog cannot be read or lacks the reward. */
  const nameOf = (order: Order, sku: string): Promise<string | undefined> =>
    readCatalog(order.pins.promotion_id, sites.byId(order.site)?.client_id, "view").then(
      ({ rewards }) => rewards.find((reward) => reward.sku === sku)?.name,
      () => undefined,
    );
  const look = { fulfillment, orderIdMax, nameOf };
  const proof = new LedgerProof({
    ledger,
    fulfillment,
    clock,
    log,
    sites: settings.sites.map(({ id }) => id),
  });
  const gate = new RecoveryGate((promotionId) => proof.ensureProven(promotionId));
  const rows = new Rows({
    ledger,
    fulfillment,
    clock,
    gate,
    instance,
    orderIdMax,
    wake: (key, stored) => runner.loops.wake(key, stored),
    stored: ({ pins }) => proof.changed(pins.promotion_id),
    learnValue: (sku, value) => void values.learn(sku, value),
  });
  const recovery = new Recovery({ ...look, rows, gate, clock });
  const runner = new Runner({
    ...look,
    rows,
    recovery,
    gate,
    clock,
    log,
    instance,
    isBookable: (order, { sku, amount }) =>
      checkChoice(order, { sku, ...(amount !== null && { amount }) }).then(
        () => "yes",
        (error) => (error instanceof ProblemError ? "no" : "unknown"),
      ),
  });
  const products = new Products({ fulfillment, rows, clock });
  const freshness = new Freshness({ products, clock });
  const view: ViewOf = (order, locale) => viewOrder(order, { environment, now: rows.now(), locale });
  const orders = new Orders({
    rows,
    view,
    products,
    freshness,
    recovery,
    runner,
    clock,
    instance,
    checkChoice,
    explainRefusal,
  });
  const siteOrders = new SiteOrders({ rows, view, recovery, gate, freshness, products, runner, clock });
  const sessions = createSessions({
    ledger,
    clock,
    now: () => rows.now(),
    swap: (key, change) => rows.swap(key, change),
    emailKept: settings.emailKept,
    readPromotion: async (site, promotionId) => {
      const { promotion, rewards, unusable } = await readCatalog(promotionId, site.client_id, "view");
      const has = (sku: string) => unusable.has(sku) || rewards.some((each) => each.sku === sku);
      return { described: { name: promotion.name, locale: promotion.locale }, has };
    },
  });
  ledger.onConnectionLost(() => {
    proof.doubt();
    gate.forget();
    sessions.forget();
  });
  const viewCatalog = { ...catalog, get: readCatalog };
  const sitePromotions = createSitePromotions({ ledger, fulfillment, catalog: viewCatalog, clock, log });
  let draining = false;
  const app = createApp({
    sites,
    sessions,
    orders,
    siteOrders,
    forgetUser: (key) => forgetUser(ledger, key, (order) => stateOf(order, rows.now())),
    proof,
    attention: new AttentionDesk({ ledger, fulfillment, rows, clock, log }),
    ledger,
    ledgerWatch: new LedgerWatch({ ledger, clock }),
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
    operators: settings.operators,
    trustedProxies: settings.trustedProxies,
    environment,
    publicUrl,
    version,
    limits,
    isDraining: () => draining,
    measures,
    processMeasures: options.processMeasures,
    credentials,
    clock,
    serviceNow: () => rows.now(),
    log,
  });
  app.route("/", widgetRoutes(widgetVersions, publicUrl));

  const stopping = new AbortController();
  let working: Promise<unknown> | undefined;
  return {
    app,
    start() {
      working ??= Promise.all([
        reconcile(
          {
            ledger,
            fulfillment,
            rows,
            loops: runner.loops,
            noteAlive: () => proof.noteAlive(),
            clock,
            log,
            measure: measures.round,
          },
          stopping.signal,
        ),
        forgetEmails({ ledger, clock, log, emailKept: settings.emailKept }, stopping.signal),
        widgetVersions.keep(stopping.signal),
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
