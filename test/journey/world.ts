/**
 * The surroundings of a journey. `createWorld`: the token server as a process, a customer's page on another origin, a
 * real browser. Only the fulfillment service is simulated; it has a port, and the test has its control. `startDemo`:
 * the token server with the demo, as started without any settings, and a browser.
 */
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { type CodeRecord, type Control, PROMOTIONS } from "../../demo/fulfillment/app.ts";
import { serveFulfillment } from "../../demo/fulfillment/serve.ts";
import { CHROMIUM_FLAGS, findHeadlessChromium } from "../browsers/engines.ts";
import { type HostPage, type Offer, startHostPage } from "../support/host-page.ts";
import { type RunningServer, startServer } from "../support/process.ts";
import { openShopper, type Shopper, throwUndescribed } from "./shopper.ts";

export const API_KEY = "journey-api-key-4b1d";
export const API_SECRET = "journey-api-secret-9e27c3";
/** How long a test waits for an expected event. */
export const SOON = { timeout: 30_000 } as const;
/** The slowest single step of a journey waits for the server's own 12 s; a busy machine needs more. */
export const JOURNEY_TIMEOUTS = { testTimeout: 90_000, hookTimeout: 60_000 } as const;

const CHANGES = new Set(["book", "redeem", "create", "create_and_redeem", "activate", "cancel", "refund"]);

/** An offer of one reward of the main promotion. */
export const only = (...skus: string[]): Offer => ({ promotion_id: String(PROMOTIONS.main), skus });

export interface World {
  readonly control: Control;
  /** The simulated service's addresses, for another token server. */
  readonly service: { readonly baseUrl: string; readonly authUrl: string };
  readonly host: HostPage;
  readonly server: () => RunningServer;
  /** A user with a browser of their own. */
  shopper(options?: Parameters<typeof openShopper>[1]): Promise<Shopper>;
  /** The billing record for one of our orders, from the service over HTTP. */
  billed(orderId: string): Promise<CodeRecord[]>;
  /** The changing calls for one of our orders that reached the service. */
  changes(orderId: string): string[];
  /** Releases calls that a fault of kind `slow` holds back, whatever its delay. */
  release(): void;
  /** Kills the server; after `during` it starts again on the same port. */
  killAndRestart(during?: () => Promise<void>): Promise<void>;
  /** Moves the time of the service and of the server; timers are not affected. */
  passTime(ms: number): Promise<void>;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = findHeadlessChromium();
  if (!executablePath) throw new Error("This journey is made in Chromium, which is not here");
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
}

export interface Demo {
  readonly server: RunningServer;
  readonly browser: Browser;
  /** A user with cookies and storage of their own. */
  shopper(options?: Parameters<typeof openShopper>[1]): Promise<Shopper>;
  /** The same, with this path of the server opened. */
  visit(path: string, options?: Parameters<typeof openShopper>[1]): Promise<Shopper>;
  /** @throws if the server does not end cleanly */
  close(): Promise<void>;
}

/** @param env settings beside those of every test */
export async function startDemo(env: Record<string, string> = {}): Promise<Demo> {
  const [server, browser] = await Promise.all([
    startServer({ PORT: "0", DATABASE_URL: "memory:", ...env }),
    openBrowser(),
  ]);
  return {
    server,
    browser,
    shopper: (options) => openShopper(browser, options),
    async visit(path, options) {
      const shopper = await openShopper(browser, options);
      await shopper.page.goto(`${server.url}${path}`);
      return shopper;
    },
    async close() {
      await browser.close();
      const code = await server.kill("SIGTERM");
      if (code !== 0) throw new Error(`the server ended with ${code}`);
      throwUndescribed();
    },
  };
}

/**
 * @param origins of other pages of the customer's
 * @param more settings beside those of every test
 * @param ofSite members of the site's entry
 */
export async function createWorld(
  origins: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
  ofSite: object = {},
): Promise<World> {
  const held = new Set<() => void>();
  const service = await serveFulfillment({
    apiKey: API_KEY,
    apiSecret: API_SECRET,
    sleep: () => new Promise((release) => held.add(release)),
  });
  const host = await startHostPage();
  const folder = mkdtempSync(join(tmpdir(), "journey-"));
  const ledger = join(folder, "ledger.db");
  const env = {
    FULFILLMENT_BASE_URL: service.baseUrl,
    FULFILLMENT_AUTH_URL: service.authUrl,
    FULFILLMENT_API_KEY: API_KEY,
    FULFILLMENT_API_SECRET: API_SECRET,
    SITES: JSON.stringify([{ ...host.site, origins: [...host.site.origins, ...origins], ...ofSite }]),
    DATABASE_URL: `file:${ledger}`,
    PORT: "0",
    ...more,
  };
  let server = await startServer(env, { hasMovableClocks: true });
  host.connect(server.url);
  /** Started only when a test needs it. */
  let browser: Promise<Browser> | undefined;
  const { control } = service;
  let passed = 0;

  return {
    control,
    service,
    host,
    server: () => server,
    async shopper(options) {
      browser ??= openBrowser();
      return openShopper(await browser, options);
    },
    async billed(orderId) {
      const response = await fetch(`${service.url}/control/codes`);
      const { data } = (await response.json()) as { data: CodeRecord[] };
      return data.filter((record) => record.order_id.includes(orderId));
    },
    changes: (orderId) =>
      control.calls
        .filter((call) => CHANGES.has(call.operation) && call.order_id?.includes(orderId))
        .map(({ operation }) => operation),
    release() {
      for (const release of held) release();
      held.clear();
    },
    async killAndRestart(during) {
      const { port } = new URL(server.url);
      await server.kill("SIGKILL");
      await during?.();
      const CLOCKS_AHEAD = String(passed);
      server = await startServer({ ...env, PORT: port, CLOCKS_AHEAD }, { hasMovableClocks: true });
    },
    async passTime(ms) {
      passed += ms;
      control.advance(ms);
      await server.passTime(ms);
    },
    async close() {
      await (await browser)?.close();
      await server.kill("SIGTERM");
      await Promise.all([service.close(), host.close()]);
      await rm(folder, { recursive: true });
      throwUndescribed();
    },
  };
}
