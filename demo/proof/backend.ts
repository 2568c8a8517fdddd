/**
 * The backend of "Pull the plug": breaks what an order runs on, and counts the codes. The page's orders are made on a token server that
 * is there to be hurt; the service's record says what was billed.
 */
import { Hono } from "hono";
import { z } from "zod";
import { type Call, type Control, PROMOTIONS } from "../fulfillment/app.ts";
import { SHOP_BODY_LIMIT_BYTES, TOKEN_SERVER_LIMIT_MS } from "../limits.ts";
import { limitBody, readPost } from "../site-backend.ts";
import type { TokenServer } from "./token-server.ts";

export const PROOF_PATH = "/demo/proof/";
/** One reward, so that the phone has nothing to pick. */
const SKU = "KESTROW-CODE-PLAIN-25";
const MEMBER = { email: "mara.okafor@member.example" } as const;
/** The longest session: a moved clock must not end it too often. Source: openapi.json, POST /v1/sessions. */
const SESSION_SECONDS = 3600;

const RESERVE_AGAIN_MS = 1_000;
const RESERVE_TRIES = 20;

/** Long enough to see the phone without a network, short enough to wait for. */
const NETWORK_GONE_MS = 6_000;
const PROVIDER_DOWN_MS = 20_000;
const SERVER_GONE_MS = 3_000;
const STOCK_GONE_MS = 5_000;
/** Longer than a hold: 30 minutes. */
const HOLD_OVER_MS = 31 * 60_000;
/** As long the token server believes its catalog, in which the card is sold out. Source: server/timing.ts, CATALOG_MAX_AGE. */
const CATALOG_MAX_AGE_MS = 61_000;
/** A restored ledger's orders are looked up when the service's list surely has them. Source: server/timing.ts, LIST_LAG. */
const LIST_LAG_MS = 125_000;

const PLUGS = [
  "lost",
  "network",
  "tabs",
  "down",
  "killed",
  "hold",
  "stock",
  "copy",
  "older",
  "mend",
] as const;
/** 32 bits, as people can read them aloud. */
const drawOrder = (): string => crypto.getRandomValues(new Uint32Array(1)).toString().padStart(10, "0");

const orderBody = z.object({ order_id: z.string().optional() });
const plugBody = z.object({ order_id: z.string(), plug: z.enum(PLUGS) });

export interface ProofOptions {
  readonly server: TokenServer;
  /** The site at that server whose orders these are, and its key. */
  readonly site: string;
  readonly key: string;
  /** For the server's metrics. */
  readonly operatorKey: string;
  /** Of the demo's pages. */
  readonly origins: readonly string[];
  readonly control: Control;
  /** The page of the control; absent where there is none. */
  readonly switches?: string;
}

