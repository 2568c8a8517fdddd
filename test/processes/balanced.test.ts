/**
 * The set-up of the compose file as processes: PostgreSQL, the simulated service, two token servers and HAProxy with the
 * very configuration of its container. Every request may go to another instance.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HAPROXY, type RunningProxy, startHaproxy } from "../support/haproxy.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { canUse } from "../support/programs.ts";
import { until } from "../support/until.ts";
import { type Call, type Cluster, type Instance, ORIGIN, startCluster } from "./cluster.ts";
import { ask, openSession, play, SKU, sleep } from "./player.ts";

const MINUTE = 60_000;
/** Pages that look at an order without a pause. */
const PAGES = 6;

let postgres: PostgresServer;
let cluster: Cluster;
let instances: [Instance, Instance];
let proxy: RunningProxy;

beforeAll(async () => {
  postgres = await startPostgres();
}, MINUTE);
afterAll(() => postgres.close());

/** Two instances behind a proxy, for the tests of one group. */
const withTwo = (env: Record<string, string> = {}): void => {
  beforeAll(async () => {
    cluster = await startCluster(await postgres.database(), { TRUSTED_PROXIES: "1", ...env });
    instances = await Promise.all([cluster.start(), cluster.start()]);
    proxy = await startHaproxy([instances[0].url, instances[1].url]);
  }, MINUTE);
  afterAll(() => Promise.all([proxy.close(), cluster.close()]));
};
/** The first one, which has ended, is started anew where the proxy looks for it. */
async function startAgain(): Promise<void> {
  const port = Number(new URL(instances[0].url).port);
  instances[0] = await cluster.start(undefined, { port });
  await until(() => /token_servers\/one is UP/.test(proxy.said()), "the proxy sees that it is back");
}

/** As a browser or a backend outside sees the two. */
const through = (): Instance => ({ ...instances[0], url: proxy.url });
const soon = (): number => Date.now() + MINUTE;
const slowRedeem = (delay_ms: number): Promise<unknown> =>
  cluster.control("/faults", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ operation: "redeem", kind: "slow", delay_ms, effect: "first" }),
  });
const operations = async (): Promise<string[]> => (await cluster.calls()).map(({ operation }) => operation);
const redeemArrives = (order: string): Promise<void> => {
  const isIt = ({ operation, order_id }: Call): boolean =>
    operation === "redeem" && order_id === `shop.${order}.1`;
  return until(async () => (await cluster.calls()).some(isIt), "the redeem arrives at the service");
};

