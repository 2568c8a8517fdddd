/**
 * Growth: what an opening, a book, a redeem and pages of lists cost with ever more orders in the ledger, on both databases. The lists of
 * orders and of a member's rewards are those of a site that has half of all orders.
 * The server runs in this process, on a real clock and a ledger on disk, before the simulated service. `node
 * test/bench/server/growth.ts [--orders 1000,100000,1000000] [--rounds 200]`; `npm run bench:server` runs it last. Processor time is
 * this process's, the simulated service's share included; PostgreSQL's own shows in the time waited. Prints, and fails where a call
 * of the service more is made.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { createFulfillment } from "../../../demo/fulfillment/app.ts";
import { openLedger } from "../../../server/ledger/open.ts";
import { createServer } from "../../../server/server.ts";
import { parseSettings } from "../../../server/settings/env.ts";
import type { DatabaseSetting } from "../../../server/settings/setting.ts";
import { systemClock } from "../../../server/tools/clock.ts";
import { networkTo } from "../../support/network.ts";
import { quiet, startPostgres } from "../../support/postgres.ts";
import { SKU } from "../../support/rewards.ts";
import { ORIGIN, SITE_KEY } from "../../support/world.ts";
import { type Filling, filling, fillSqlite } from "../filling.ts";
import { type Cell, table } from "../load/numbers.ts";
import { runBench } from "../run.ts";

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "1000,100000,1000000" },
    rounds: { type: "string", default: "200" },
  },
});
const SIZES = values.orders.split(",").map(Number);
const ROUNDS = Number(values.rounds);
/** At most so much more than with the fewest orders. */
const GROWTH_MAX = 1.3;
/** Orders of the site itself, and of a member of the big one; all others belong to that site and to ninety-nine others. */
const OWN = 800;
const OF_MEMBER = 100;
const MEMBER = "member-1";
const BIG_KEY = "site-key-of-the-big-one-0123456789abcdef";
/** The first server of a ledger makes its tables, and the pattern. */
const WARM = "warm";
const PATTERN = "the-order-that-all-others-are-copies-of";
const OPERATIONS = ["opening", "book", "redeem", "list", "orders", "a member's orders", "rewards"] as const;
type Operation = (typeof OPERATIONS)[number];

interface Cost {
  readonly cpu: number;
  readonly waited: number;
  readonly calls: number;
}

/** Of a filling order, in SQL: `n` is its number. */
const SITE = `CASE WHEN n <= ${OF_MEMBER} THEN 'big' WHEN n <= ${OF_MEMBER + OWN} THEN 'shop' WHEN n % 2 = 0 THEN 'big'
  ELSE 'site-' || (n % 99) END`;
const USER = `CASE WHEN n <= ${OF_MEMBER} THEN '${MEMBER}' ELSE 'other-' || (n % 10000) END`;

const COPIES: Filling = { pattern: PATTERN, site: SITE, user: USER };

async function fillPostgres(url: string, from: number, to: number): Promise<void> {
  const db = new Client(url);
  await db.connect();
  await db.query("SET search_path = reward_redemption");
  for (const statement of filling(`generate_series(${from + 1}, ${to}) AS numbers(n)`, COPIES))
    await db.query(statement);
  // What it would do by itself in the minutes after such a load is not measured.
  for (const settling of ["VACUUM ANALYZE", "CHECKPOINT"]) await db.query(settling);
  await db.end();
}

/** One simulated service a ledger: its redemptions belong there. */
const newService = () =>
  createFulfillment({
    clock: { now: () => Date.now() },
    publicUrl: "http://localhost:9",
    sleep: (ms) => systemClock.sleep(ms),
    apiKey: "key",
    apiSecret: "the-secret-of-the-service",
  });

