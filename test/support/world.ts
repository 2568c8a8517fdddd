/**
 * The whole token server against the simulated fulfillment service, in one process and on virtual time: network calls
 * are function calls. A test sees what a site's backend and a browser would see.
 */
import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { type Control, createFulfillment } from "../../demo/fulfillment/app.ts";
import { ConnectionReset } from "../../demo/fulfillment/errors.ts";
import { type Transport, TransportError } from "../../server/fulfillment/transport.ts";
import { isPlain, sentPath } from "../../server/http/plain-path.ts";
import type { Ledger } from "../../server/ledger/ledger.ts";
import { openMemoryLedger } from "../../server/ledger/memory.ts";
import { createLog } from "../../server/observing/log.ts";
import { Instances } from "../../server/operators/instances.ts";
import { holdersIn, KeyHolders } from "../../server/operators/key-holders.ts";
import { createServer, type Server } from "../../server/server.ts";
import { parseSettings } from "../../server/settings/env.ts";
import { settingsInForce } from "../../server/settings/in-force.ts";
import type { WidgetBuild } from "../../server/widget/version.ts";
import type { Problem } from "../../shared/wire.ts";
import { VirtualClock } from "../server/virtual-clock.ts";
import { type Exchange, holdToDescription } from "./described.ts";
import { digestsMade } from "./digests.ts";
import { networkTo } from "./network.ts";

export const ORIGIN = "https://shop.example";
export const SITE_KEY = "site-key-of-the-shop-0123456789abcdef";
export const OTHER_ORIGIN = "https://portal.example";
export const OTHER_KEY = "site-key-of-the-portal-0123456789abc";
const UPSTREAM = "http://localhost:9";

/** Virtual milliseconds between two checks of a pending promise. */
const STEP = 50;
/** A request without an answer after this time hangs. */
const PATIENCE = 120_000;

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: T;
  readonly problem: Problem;
}

/** Status and problem code of a refused answer. */
export const codeOf = ({ status, problem }: Answer<unknown>): unknown[] => [status, problem.code];

export interface World {
  readonly service: Service;
  readonly clock: VirtualClock;
  readonly control: Control;
  readonly ledger: Ledger;
  /** Every line the server logged. */
  readonly logs: string[];
  server: Server;
  /** Rewrites the service's answers, by path, into bodies that the service would never send. */
  tamper: ((path: string, body: string) => string | Uint8Array) | undefined;
  /**
   * A gateway's answer that replaces the service's, after the service had its effect; undefined: the service's answer.
   */
  gateway: ((path: string, answer: GatewayAnswer) => GatewayAnswer | undefined) | undefined;
  /** Sends a request to the token server, and lets virtual time pass until the answer. @param peer the address of who asks */
  request(path: string, init?: RequestInit, peer?: string): Promise<Answer>;
  /** Opens a session as a site's backend. */
  mint(body?: Record<string, unknown>, key?: string): Promise<Answer>;
  /** Cancels or refunds an order as a site's backend. */
  end(orderId: string, action: "cancel" | "refund"): Promise<Answer>;
  /** A page of the shop with a new session. */
  browser(body?: Record<string, unknown>): Promise<Browser>;
  /** Lets virtual time pass, and everything happen that is due in it. */
  pass(ms: number): Promise<void>;
  /** Waits for a promise while virtual time passes. */
  until<T>(promise: Promise<T>): Promise<T>;
  /** Kills the process and starts another one on the same ledger. */
  restart(): Promise<void>;
  /** Starts another process on the same ledger and service. */
  instance(): Promise<Server>;
  /** The changing calls that the service received. */
  changes(): { operation: string; order_id: string | undefined; status: unknown }[];
  /** Their operations, in order of arrival. */
  operations(): string[];
  close(): Promise<void>;
}

/** The environment of a request that came over a socket. */
const socketOf = (remoteAddress: string | undefined) =>
  remoteAddress === undefined ? undefined : { incoming: { socket: { remoteAddress } } };

export interface GatewayAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Browser {
  readonly token: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, server?: Server): Promise<Answer>;
}

const CHANGES = new Set(["book", "redeem", "cancel", "create", "create_and_redeem", "activate", "refund"]);

let orders = 0;

/** A simulated service and its clock; it outlives the servers before it. */
export interface Service {
  readonly clock: VirtualClock;
  readonly upstream: { fetch(request: Request): Response | Promise<Response> };
  readonly control: Control;
}