describe.runIf(canUse(HAPROXY))("two instances behind HAProxy", { timeout: 3 * MINUTE }, () => {
  withTwo();

  it("work orders to their end, whichever answers, with a token request each and one code an order", async () => {
    const orders = Array.from({ length: 5 }, (_, n) => `whole-${n}`);
    const played = await Promise.all(orders.map((order) => play(through, order, "redeem", soon)));
    expect(played.map(({ state }) => state)).toEqual(Array(5).fill("redeemed"));
    const codes = await cluster.codes();
    expect(codes.map(({ order_id }) => order_id).sort()).toEqual(orders.map((order) => `shop.${order}.1`));
    const did = await operations();
    expect(did.filter((each) => each === "token").length).toBeLessThanOrEqual(2);
    expect(did.filter((each) => each === "redeem")).toHaveLength(5);
    // Each reads a promotion for itself: both were asked.
    expect(did.filter((each) => each === "get_promotion").length).toBeGreaterThanOrEqual(2);
    expect(proxy.said()).not.toContain("DOWN");
  });

  it("show the pictures of a catalog, whichever read it", async () => {
    const token = await openSession(through, "pictures", "redeem", soon());
    // The one that read the promotion for the session answers from what it has; the other one reads it first.
    const catalog = await fetch(`${instances[0].url}/v1/catalog`, {
      headers: { Authorization: `Bearer ${token}`, Origin: ORIGIN },
    });
    const { data } = (await catalog.json()) as { data: { logo_url: string | null }[] };
    const paths = data.flatMap(({ logo_url }) => (logo_url === null ? [] : [new URL(logo_url).pathname]));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths.slice(0, 4)) {
      const answers = await Promise.all([0, 1].map(() => fetch(`${proxy.url}${path}`)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  it("lose no request when one is told to stop under load", async () => {
    const token = await openSession(through, "drained", "redeem", soon());
    await ask(through, "/v1/order/book", token, { sku: SKU });
    const statuses: number[] = [];
    let isOver = false;
    const end = soon();
    const load = Array.from({ length: PAGES }, async () => {
      // What fails below ends the load too: nothing asks on while the next test plays.
      while (!isOver && Date.now() < end) statuses.push((await ask(through, "/v1/order", token)).status);
    });
    await sleep(1_000);
    await slowRedeem(4_000);
    const inHand = ask(() => instances[0], "/v1/order/redeem", token, { attempt: 1, sku: SKU });
    await redeemArrives("drained");
    instances[0].kill("SIGTERM");
    expect((await inHand).data?.state).toBe("redeemed");
    expect(await instances[0].ended).toBe(0);
    await sleep(1_000);
    isOver = true;
    await Promise.all(load);
    expect(statuses.length).toBeGreaterThan(100);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(proxy.said()).toMatch(/token_servers\/one is DOWN/);
    await startAgain();
  });

  it("finish what a killed one began", async () => {
    const token = await openSession(through, "killed", "redeem", soon());
    await ask(through, "/v1/order/book", token, { sku: SKU });
    await slowRedeem(2_000);
    const cut = ask(() => instances[0], "/v1/order/redeem", token, { attempt: 1, sku: SKU });
    await redeemArrives("killed");
    instances[0].kill("SIGKILL");
    await instances[0].ended;
    expect((await cut).status).toBe(0);
    expect((await play(through, "killed", "redeem", soon)).state).toBe("redeemed");
    expect((await play(through, "after", "redeem", soon)).state).toBe("redeemed");
    const codes = (await cluster.codes()).filter(({ order_id }) => /^shop\.(killed|after)\./.test(order_id));
    expect(codes).toHaveLength(2);
  });

  it("say themselves that they are not ready, when neither is", async () => {
    const token = await openSession(through, "unready", "redeem", soon());
    await postgres.stop();
    try {
      const isDown = (name: string): boolean => proxy.said().includes(`${name} is DOWN`);
      await until(() => ["one", "two"].every(isDown), "the proxy sees that neither is ready", MINUTE);
      const answer = await fetch(`${proxy.url}/v1/order`, {
        headers: { Authorization: `Bearer ${token}`, Origin: ORIGIN },
      });
      expect(answer.status).toBe(503);
      expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN);
      expect(await answer.json()).toMatchObject({ code: "upstream_unavailable", retryable: true });
    } finally {
      await postgres.start();
    }
    expect((await play(through, "ready-again", "redeem", soon)).state).toBe("redeemed");
  });
});

describe.runIf(canUse(HAPROXY))("two instances with limits behind HAProxy", { timeout: 3 * MINUTE }, () => {
  withTwo({ LIMIT_SESSION_PER_MINUTE: "10", LIMIT_ADDRESS_PER_MINUTE: "30" });

  it("count a session and an address once, whatever the client says of where it comes from", async () => {
    const token = await openSession(through, "limited", "redeem", soon());
    const bySession = [];
    for (let n = 0; n < 14; n++) bySession.push((await ask(through, "/v1/order", token)).status);
    expect(bySession).toEqual([...Array(10).fill(200), ...Array(4).fill(429)]);
    const byAddress = [];
    for (let n = 0; n < 20; n++) {
      const headers = { "X-Forwarded-For": `192.0.2.${n}` };
      byAddress.push((await fetch(`${proxy.url}/openapi.json`, { headers })).status);
    }
    // The site's own request for the session has its key, and does not count.
    expect(byAddress.filter((status) => status === 200)).toHaveLength(30 - 14);
    expect(byAddress.at(-1)).toBe(429);
  });
});
