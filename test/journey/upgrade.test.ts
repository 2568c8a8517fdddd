/**
 * One release replaces another, and the other way round, instance by instance behind HAProxy, while pages are loaded
 * and orders are made, without any failure. `UPGRADE_PAGES` is the number of loaded pages; without it nothing is run.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cluster, type Instance, ORIGIN, SITE_KEY, startCluster } from "../processes/cluster.ts";
import { play, SKU, sleep } from "../processes/player.ts";
import { freePort } from "../support/free-port.ts";
import { HAPROXY, type RunningProxy, startHaproxy } from "../support/haproxy.ts";
import { type HostPage, type Offer, startHostPage } from "../support/host-page.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { canUse } from "../support/programs.ts";
import { copyThisRelease, makeNextRelease, type NextRelease, type Release } from "../support/release.ts";
import { MINUTE } from "../support/rewards.ts";
import { until } from "../support/until.ts";
import { openShopper, type Shopper } from "./shopper.ts";
import { openBrowser } from "./world.ts";

/** The number of pages that are loaded meanwhile. */
const PAGES = 100;
/** The number of pages loaded at the same time, and of orders made beside them. */
const [READERS, TRAFFIC] = [3, 2];
/** One in so many pages goes on to its codes. */
const BUYERS = 6;
/** Leaves processor time to the pages, ms. */
const BETWEEN_ORDERS = 100;
/** Far more than the pages need on a slow machine, ms. */
const LIMIT = 3 * MINUTE + PAGES * 4_000;
const OFFER: Offer = { promotion_id: "4001", skus: [SKU, "PIXELBARN-10"] };
const NAMES = ["one", "two"] as const;
/** HAProxy checks every second and believes the first good answer. Far more than a slow machine adds to that, ms. */
const UP_WITHIN = 30_000;

/**
 * Chromium's name for a request that the page itself ended. The widget ends requests for details that are no longer
 * shown.
 */
const GIVEN_UP = "net::ERR_ABORTED";

interface Latest {
  readonly version: string;
  readonly snippet: string;
  readonly import_map: object;
}

