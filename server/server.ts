/** Composes the parts: ledger, fulfillment client, catalog, redemption, app. All injectable parts are options. */

import type { Hono } from "hono";
import type { Registry } from "prom-client";
import { withoutRange } from "../shared/reward-name.ts";
import type { Choice, Environment } from "../shared/wire.ts";
import { createApp } from "./app.ts";
import { createAuthorize } from "./authorize/authorize.ts";
import { type CatalogEntry, createCatalog } from "./catalog/catalog.ts";
import { checkOffered, findOffered, shownOf, viewReward } from "./catalog/offer.ts";
import { RewardValues } from "./catalog/reward-values.ts";
import { createSitePromotions } from "./catalog/site-promotions.ts";
import { createAuth } from "./fulfillment/auth.ts";
import { createFulfillmentClient } from "./fulfillment/client.ts";
import { CredentialStanding } from "./fulfillment/credential-standing.ts";
import type { Transport } from "./fulfillment/transport.ts";
import { Grants } from "./grants/grants.ts";
import type { AppEnv } from "./http/context.ts";
import { createLimits } from "./http/limits.ts";
import { createImages, imageAddresses } from "./images/images.ts";
import { ClockWatch } from "./ledger/clock-watch.ts";
import { claimLedger, type Ledger } from "./ledger/ledger.ts";
import { LedgerWatch } from "./ledger/ledger-watch.ts";
import type { ScheduledBackups } from "./ledger/scheduled-backups.ts";
import { sharedSecret } from "./ledger/shared-secret.ts";
import type { Log } from "./observing/log.ts";
import { type MeasuredRound, Measures } from "./observing/measures.ts";
import type { Tracing } from "./observing/tracing.ts";
import { AttentionList } from "./operators/attention-list.ts";
import { createBudgetWatch } from "./operators/budget-watch.ts";
import type { Inspection } from "./operators/inspection.ts";
import type { Instances } from "./operators/instances.ts";
import { WebhookOperations } from "./operators/webhooks.ts";
import { createPasses } from "./passes/passes.ts";
import { ProblemError } from "./problems/problem.ts";
import { UpstreamError } from "./problems/upstream-error.ts";
import { Orders, type OrdersOptions } from "./redemption/orders.ts";
import { type CallsOptions, createPerform } from "./redemption/perform.ts";
import { Products } from "./redemption/products.ts";
import { reconcile } from "./redemption/reconciler.ts";
import { findServiceChanges } from "./redemption/service-changes.ts";
import { stateOf, type ViewOf, viewOrder } from "./redemption/view.ts";
import { Waiting } from "./redemption/waiting.ts";
import { Worker } from "./redemption/worker.ts";
import { Members } from "./rewards/members.ts";
import { Rewards, type RewardsOptions } from "./rewards/rewards.ts";
import type { Doer } from "./rows/audit.ts";
import { placeOf } from "./rows/grant.ts";
import type { Order, OrderKey } from "./rows/order.ts";
import { createSessions } from "./sessions/sessions.ts";
import type { FulfillmentSettings, Settings, Site } from "./settings/env.ts";
import { createOperators } from "./settings/operator-keys.ts";
import { createSites } from "./settings/sites.ts";
import { SiteOrders } from "./site-orders/site-orders.ts";
import { createSiteRedemptions } from "./site-redemptions/site-redemptions.ts";
import { FRESH_WITHIN, OPENING_CATALOG_WAIT } from "./timing.ts";
import type { Clock } from "./tools/clock.ts";
import { within } from "./tools/within.ts";
import { forgetEmails, forgetUser } from "./user-data/retention.ts";
import { WebhookSender } from "./webhooks/sender.ts";
import { widgetRoutes } from "./widget/routes.ts";
import type { WidgetBuild } from "./widget/version.ts";
import { WidgetVersions } from "./widget/versions.ts";

/** The ways out of the server; network.ts has those of the running one. */
export interface Network {
  /** To the fulfillment service, and to the pictures on its host. */
  readonly service: Transport;
  /** To the sites: webhooks, and the question before a confirmation is stored. */
  readonly sites: Transport;
  /** To the catalog's other pictures: to public addresses alone. */
  readonly pictures: Transport;
  close(): Promise<void>;
}

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
  readonly network: Network;
  readonly ledger: Ledger;
  /** Copies of the ledger on a schedule. */
  readonly backups?: ScheduledBackups | undefined;
  /** Where the instances on one ledger tell of each other. */
  readonly instances?: Instances | undefined;
  /** What the process says of itself to operators. */
  readonly inspection?: Inspection | undefined;
  /** Default: the process as such is not measured. */
  readonly processMeasures?: Registry;
  /** Default: none. */
  readonly tracing?: Tracing | undefined;
}