function createService(startsAt?: number): Service {
  const clock = new VirtualClock(startsAt);
  // The service has a clock of its own: a jump of the server's clock does not move it.
  const start = clock.now();
  const { app, control } = createFulfillment({
    clock: { now: () => start + clock.monotonic() },
    publicUrl: UPSTREAM,
    sleep: (ms) => clock.sleep(ms),
    apiKey: "key",
    apiSecret: "the-secret-of-the-service",
  });
  return { clock, upstream: app, control };
}

/** Whoever asks the server, its answer is held against its description. */
function holdEveryAnswer({ app }: Server, heard: (exchange: Exchange) => void = () => {}): void {
  const { fetch } = app;
  app.fetch = async (request, ...given) => {
    const { method, url } = request;
    const response = await fetch(request, ...given);
    const bytes = Buffer.from(await response.clone().arrayBuffer());
    const { status, headers } = response;
    const text = (headers.get("Content-Encoding") === "gzip" ? gunzipSync(bytes) : bytes).toString();
    const sent = sentPath(given[0], url);
    // A Host with a slash in it moves the path that is routed.
    const path = (isPlain(sent) && URL.parse(url)?.pathname) || sent;
    const exchange = { method, path, status, headers, text };
    holdToDescription(exchange);
    heard(exchange);
    return response;
  };
}