describe.runIf(canUse(HAPROXY))("while one release replaces another behind a proxy", () => {
  let current: Release;
  let next: NextRelease;
  let postgres: PostgresServer;
  let host: HostPage;
  let browser: Browser;
  let cluster: Cluster;
  let proxy: RunningProxy;
  const ports: number[] = [];
  const instances: Instance[] = [];

  const start = async (at: 0 | 1, root: string): Promise<void> => {
    const port = ports[at];
    if (port === undefined) throw new Error("no port");
    instances[at] = await cluster.start(undefined, { root, port });
  };

  beforeAll(async () => {
    current = copyThisRelease();
    [next, postgres, host, browser] = await Promise.all([
      makeNextRelease("9.0.0"),
      startPostgres(),
      startHostPage(),
      openBrowser(),
    ]);
    ports.push(await freePort(), await freePort());
    const proxyPort = await freePort();
    const url = `http://127.0.0.1:${proxyPort}`;
    cluster = await startCluster(await postgres.database(), {
      PUBLIC_URL: url,
      TRUSTED_PROXIES: "1",
      SITES: JSON.stringify([host.site, { id: "shop", key: SITE_KEY, origins: [ORIGIN] }]),
    });
    await Promise.all([start(0, current.root), start(1, current.root)]);
    proxy = await startHaproxy([`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`], proxyPort);
    host.connect(proxy.url);
  }, 2 * MINUTE);
  afterAll(async () => {
    await browser.close();
    await proxy.close();
    await Promise.all([cluster.close(), host.close()]);
    await postgres.close();
    next.remove();
    current.remove();
  }, MINUTE);

  const latest = async (): Promise<Latest> =>
    (await (await fetch(`${proxy.url}/widget/latest.json`)).json()) as Latest;
  const pinned = ({ snippet, import_map }: Latest) => ({
    body: (session: string) =>
      `<script type="importmap">${JSON.stringify(import_map)}</script>${snippet.replace("SESSION_TOKEN", session)}`,
  });

  /** Stops an instance, starts the release in its place, and waits until the proxy uses it again. */
  const replace = async (at: 0 | 1, root: string): Promise<void> => {
    const ups = (): number => proxy.said().split(`token_servers/${NAMES[at]} is UP`).length;
    const before = ups();
    instances[at]?.kill("SIGTERM");
    expect(await instances[at]?.ended).toBe(0);
    await start(at, root);
    await until(() => ups() > before, `the proxy sees that server ${NAMES[at]} is up again`, UP_WITHIN);
  };

  it(`${PAGES} pages are loaded and used, also pinned ones, and no order is lost`, {
    timeout: LIMIT,
  }, async () => {
    const first = await latest();
    const [failures, made, versions]: [string[], string[], Set<string>] = [[], [], new Set()];
    let loaded = 0;
    let isOver = false;

    /** Loads the page of a new order, and goes as far as the later screens. */
    const visit = async (orderId: string, isPinned: boolean): Promise<Shopper> => {
      const shopper = await openShopper(browser);
      shopper.page.on("requestfailed", (request) => {
        const why = request.failure()?.errorText;
        if (why !== GIVEN_UP) failures.push(`${orderId}: ${request.url()} failed: ${why}`);
      });
      shopper.page.on("pageerror", (error) => failures.push(`${orderId}: ${error.message}`));
      shopper.page.on("response", (response) => {
        const file = /\/widget\/([^/]+)\/[^/]+\.js$/.exec(response.url());
        if (file?.[1]) versions.add(file[1]);
        if (response.status() >= 400) failures.push(`${orderId}: ${response.status()} ${response.url()}`);
      });
      await shopper.page.goto(
        isPinned ? host.ownPage(orderId, OFFER, pinned(first)) : host.page(orderId, OFFER),
      );
      await shopper.sees("open");
      await shopper.pick(SKU);
      await shopper.sees("details");
      return shopper;
    };
    const finish = async (shopper: Shopper, orderId: string): Promise<void> => {
      await shopper.press("book");
      await shopper.sees("booked");
      await shopper.press("confirm");
      await shopper.sees("redeemed");
      await shopper.part("code").first().waitFor();
      made.push(orderId);
    };

    const readers = Array.from({ length: READERS }, async (_, reader) => {
      // One failed page is enough.
      for (let n = 0; failures.length === 0 && (!isOver || loaded < PAGES); n++) {
        const orderId = `page.${reader}.${n}`;
        try {
          const shopper = await visit(orderId, (n + reader) % 2 === 1);
          if (n % BUYERS === reader) await finish(shopper, orderId);
          await shopper.close();
        } catch (error) {
          failures.push(`${orderId}: ${error}`);
        }
        loaded += 1;
      }
    });
    const played: string[] = [];
    const traffic = Array.from({ length: TRAFFIC }, async (_, line) => {
      for (let n = 0; !isOver; n++) {
        const orderId = `traffic.${line}.${n}`;
        const through = (): Instance => ({ ...(instances[0] as Instance), url: proxy.url });
        const { state } = await play(through, orderId, "redeem", () => Date.now() + MINUTE);
        if (state !== "redeemed") failures.push(`${orderId}: ${state}`);
        played.push(orderId);
        await sleep(BETWEEN_ORDERS);
      }
    });

    const [opened, openedPinned] = [await visit("open.all.along", false), await visit("open.pinned", true)];
    const steps: readonly (readonly [0 | 1, string])[] = [
      [0, next.root],
      [1, next.root],
      [0, current.root],
      [1, current.root],
    ];
    const titles: (string | null)[] = [];
    try {
      for (const [done, [at, root]] of steps.entries()) {
        // Pages in every phase: before, between and after.
        while (failures.length === 0 && loaded < ((done + 1) * PAGES) / (steps.length + 1)) await sleep(100);
        await replace(at, root);
        if (done !== 1) continue;
        // No instance runs the release of these pages any more.
        expect((await latest()).version).not.toBe(first.version);
        await finish(opened, "open.all.along");
        await finish(openedPinned, "open.pinned");
        const newcomer = await openShopper(browser);
        await newcomer.page.goto(host.page("newcomer", OFFER));
        await newcomer.sees("open");
        titles.push(await newcomer.widget.locator("h2").textContent());
        await newcomer.close();
      }
    } finally {
      // A failure also ends the pages and the traffic.
      isOver = true;
    }
    await Promise.all([...readers, ...traffic]);
    await Promise.all([opened.close(), openedPinned.close()]);

    expect(failures).toEqual([]);
    expect(titles).toEqual([next.title]);
    expect([...versions].sort()).toEqual([first.version, expect.stringMatching(/^9\.0\.0-/)]);
    expect(loaded).toBeGreaterThanOrEqual(PAGES);
    expect(played.length).toBeGreaterThan(10);
    const codes = (await cluster.codes()).map(({ order_id }) => order_id).sort();
    const shop = played.map((orderId) => `shop.${orderId}.1`);
    const customer = made.map((orderId) => `${host.site.id}.${orderId}.1`);
    expect(codes).toEqual([...shop, ...customer].sort());
    process.stdout.write(
      `${loaded} pages, ${made.length} of them to their codes; ${played.length} orders beside them\n`,
    );
  });
});