export interface Server {
  readonly app: Hono<AppEnv>;
  /** Starts the reconciler. */
  start(): void;
  /** Takes sites and operators that were read again; requests under way keep those they began with. */
  replace(next: Pick<Settings, "sites" | "operators">): void;
  /** Reports "not ready", and goes on working. */
  drain(): void;
  /** Starts nothing new; resolves when the calls under way are answered. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

const NO_PICTURES = { logo_url: null, catalog_card_url: null } as const;

/** @throws OperatorError if an operator can fix the cause */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { settings, environment, ledger, network, clock, log, version } = options;
  const { fulfillment: service, publicUrl, orderIdMax } = settings;
  await claimLedger(ledger, options.ledgerOwner);
  if (settings.ledgerRecoveredAt !== undefined) await ledger.noteRecovery(settings.ledgerRecoveredAt);
  const clockWatch = new ClockWatch({ ledger, clock, log });
  // Before the first answer: a page that gets the new version from here may ask any instance for its other files.
  const widgetVersions = new WidgetVersions({ build: options.widget, ledger, clock, clockWatch, log });
  await widgetVersions.publish();
  const measures = new Measures({ version, environment, clock });
  const credentials = new CredentialStanding(log);
  const transport = network.service;
  const seen = { credentials, measure: measures.call, tracing: options.tracing };
  const fulfillment = createFulfillmentClient({
    baseUrl: service.baseUrl,
    paths: settings.paths,
    transport,
    auth: createAuth({
      ...service,
      ...seen,
      method: settings.auth,
      transport,
      store: ledger,
      clock,
      log,
    }),
    clock,
    log,
    ...seen,
  });
  const sites = createSites(settings.sites);
  const operators = createOperators(settings.operators);
  const values = new RewardValues({ ledger, given: settings.rewardValues, clock, log });
  await values.read();
  const catalog = createCatalog({ fulfillment, clock, log, knownValues: () => values.known() });
  const images = createImages({
    baseUrl: service.baseUrl,
    secret: await sharedSecret(ledger, "image_marks"),
    serviceTransport: network.service,
    publicTransport: network.pictures,
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
  /** Source: docs/proof/rules.md, rule 11 and I9. */
  const checkChoice = async (order: Order, choice: Choice, asked: string | null): Promise<string> => {
    const entry = await readCatalog(order.pins.promotion_id, sites.byId(order.site)?.client_id, "book");
    const currency = order.grant?.currency ?? asked;
    const offered = findOffered(entry, { ...order.pins, currency }, choice.sku);
    checkOffered(offered, choice.amount);
    const { free_value, name } = offered.reward;
    return free_value ? withoutRange(name) : name;
  };
  /** The problem that the catalog, read anew, shows for a choice that the service refused; undefined if none shows in time. */
  const explainRefusal: OrdersOptions["explainRefusal"] = async (order, choice, currency) => {
    catalog.doubt(order.pins.promotion_id, sites.byId(order.site)?.client_id);
    const checked = checkChoice(order, choice, currency).then(
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
  const rewardNameOf = (order: Order, sku: string): Promise<string | undefined> =>
    readCatalog(order.pins.promotion_id, sites.byId(order.site)?.client_id, "view").then(
      ({ rewards }) => rewards.find((reward) => reward.sku === sku)?.name,
      () => undefined,
    );
  const isBookable: CallsOptions["isBookable"] = (order, choice, currency) =>
    checkChoice(order, choice, currency).then(
      () => "yes",
      (error) => (error instanceof ProblemError ? "no" : "unknown"),
    );
  const expect = (all: readonly Site[]): void => {
    for (const { id, webhook, authorize } of all) {
      if (webhook) measures.expectDeliveries(id);
      if (authorize) measures.expectAuthorizations(id);
    }
  };
  expect(settings.sites);
  const webhooks = new WebhookSender({
    ledger,
    sites: settings.sites,
    transport: network.sites,
    clock,
    log,
    random: Math.random,
    measure: measures.delivery,
  });
  const waiting = new Waiting(ledger, clock);
  let grants: Grants | undefined;
  const worker = new Worker({
    ledger,
    perform: createPerform({ fulfillment, log, isBookable, rewardNameOf }),
    waiting,
    clock,
    log,
    orderIdMax,
    webhooks,
    balanceWith: async (row) => grants?.balanceWith(row),
    learnValue: (sku, value) => void values.learn(sku, value),
  });
  /** The clients by which sites read a promotion, one that may have it for certain first. */
  const clientsOf = (promotionId: string): (string | undefined)[] => {
    const named = sites.all().filter(({ promotions }) => promotions?.includes(promotionId));
    return [...new Set([...named, ...sites.all()].map(({ client_id }) => client_id))];
  };
  /** Whether a kept catalog says so. */
  const isOfFixedValue = (promotionId: string, sku: string): boolean =>
    clientsOf(promotionId).some((clientId) =>
      catalog.peek(promotionId, clientId)?.rewards.some((reward) => reward.sku === sku && !reward.free_value),
    );
  const products = new Products({ fulfillment, worker, clock });
  const view: ViewOf = (row, locale) => viewOrder(row, environment, locale);
  const working = { worker, products, view, clock };
  const ask = createAuthorize({
    addressOf: (site) => sites.byId(site)?.authorize,
    transport: network.sites,
    clock,
    log,
    measure: measures.authorization,
  });
  const authorize: OrdersOptions["authorize"] = ({ site, order_id, user_id, pins }, attempt) => {
    const { n, sku, reward_name, amount } = attempt;
    const value = attempt.value ?? (amount === null ? values.known().get(sku) : undefined);
    const grant_id = placeOf(order_id)?.grant_id;
    const data = {
      order_id,
      ...(grant_id !== undefined && { grant_id }),
      ...(user_id !== null && { user_id }),
      attempt: n,
      sku,
      reward_name,
      ...(value && { value }),
      ...(amount !== null && { amount }),
      ...(pins.metadata && { metadata: pins.metadata }),
    };
    return ask({ site, order_id, data });
  };
  const orders = new Orders({
    ...working,
    limits: settings.choices,
    checkChoice,
    authorize,
    explainRefusal,
  });
  const siteOrders = new SiteOrders(working);
  const hasAny = (entry: CatalogEntry, { pins, grant }: Order): boolean =>
    entry.rewards.some(shownOf(entry, { ...pins, currency: grant?.currency ?? null }));
  const mayBeOffered = (order: Order): boolean => {
    const entry = catalog.peek(order.pins.promotion_id, sites.byId(order.site)?.client_id);
    // Of a promotion that has ended the choice itself says so.
    return entry === undefined || entry.closed !== undefined || hasAny(entry, order);
  };
  /** Without a readable catalog the order is opened, and its own screen says what is wrong. */
  const isAnythingOffered = async (order: Order): Promise<boolean> => {
    const { site, pins } = order;
    const offered = readCatalog(pins.promotion_id, sites.byId(site)?.client_id, "view").then(
      (entry) => hasAny(entry, order),
      () => true,
    );
    return (await within(clock, OPENING_CATALOG_WAIT, offered)) ?? true;
  };
  grants = new Grants({ ledger, worker, siteOrders, clock, isAnythingOffered });
  const sessions = createSessions({
    ledger,
    clock,
    worker,
    grants,
    emailKept: settings.emailKept,
    readPromotion: async (site, promotionId) => {
      const { promotion, rewards, unusable } = await readCatalog(promotionId, site.client_id, "view");
      const has = (sku: string) => unusable.has(sku) || rewards.some((each) => each.sku === sku);
      return { described: { name: promotion.name, locale: promotion.locale }, has };
    },
  });
  ledger.onConnectionLost(() => sessions.forget());
  const viewCatalog = { ...catalog, get: readCatalog };
  const sitePromotions = createSitePromotions({ ledger, fulfillment, catalog: viewCatalog, clock, log });
  const forgetOrderUser = (key: OrderKey, by: Doer): Promise<void> => forgetUser(ledger, key, stateOf, by);
  const imageUrl = imageAddresses(images, publicUrl);
  const picturesOf: RewardsOptions["picturesOf"] = async (site, promotionIds) => {
    const clientId = sites.byId(site)?.client_id;
    const read = async (id: string) => {
      const entry = readCatalog(id, clientId, "view").catch(() => undefined);
      return [id, await within(clock, OPENING_CATALOG_WAIT, entry)] as const;
    };
    const entries = new Map(await Promise.all([...promotionIds].map(read)));
    return (promotionId, sku) => {
      const reward = entries.get(promotionId)?.rewards.find((each) => each.sku === sku);
      const { logo_url, catalog_card_url } = reward ? viewReward(reward, imageUrl) : NO_PICTURES;
      return { logo_url, catalog_card_url };
    };
  };
  const passes = createPasses({
    settings: settings.passes,
    words: options.widget?.passWords ?? {},
    textsOf: (sku) => catalog.details(sku),
    logoOf(site, { promotion, sku }) {
      const entry = catalog.peek(promotion.id, sites.byId(site)?.client_id);
      const address = entry?.rewards.find((each) => each.sku === sku)?.logo_url;
      const path = address === undefined ? undefined : images.register(address);
      if (path === undefined) return undefined;
      const png = async () => {
        const image = await images.get(path.slice(path.lastIndexOf("/") + 1));
        return image?.contentType === "image/png" ? image.body : undefined;
      };
      return { url: `${publicUrl}${path}`, png };
    },
    clock,
  });
  let draining = false;
  const app = createApp({
    sites,
    sessions,
    orders,
    siteOrders,
    grants,
    rewards: new Rewards({ ledger, worker, orders, sessions, mayBeOffered, picturesOf }),
    members: new Members({
      ledger,
      siteOrders,
      grants,
      forgetUser: forgetOrderUser,
      endSessions: sessions.end,
    }),
    forgetUser: forgetOrderUser,
    attention: new AttentionList({ ledger, worker, clock, log }),
    ledger,
    ledgerWatch: new LedgerWatch({ ledger, clock }),
    catalog: viewCatalog,
    sitePromotions,
    webhooks,
    webhookOperations: new WebhookOperations({ ledger, sender: webhooks, clock, log }),
    siteRedemptions: createSiteRedemptions({ ledger, fulfillment, clock }),
    images,
    passes,
    budgetWatch: createBudgetWatch({
      sites: sites.all,
      fulfillment,
      sitePromotions,
      catalog: viewCatalog,
      clock,
      log,
    }),
    backups: options.backups,
    instances: options.instances,
    inspection: options.inspection,
    database: settings.database.kind,
    operators,
    operatorHeader: settings.operatorHeader,
    trustedProxies: settings.trustedProxies,
    environment,
    publicUrl,
    version,
    firstWords: options.widget?.firstWords ?? {},
    operatorPage: options.widget?.operatorPage,
    limits,
    isDraining: () => draining,
    measures,
    processMeasures: options.processMeasures,
    tracing: options.tracing,
    credentials,
    clock,
    clockWatch,
    log,
  });
  app.route("/", widgetRoutes(widgetVersions, publicUrl));

  const measureRound = (round: MeasuredRound): void => {
    measures.round(round);
    if (round.outcome === "done") void options.instances?.note();
  };
  const stopping = new AbortController();
  let started: Promise<unknown> | undefined;
  return {
    app,
    start() {
      started ??= Promise.all([
        reconcile({ ledger, worker, clock, clockWatch, log, measure: measureRound }, stopping.signal),
        forgetEmails({ ledger, clock, clockWatch, log, emailKept: settings.emailKept }, stopping.signal),
        widgetVersions.keep(stopping.signal),
        options.backups?.run(stopping.signal),
        webhooks.run(stopping.signal),
        findServiceChanges(
          {
            ledger,
            fulfillment,
            worker,
            products,
            clock,
            log,
            prepare: async (promotionId) => {
              const [clientId] = clientsOf(promotionId);
              if (catalog.peek(promotionId, clientId)) return;
              await readCatalog(promotionId, clientId, "view").catch(() => {});
            },
            learnValue: (promotionId, { sku = "", value }) => {
              if (value && isOfFixedValue(promotionId, sku)) void values.learn(sku, value);
            },
          },
          stopping.signal,
        ),
      ]);
    },
    replace(next) {
      sites.replace(next.sites);
      operators.replace(next.operators);
      webhooks.setSites(next.sites);
      expect(next.sites);
    },
    drain() {
      draining = true;
    },
    async stop() {
      stopping.abort();
      await started;
      await worker.stop();
      await options.instances?.leave();
    },
    async close() {
      await network.close();
      await limits.close();
      await ledger.close();
    },
  };
}