async function measure(
  database: DatabaseSetting,
  { app: service, control }: ReturnType<typeof newService>,
  name: string,
): Promise<Record<Operation, Cost>> {
  const settings = parseSettings({
    FULFILLMENT_BASE_URL: "http://localhost:9/api",
    FULFILLMENT_AUTH_URL: "http://localhost:9/auth",
    FULFILLMENT_API_KEY: "key",
    FULFILLMENT_API_SECRET: "the-secret-of-the-service",
    SITES: JSON.stringify([
      { id: "shop", key: SITE_KEY, origins: [ORIGIN] },
      { id: "big", key: BIG_KEY, origins: [ORIGIN] },
    ]),
    LIMIT_SESSION_PER_MINUTE: "1000000",
    LIMIT_ADDRESS_PER_MINUTE: "10000000",
  });
  const { fulfillment } = settings;
  if (!fulfillment) throw new Error("the bench needs a service");
  const server = await createServer({
    settings: { ...settings, database, fulfillment, publicUrl: "https://rewards.example" },
    environment: "production",
    ledgerOwner: fulfillment.baseUrl,
    version: "0.0.0",
    clock: systemClock,
    log: quiet,
    network: networkTo(async ({ method, url, headers, body }) => {
      const response = await service.fetch(new Request(url, { method, headers, body }));
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: new Uint8Array(await response.arrayBuffer()),
      };
    }),
    ledger: await openLedger(database, quiet),
  });
  server.start();
  const ask = async (
    path: string,
    authorization: string,
    body?: unknown,
  ): Promise<Record<string, unknown>> => {
    const response = await server.app.request(path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        Authorization: `Bearer ${authorization}`,
        Origin: ORIGIN,
        ...(body !== undefined && {
          "Content-Type": path === "/v1/opening" ? "text/plain" : "application/json",
        }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.status >= 300)
      throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const open = async (key: string, body: unknown): Promise<string> => {
    const { data } = await ask("/v1/sessions", key, body);
    return String((data as Record<string, unknown>).session_token);
  };
  const orderOf = (order_id: string, user: Record<string, string>) => ({
    order_id,
    promotion_id: "4001",
    user,
  });
  if (name === WARM) {
    const token = await open(BIG_KEY, orderOf(PATTERN, { email: "pattern@example.com", id: MEMBER }));
    await ask("/v1/order/book", token, { sku: SKU });
    await ask("/v1/order/redeem", token, { attempt: 1, sku: SKU });
  }
  const wallet = await open(BIG_KEY, { rewards_of: MEMBER });
  const spent = Object.fromEntries(
    OPERATIONS.map((each) => [each, { cpu: 0, waited: 0, calls: 0 }]),
  ) as Record<Operation, { cpu: number; waited: number; calls: number }>;
  const take = async (operation: Operation, counts: boolean, work: () => Promise<unknown>): Promise<void> => {
    const [cpu, at, calls] = [process.cpuUsage(), performance.now(), control.calls.length];
    await work();
    if (!counts) return;
    const { user, system } = process.cpuUsage(cpu);
    spent[operation].cpu += user + system;
    spent[operation].waited += performance.now() - at;
    spent[operation].calls += control.calls.length - calls;
  };
  for (let n = -ROUNDS / 4; n < ROUNDS; n++) {
    const isCounted = n >= 0;
    const token = await open(SITE_KEY, orderOf(`${name}-${n}`, { email: `user-${n}@example.com` }));
    await take("opening", isCounted, () => ask("/v1/opening", token, { session_token: token }));
    await take("book", isCounted, () => ask("/v1/order/book", token, { sku: SKU }));
    await take("redeem", isCounted, () => ask("/v1/order/redeem", token, { attempt: 1, sku: SKU }));
    await take("list", isCounted, () => ask("/v1/redemptions?per_page=20", SITE_KEY));
    await take("orders", isCounted, () => ask("/v1/orders?per_page=20", BIG_KEY));
    await take("a member's orders", isCounted, () =>
      ask(`/v1/orders?user_id=${MEMBER}&per_page=20`, BIG_KEY),
    );
    await take("rewards", isCounted, () => ask("/v1/rewards?per_page=20", wallet));
  }
  await server.stop();
  await server.close();
  return Object.fromEntries(
    OPERATIONS.map((each) => {
      const { cpu, waited, calls } = spent[each];
      return [each, { cpu: cpu / ROUNDS, waited: (1000 * waited) / ROUNDS, calls: calls / ROUNDS }];
    }),
  ) as Record<Operation, Cost>;
}

await runBench("growth", async ({ folder, atEnd }) => {
  const postgres = await startPostgres();
  atEnd(() => postgres.close());
  const url = await postgres.database();
  const path = join(folder, "ledger.db");
  const kinds = [
    {
      kind: "SQLite",
      database: { kind: "sqlite", path } as const,
      fill: (from: number, to: number) => fillSqlite(path, from, to, COPIES),
    },
    {
      kind: "PostgreSQL",
      database: { kind: "postgres", url } as const,
      fill: fillPostgres.bind(undefined, url),
    },
  ];
  const broken: string[] = [];
  for (const { kind, database, fill } of kinds) {
    // The first server makes the tables; its figures warm the process up and are thrown away.
    const service = newService();
    await measure(database, service, WARM);
    let filled = 0;
    const costs: Record<Operation, Cost>[] = [];
    for (const size of SIZES) {
      await fill(filled, size);
      filled = size;
      console.error(`${kind}: ${size} orders`);
      costs.push(await measure(database, service, `at-${size}`));
    }
    const rows = OPERATIONS.flatMap((operation) =>
      (["cpu", "waited", "calls"] as const).map((what): Cell[] => {
        const all = costs.map((each) => each[operation][what]);
        const [first = 1, last = 1] = [all[0], all.at(-1)];
        if (what === "calls" && last > first)
          broken.push(`${kind}: ${operation} makes more calls with more orders`);
        const times = first === 0 ? 1 : last / first;
        return [
          `${operation}, ${what === "calls" ? "calls" : `${what} µs`}`,
          ...all.map((value) => value.toFixed(what === "calls" ? 2 : 0)),
          `${times.toFixed(2)}${times > GROWTH_MAX ? " !" : ""}`,
        ];
      }),
    );
    console.log(
      table(`${kind}, mean of ${ROUNDS}`, ["", ...SIZES.map((size) => `${size} orders`), "times"], rows),
    );
  }
  for (const each of broken) console.error(each);
  return broken;
});