export function proofBackend(options: ProofOptions): { readonly app: Hono; forget(): void } {
  const { server, site, key, operatorKey, origins, control, switches } = options;
  const orders = new Set<string>();
  /** What happened at a call, by its number. */
  const notes = new Map<number, string>();
  /** Undo what is broken now. */
  const broken = new Set<() => void>();
  let backAt = 0;
  /** The token server is not to be started by a question. */
  let isKilled = false;

  const isOf = (order: string, upstream: string | undefined): boolean =>
    upstream?.startsWith(`${site}.${order}.`) ?? false;
  const codes = () => control.codes().filter(({ order_id }) => [...orders].some((id) => isOf(id, order_id)));

  /** Breaks something for a time; `mend` ends it sooner. */
  function breakFor(ms: number, undo: () => void): void {
    backAt = Date.now() + ms;
    const over = (): void => {
      clearTimeout(timer);
      broken.delete(over);
      backAt = 0;
      undo();
    };
    const timer = setTimeout(over, ms);
    broken.add(over);
  }
  const mend = (): void => {
    for (const undo of broken) undo();
  };
  /** When the confirmation of this order has arrived at the service, before its effect. */
  function atConfirmation(order: string, act: () => void, note: string): void {
    const stop = control.onCall((call) => {
      if (call.operation !== "redeem" || !isOf(order, call.order_id)) return;
      undo();
      notes.set(call.seq, note);
      act();
    });
    const undo = (): void => {
      stop();
      broken.delete(undo);
    };
    broken.add(undo);
  }

  const ask = async (
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = { authorization: `Bearer ${key}` },
  ): Promise<{ data: Record<string, unknown> }> => {
    if (isKilled) throw new Error("the token server is killed");
    server.setClock(control.offset());
    await server.start();
    const response = await server.fetch(path, {
      method: body ? "POST" : "GET",
      headers: { ...headers, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TOKEN_SERVER_LIMIT_MS),
    });
    if (!response.ok) throw new Error(`the token server answers ${response.status}`);
    return response.json() as Promise<{ data: Record<string, unknown> }>;
  };
  /** What the operator's monitoring reads, each second or so; undefined while the server does not answer. */
  const monitored = async () => {
    if (!server.isRunning) return undefined;
    const get = (path: string) =>
      server.fetch(path, {
        headers: { authorization: `Bearer ${operatorKey}` },
        signal: AbortSignal.timeout(TOKEN_SERVER_LIMIT_MS),
      });
    const [ready, metrics] = await Promise.all([get("/readyz"), get("/metrics").then((each) => each.text())]);
    const sum = (name: string, label = "") =>
      [...metrics.matchAll(new RegExp(`^reward_redemption_${name}(?:\\{(.*)\\})? (\\d+)$`, "gm"))]
        .filter(([, labels = ""]) => labels.includes(label))
        .reduce((total, [, , value]) => total + Number(value), 0);
    const calls = "upstream_duration_seconds_count";
    return {
      ready: ready.ok,
      answered: sum(calls, 'outcome="data"'),
      unclear: sum(calls, 'outcome="unclear"'),
      persons: sum("attention_orders"),
    };
  };
  const sessionOf = async (order_id: string) => {
    const promotion_id = String(PROMOTIONS.main);
    const of = { order_id, promotion_id, user: MEMBER, skus: [SKU], ttl_seconds: SESSION_SECONDS };
    const { data } = await ask("/v1/sessions", { ...of, currency: "USD" });
    return { order_id, session: data.session_token, server: server.url, switches };
  };
  /**
   * The customer has picked: the page begins with the confirmation. After the ledger was put back a new order is looked
   * up first.
   */
  const reserve = async (session: unknown): Promise<void> => {
    const [origin = ""] = origins;
    const headers = { authorization: `Bearer ${session}`, origin };
    for (let tries = 0; tries < RESERVE_TRIES; tries += 1) {
      const book = ask("/v1/order/book", { sku: SKU }, headers);
      if (await book.then(Boolean, () => false)) return;
      await new Promise((done) => setTimeout(done, RESERVE_AGAIN_MS));
    }
  };
  /** The service's own id for the attempt that waits to be confirmed. */
  const upstreamOf = async (order: string): Promise<string> => {
    const { data } = await ask(`/v1/orders/${order}`);
    return `${site}.${order}.${data.attempt ?? 1}`;
  };
  const stopServer = (ms: number, before: () => Readonly<Record<string, string>> = () => ({})): void => {
    server.kill();
    isKilled = true;
    breakFor(ms, () => {
      isKilled = false;
      // Where it does not start, the next question tries again and says why.
      server.start(before()).catch(() => {});
    });
  };

  const pull: Record<(typeof PLUGS)[number], (order: string) => void | Promise<void>> = {
    async lost(order) {
      const order_id = await upstreamOf(order);
      control.fault({ operation: "redeem", kind: "timeout_after", match: { order_id } });
    },
    network: (order) =>
      atConfirmation(
        order,
        () => {
          server.isCut = true;
          breakFor(NETWORK_GONE_MS, () => {
            server.isCut = false;
          });
        },
        "The phone’s network is cut here",
      ),
    tabs() {},
    async down(order) {
      const order_id = await upstreamOf(order);
      const always = { operation: "*", times: "always", match: { order_id } } as const;
      const id = control.fault({ ...always, kind: "server_error", status: 503 });
      breakFor(PROVIDER_DOWN_MS, () => control.clearFaults(id));
    },
    killed: (order) =>
      atConfirmation(order, () => stopServer(SERVER_GONE_MS), "The token server is killed here"),
    hold() {
      control.advance(HOLD_OVER_MS);
      server.setClock(control.offset());
    },
    stock() {
      control.setStock(SKU, { in_stock: false, drop_reservations: true });
      breakFor(STOCK_GONE_MS, () => {
        control.setStock(SKU, { in_stock: true });
        control.advance(CATALOG_MAX_AGE_MS);
        server.setClock(control.offset());
      });
    },
    copy: () => server.copyLedger(),
    older() {
      const LEDGER_RECOVERED_AT = new Date(control.now()).toISOString();
      stopServer(SERVER_GONE_MS, () => {
        server.putBackLedger();
        control.advance(LIST_LAG_MS);
        server.setClock(control.offset());
        return { LEDGER_RECOVERED_AT };
      });
    },
    mend,
  };

  const noteOf = ({ seq, fault, status }: Call): string | undefined => {
    if (fault === "timeout_after") return "The answer is lost";
    if (fault === "server_error") return "The provider is down";
    return notes.get(seq) ?? (status === 422 ? "Refused, nothing billed" : undefined);
  };
  const shown = (call: Call) => {
    const { seq, operation, status, effect } = call;
    return { seq, operation, status, made: effect?.code ?? false, note: noteOf(call) };
  };

  const refusal = { error: "invalid_request" } as const;
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header("cache-control", "no-store");
  });
  app.onError((_, c) => c.json({ error: "The token server of this page does not answer." }, 502));
  // Only the demo's own pages may break something: see `readPost`.
  app.use(limitBody(SHOP_BODY_LIMIT_BYTES));
  /** A session of the named order, or of a new one. */
  app.post("/session", async (c) => {
    const body = await readPost(c, origins, orderBody);
    if (body instanceof Response) return body;
    if (body.order_id !== undefined && !orders.has(body.order_id)) return c.json(refusal, 404);
    const isNew = body.order_id === undefined;
    if (isNew) mend();
    const session = await sessionOf(body.order_id ?? drawOrder());
    if (isNew) await reserve(session.session);
    orders.add(session.order_id);
    return c.json(session);
  });
  app.post("/plug", async (c) => {
    const body = await readPost(c, origins, plugBody);
    if (body instanceof Response) return body;
    if (!orders.has(body.order_id)) return c.json(refusal, 400);
    await pull[body.plug](body.order_id);
    return c.json({});
  });
  app.get("/state", async (c) => {
    const order = c.req.query("order_id") ?? "";
    if (!orders.has(order)) return c.json(refusal, 404);
    const made = codes();
    const confirmed = control.calls.filter(({ operation }) => operation === "redeem");
    const ofOrder = (id: string) => made.filter(({ order_id }) => isOf(id, order_id)).length;
    const answer = server.isRunning ? await ask(`/v1/orders/${order}`).catch(() => undefined) : undefined;
    return c.json({
      order: answer?.data,
      operator: await monitored().catch(() => undefined),
      calls: control.calls.filter(({ order_id }) => isOf(order, order_id)).map(shown),
      // An order counts from its confirmation on: before, nobody expects a code.
      orders: [...orders].filter((id) => confirmed.some(({ order_id }) => isOf(id, order_id))).length,
      codes: made.length,
      codes_of_order: ofOrder(order),
      most: Math.max(0, ...[...orders].map(ofOrder)),
      server: server.isRunning,
      network: !server.isCut,
      back_in_ms: Math.max(0, backAt - Date.now()),
    });
  });
  return {
    app,
    forget() {
      mend();
      server.forget();
      orders.clear();
      notes.clear();
    },
  };
}