export async function createWorld(
  env: Record<string, string> = {},
  given: {
    ledger?: Ledger;
    service?: Service;
    /** The start of virtual time, epoch ms. */
    startsAt?: number;
    /** Resolves when no work in real time, such as a database's, is under way: until then virtual time stands still. */
    settled?: () => Promise<void>;
    widget?: WidgetBuild;
    /** The way to the sites' webhooks; default: nobody answers there. */
    webhooks?: Transport;
    /** Is shown every answer of the server, whoever asked. */
    heard?: (exchange: Exchange) => void;
  } = {},
): Promise<World> {
  const service = given.service ?? createService(given.startsAt);
  const { clock, upstream, control } = service;
  const ledger = given.ledger ?? openMemoryLedger(() => clock.now());
  const logs: string[] = [];
  const settings = parseSettings({
    FULFILLMENT_BASE_URL: `${UPSTREAM}/api`,
    FULFILLMENT_AUTH_URL: `${UPSTREAM}/auth`,
    FULFILLMENT_API_KEY: "key",
    FULFILLMENT_API_SECRET: "the-secret-of-the-service",
    SITES: JSON.stringify([
      { id: "shop", key: SITE_KEY, origins: [ORIGIN] },
      { id: "portal", key: OTHER_KEY, origins: [OTHER_ORIGIN], promotions: ["4003"] },
    ]),
    LOG_LEVEL: "debug",
    ...env,
  });

  /** Kills the newest process: its awaited calls never return, its writes never arrive. */
  let kill = (): void => {};
  const launch = async (): Promise<Server> => {
    let alive = true;
    kill = () => {
      alive = false;
    };
    const whileAlive = async <T>(result: Promise<T>): Promise<T> => {
      const value = await result;
      return alive ? value : new Promise<T>(() => {});
    };
    const ownLedger = new Proxy(ledger, {
      get:
        (target, name: keyof Ledger) =>
        (...args: unknown[]) =>
          alive
            ? whileAlive(Reflect.apply(target[name], target, args) as Promise<unknown>)
            : new Promise(() => {}),
    });
    const transport: Transport = (request) => (alive ? whileAlive(send(request)) : new Promise(() => {}));
    const send: Transport = async ({ method, url, headers, body, timeoutMs, maxBytes }) => {
      const fetched = (async () => upstream.fetch(new Request(url, { method, headers, body })))();
      const late = clock.sleep(timeoutMs).then(() => {
        throw new TransportError("timeout", true);
      });
      late.catch(() => {});
      try {
        const response = await Promise.race([fetched, late]);
        const text = await response.text();
        const { pathname } = new URL(url);
        const plain = Object.fromEntries(response.headers);
        const replaced = world.gateway?.(pathname, { status: response.status, headers: plain, text });
        if (replaced) return { ...replaced, body: new TextEncoder().encode(replaced.text) };
        const answered = world.tamper?.(pathname, text) ?? text;
        const bytes = typeof answered === "string" ? new TextEncoder().encode(answered) : answered;
        if (bytes.length > maxBytes) throw new TransportError("too_large", true);
        return { status: response.status, headers: plain, body: bytes };
      } catch (error) {
        if (error instanceof ConnectionReset) throw new TransportError("broken", true);
        throw error;
      }
    };
    const fulfillment = settings.fulfillment;
    if (!fulfillment) throw new Error("the world needs a service");
    const log = createLog(settings.logLevel, clock, (line) => logs.push(line));
    const server = await createServer({
      settings: { ...settings, fulfillment, publicUrl: settings.publicUrl ?? "https://rewards.example" },
      environment: "production",
      ledgerOwner: fulfillment.baseUrl,
      version: "0.0.0",
      widget: given.widget,
      clock,
      log,
      network: networkTo(transport, given.webhooks),
      ledger: ownLedger,
      inspection: {
        settings: () => settingsInForce(settings),
        holders: () => new KeyHolders({ ledger: ownLedger, clock, log }).since(holdersIn(settings)),
        findings: async () => [{ is: "ok", part: "ledger", says: "memory can be read and written" }],
        lines: () => logs,
        system: { node: process.version, system: "a test" },
      },
      instances: new Instances({
        ...{ clock, log, version: "0.0.0" },
        ...{ ledger: ownLedger, id: randomUUID(), name: "an instance" },
      }),
    });
    holdEveryAnswer(server, given.heard);
    return server;
  };

  const turn = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    await digestsMade();
    await given.settled?.();
  };
  const until = async <T>(promise: Promise<T>): Promise<T> => {
    let settled = false;
    const done = (): void => {
      settled = true;
    };
    promise.then(done, done);
    for (let waited = 0; !settled && waited < PATIENCE; waited += STEP) {
      for (let turns = 0; turns < 6 && !settled; turns++) await turn();
      if (!settled) await clock.advance(STEP);
    }
    return settled ? promise : Promise.reject(new Error("not settled in time"));
  };

  const ask = async (
    server: Server,
    path: string,
    init: RequestInit = {},
    peer?: string,
  ): Promise<Answer> => {
    const response = await until(Promise.resolve(server.app.request(path, init, socketOf(peer))));
    const text = await response.text();
    const json = text.startsWith("{") ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, text, data: json.data, problem: json };
  };
  const json = (body: unknown): Pick<RequestInit, "body"> =>
    body === undefined ? {} : { body: JSON.stringify(body) };

  const world: World = {
    service,
    clock,
    control,
    ledger,
    logs,
    tamper: undefined,
    gateway: undefined,
    server: await launch(),
    request: (path, init, peer) => ask(world.server, path, init, peer),
    mint: (body = {}, key = SITE_KEY) =>
      world.request("/v1/sessions", {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        ...json({
          order_id: `o-${++orders}`,
          promotion_id: "4001",
          user: { email: "user@example.com" },
          ...body,
        }),
      }),
    end: (orderId, action) =>
      world.request(`/v1/orders/${orderId}/${action}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${SITE_KEY}` },
      }),
    async browser(body) {
      const { data, text } = await world.mint(body);
      if (!data?.session_token) throw new Error(`no session: ${text}`);
      const token = String(data.session_token);
      const headers = { Authorization: `Bearer ${token}`, Origin: ORIGIN };
      return {
        token,
        get: (path, more) => world.request(path, { headers: { ...headers, ...more } }),
        post: (path, content, server = world.server) =>
          ask(server, path, {
            method: "POST",
            headers: { ...headers, ...(content !== undefined && { "Content-Type": "application/json" }) },
            ...json(content),
          }),
      };
    },
    until,
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += 1_000) {
        await clock.advance(Math.min(1_000, ms - passed));
        for (let turns = 0; turns < 3; turns++) await turn();
      }
    },
    async restart() {
      kill();
      world.server = await launch();
      world.server.start();
    },
    instance: launch,
    changes: () =>
      control.calls
        .filter((call) => CHANGES.has(call.operation))
        .map(({ operation, order_id, status }) => ({ operation, order_id: order_id ?? undefined, status })),
    operations: () => world.changes().map(({ operation }) => operation),
    async close() {
      await until(world.server.stop());
    },
  };
  world.server.start();
  return world;
}
