/** Puts the parts together: ledger, fulfillment client, catalog, redemption, app. Everything injectable comes in. */
import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import type { Environment } from "../shared/wire.ts";
import { createApp } from "./app.ts";
import { type Catalog, createCatalog } from "./catalog.ts";
import type { Clock } from "./clock.ts";
import type { FulfillmentSettings, Settings } from "./env.ts";
import { createAuth } from "./fulfillment/auth.ts";
import { createFulfillmentClient, UpstreamError } from "./fulfillment/client.ts";
import { type Transport, undiciTransport } from "./fulfillment/transport.ts";
import type { AppEnv } from "./http/context.ts";
import { createImages } from "./images/images.ts";
import { claimLedger, type Ledger } from "./ledger/ledger.ts";
import { openSqliteLedger } from "./ledger/sqlite.ts";
import type { Log } from "./log.ts";
import { checkOffered, findOffered } from "./offer.ts";
import { ProblemError } from "./problem.ts";
import type { Choice } from "../shared/wire.ts";
import type { Order } from "./redemption/model.ts";
import { Orders } from "./redemption/orders.ts";
import { reconcile } from "./redemption/reconciler.ts";
import { Runner } from "./redemption/runner.ts";
import { createSessions } from "./sessions.ts";
import { createSites, type Sites } from "./sites.ts";
import { widgetRoutes, type readWidgetFiles } from "./widget-files.ts";

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
  /** Takes nothing new up; resolves when the calls under way are answered. */
  stop(): Promise<void>;
  close(): Promise<void>;
}
