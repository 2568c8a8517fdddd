/** Webhooks as operators and sites meet them: a test, one that is off, turning it on again, and wrong settings. */
import { once } from "node:events";
import { createServer as createHttpServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { TransportRequest } from "../../../server/fulfillment/transport.ts";
import { openMemoryLedger } from "../../../server/ledger/memory.ts";
import { openNetwork } from "../../../server/network.ts";
import { createLog } from "../../../server/observing/log.ts";
import { createServer } from "../../../server/server.ts";
import { parseSettings } from "../../../server/settings/env.ts";
import { systemClock } from "../../../server/tools/clock.ts";
import type { Environment } from "../../../shared/wire.ts";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { codeOf, ORIGIN, SITE_KEY } from "../../support/world.ts";

const OPERATOR_KEY = "operator-key-7Qm2xV9kTf4Zc8Lw1Rb6-abc";
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const site = (webhook: object) => [{ id: "shop", key: SITE_KEY, origins: [ORIGIN], webhook }];

let came: TransportRequest[];
let status: number;
beforeEach(() => {
  came = [];
  status = 204;
});
useWorld(
  { OPERATOR_KEY, SITES: JSON.stringify(site({ url: "https://hooks.example/rewards", secret: SECRET })) },
  {
    webhooks: async (request) => {
      came.push(request);
      return { status, headers: {}, body: new Uint8Array() };
    },
  },
);

const as = (key: string, path: string, method = "GET") =>
  world.request(path, { method, headers: { Authorization: `Bearer ${key}` } });
const asOperator = (path: string, method?: string) => as(OPERATOR_KEY, path, method);
const types = (): string[] => came.map(({ body }) => JSON.parse(body ?? "").type);
const off = async (): Promise<unknown> => JSON.parse((await asOperator("/v1/attention")).text).webhooks;

describe("a test event", () => {
  it("is signed and sent at once, and the operator hears what became of it", async () => {
    const { data } = await asOperator("/v1/webhooks/shop/test", "POST");
    expect(data).toEqual({ delivered: true, status: 204 });
    const [request] = came;
    // The library goes by the time of this machine.
    vi.useFakeTimers({ toFake: ["Date"], now: world.clock.now() });
    const event = new Webhook(SECRET).verify(request?.body ?? "", { ...request?.headers });
    vi.useRealTimers();
    expect(event).toMatchObject({ type: "webhook.test", data: { event_id: request?.headers["webhook-id"] } });
    status = 500;
    expect((await asOperator("/v1/webhooks/shop/test", "POST")).data).toEqual({
      delivered: false,
      status: 500,
    });
    expect(await off()).toEqual([]);
  });

  it("is the operator's alone, and of a site that has a webhook", async () => {
    expect(codeOf(await as(SITE_KEY, "/v1/webhooks/shop/test", "POST"))).toEqual([
      401,
      "operator_key_invalid",
    ]);
    for (const what of ["test", "resume"])
      expect(codeOf(await asOperator(`/v1/webhooks/nobody/${what}`, "POST"))).toEqual([404, "not_found"]);
    expect(came).toEqual([]);
  });
});

describe("a webhook whose receiver is gone", () => {
  beforeEach(async () => {
    status = 410;
    world.server.start();
    await world.pass(1_000);
    const browser = await world.browser({ order_id: "o" });
    await browser.post("/v1/order/book", { sku: SKU });
    await world.pass(4_000);
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(60_000);
  });

  it("is off: the operator's list, the metrics and the warnings say so, and nothing is sent", async () => {
    expect(types()).toEqual(["order.booked"]);
    expect(await off()).toEqual([
      {
        site: "shop",
        reason: "webhook_off",
        cause: "gone",
        since: expect.any(String),
        waiting: 2,
        remedy: expect.stringContaining("POST /v1/webhooks/shop/resume"),
      },
    ]);
    const { text } = await asOperator("/metrics");
    expect(text).toContain('reward_redemption_webhook_off{site="shop"} 1');
    expect(text).toContain('reward_redemption_webhook_deliveries_total{site="shop",outcome="delivered"} 0');
    expect(text).toContain('reward_redemption_webhook_deliveries_total{site="shop",outcome="failed"} 1');
    expect(text).toContain('reward_redemption_webhook_waiting_events{site="shop"} 2');
    expect(text).toMatch(/reward_redemption_webhook_oldest_seconds\{site="shop"\} 6\d/);
    expect((await asOperator("/readyz?details")).text).toContain('"webhook_off"');
  });

  it("sends no event that its site wants again, and the answer says so", async () => {
    const [{ data }] = JSON.parse((await as(SITE_KEY, "/v1/events")).text).data;
    const again = () => as(SITE_KEY, `/v1/events/${data.event_id}/deliver`, "POST");
    const refused = await again();
    expect(codeOf(refused)).toEqual([422, "invalid_request"]);
    expect(refused.problem.detail).toMatch(/off since 2026-.* operator/);
    await asOperator("/v1/webhooks/shop/resume", "POST");
    expect((await again()).status).toBe(202);
  });

  it("sends all that waits once an operator turns it on again", async () => {
    status = 204;
    expect((await asOperator("/v1/webhooks/shop/resume", "POST")).status).toBe(204);
    await world.pass(5_000);
    expect(types().toSorted()).toEqual(["order.booked", "order.booked", "order.redeemed"]);
    expect(await off()).toEqual([]);
  });
});

describe("a webhook that its site lost, or does not take", () => {
  const deliver = (body: object, key = OPERATOR_KEY) =>
    world.request("/v1/webhooks/shop/deliver", {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const since = (ms: number): string => new Date(world.clock.now() - ms).toISOString();
  beforeEach(async () => {
    world.server.start();
    await world.pass(1_000);
  });
  const book = async (order_id: string): Promise<void> => {
    await (await world.browser({ order_id })).post("/v1/order/book", { sku: SKU });
    await world.pass(4_000);
  };

  it("tells why its last tries failed, until they are taken", async () => {
    status = 500;
    await book("a");
    const failures = async () => (await asOperator("/v1/webhooks/shop/failures")).data;
    expect(await failures()).toEqual([
      {
        event_id: expect.stringMatching(/^evt_/),
        order_id: "a",
        type: "order.booked",
        tries: 1,
        tried_at: expect.any(String),
        next_try_at: expect.any(String),
        failure: "500",
      },
    ]);
    status = 204;
    await world.pass(60_000);
    expect(await failures()).toEqual([]);
  });

  it("is sent again from a time on, on record with its reason", async () => {
    await book("a");
    await world.pass(60_000);
    await book("b");
    came = [];
    const asked = { since: since(30_000), reason: "Their database was lost" };
    expect((await deliver(asked)).data).toEqual({ events: 1 });
    await world.pass(4_000);
    expect(came.map(({ body }) => JSON.parse(body ?? "").data.order_id)).toEqual(["b"]);
    const { data } = await asOperator("/v1/audit");
    expect(data).toMatchObject([{ what: "send_again", site: "shop", reason: asked.reason }]);
  });

  it("is sent again for an operator alone, from a time that is one, and not while it is off", async () => {
    expect(codeOf(await deliver({ since: since(0) }, SITE_KEY))).toEqual([401, "operator_key_invalid"]);
    expect(codeOf(await deliver({ since: "yesterday" }))).toEqual([422, "invalid_request"]);
    expect(codeOf(await deliver({}))).toEqual([422, "invalid_request"]);
    status = 410;
    await book("a");
    expect(codeOf(await deliver({ since: since(60_000) }))).toEqual([422, "invalid_request"]);
  });
});

describe("the way to a receiver on this machine", () => {
  const SERVICE = "https://service.example";
  const fulfillment = { baseUrl: SERVICE, authUrl: SERVICE, apiKey: "key", apiSecret: "secret" };
  let connections: number;
  let receiver: Server;
  beforeEach(async () => {
    connections = 0;
    receiver = createHttpServer((_, response) => response.writeHead(308, { Location: "/elsewhere" }).end());
    receiver.on("connection", () => connections++).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    return () => receiver.close();
  });
  /** What an operator hears of a test by a server with its own network. */
  async function tested(environment: Environment, host: string, WEBHOOK_NETWORKS = ""): Promise<unknown> {
    const url = `http://${host}:${(receiver.address() as AddressInfo).port}/`;
    const settings = parseSettings({
      OPERATOR_KEY,
      SITES: JSON.stringify(site({ url, secret: SECRET })),
      DATABASE_URL: "memory:",
      WEBHOOK_NETWORKS,
    });
    const { app, close } = await createServer({
      settings: { ...settings, fulfillment, publicUrl: "https://rewards.example" },
      environment,
      ledgerOwner: SERVICE,
      version: "0.0.0",
      clock: systemClock,
      log: createLog("error", systemClock, () => {}),
      network: openNetwork(settings, environment),
      ledger: openMemoryLedger(),
    });
    const headers = { Authorization: `Bearer ${OPERATOR_KEY}` };
    const answer = await app.request("/v1/webhooks/shop/test", { method: "POST", headers });
    await close();
    return ((await answer.json()) as { data: unknown }).data;
  }

  it("is open while the service is simulated, and a redirect is not followed", async () => {
    expect(await tested("simulated", "127.0.0.1")).toEqual({ delivered: false, status: 308 });
    expect(connections).toBe(1);
  });

  it("is open at [::1] as well", async () => {
    await new Promise((closed) => receiver.close(closed));
    receiver.listen(0, "::1");
    await once(receiver, "listening");
    expect(await tested("simulated", "[::1]")).toEqual({ delivered: false, status: 308 });
  });

  it("is open otherwise where WEBHOOK_NETWORKS names it, and only that", async () => {
    expect(await tested("production", "localhost", "127.0.0.0/8, ::1")).toEqual({
      delivered: false,
      status: 308,
    });
    expect(await tested("production", "localhost", "10.0.0.0/8")).toMatchObject({ cause: "AddressRefused" });
  });

  it.each(["127.0.0.1", "localhost"])("is closed otherwise: %s", async (host) => {
    const refused = { delivered: false, reason: "not_connected", cause: "AddressRefused" };
    expect(await tested("production", host)).toEqual(refused);
    expect(connections).toBe(0);
  });
});

describe("a webhook in the settings", () => {
  const parse = (webhook: object, env = {}) =>
    parseSettings({ SITES: JSON.stringify(site(webhook)), ...env });
  const url = "https://hooks.example/";
  it.each<[object, RegExp]>([
    [{ url, secret: "not a secret" }, /whsec_/],
    [{ url, secret: "whsec_c2hvcnQ=" }, /whsec_/],
    [{ url }, /"secret"/],
    [{ url, secret: SECRET, secrets: [SECRET] }, /"secret"/],
    [{ url, secrets: [] }, /"secrets"/],
    [{ url: "http://hooks.example/", secret: SECRET }, /https:/],
    [{ url: "https://user:word@hooks.example/", secret: SECRET }, /https:/],
    [{ url: "hooks.example", secret: SECRET }, /https:/],
  ])("%j is refused at the start, with the right form", (webhook, named) => {
    expect(() => parse(webhook)).toThrow(named);
    expect(() => parse(webhook)).not.toThrow(/not a secret|word@/);
  });

  it("may lead to this machine only while the service is simulated", () => {
    const local = { url: "http://127.0.0.1:9/", secrets: [SECRET, SECRET.replace("B", "C")] };
    expect(parse(local).sites[0]?.webhook?.secrets).toHaveLength(2);
    const real = {
      FULFILLMENT_BASE_URL: "https://service.example",
      FULFILLMENT_AUTH_URL: "https://service.example",
      FULFILLMENT_API_KEY: "key",
      FULFILLMENT_API_SECRET: "secret",
    };
    expect(() => parse(local, real)).toThrow(/https:/);
  });
});
