/**
 * The care desk: the orders of all shops on one page. Its backend holds the shops' keys, and uses nothing of the token server
 * but the routes for sites. It has no login, which a real desk must have.
 *
 * Each call is a POST of JSON: browsers then send the page's origin, and no address ever contains a customer.
 */
import { join } from "node:path";
import { Hono } from "hono";
import { z } from "zod";
import { csvRow } from "../../shared/csv.ts";
import { refundedOrder, siteOrder } from "../../shared/wire/order.ts";
import { ORDER_ID_PATTERN } from "../../shared/wire/words.ts";
import { DESK_BODY_LIMIT_BYTES } from "../limits.ts";
import { contentSecurityPolicy, DOCUMENT, pageFiles } from "../page-files.ts";
import { call, isRefusal, limitBody, readPost } from "../site-backend.ts";
import { createDeskOrders, type DeskOrder, type DeskOrders, isUntouched, LIVE, type Shop } from "./orders.ts";

export const DESK_PATH = "/demo/desk/";
/** What other pages of staff use, too. */
const STAFF_FILES = ["base.css", "speech.js", "rows.js"] as const;

export interface DeskOptions {
  readonly shops: readonly Shop[];
  /** The token server's address from here, without a trailing slash. */
  readonly tokenServer: string;
  /** The origins of the desk's page: no other page gets an answer. */
  readonly origins: readonly string[];
  /** Epoch ms of the demo's clock; default: the machine's. */
  readonly now?: () => number;
  /** Default: the network. */
  readonly fetch?: typeof fetch;
}

/** Who did what to an order, and why. Kept until the process ends; a real desk has a database. */
export interface Note {
  readonly action: "cancel" | "refund";
  readonly by: string;
  readonly reason: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface Desk {
  /** Pages and calls below {@link DESK_PATH}. */
  readonly app: Hono;
  readonly orders: DeskOrders;
  /** Cancels or refunds as a clerk does, with the note. */
  act(shop: string, orderId: string, wanted: Omit<Note, "at">): Promise<object>;
}

const ISSUED: readonly string[] = ["redeemed", "refunded"];
/** What a note is about. */
const ENDS = { cancel: "canceled", refund: "refunded" } as const;
/** Answers after which the token server may still do what was asked. */
const IN_DOUBT = /^(upstream|token_server)_/;
const MINUTE_MS = 60_000;
const NAME_MAX = 60;
const REASON_MAX = 200;

const one = { shop: z.string(), order_id: z.string().regex(ORDER_ID_PATTERN) };
const search = z.object({
  shop: z.string().default(""),
  state: z.string().default(""),
  term: z.string().default(""),
  /** Minutes from the clerk's time to UTC, as browsers count them: where the day begins. */
  utc: z.coerce.number().int().default(0),
});
const actBody = z.object({
  ...one,
  action: z.enum(["cancel", "refund"]),
  by: z.string().trim().min(1).max(NAME_MAX),
  reason: z.string().trim().min(1).max(REASON_MAX),
});

/** Every word of the term is in the number, the customer's name or address, the reward's name, or the clerk's who gave it. */
function isAbout(order: DeskOrder, term: string): boolean {
  const { order_id, number, metadata, email, reward_name, reference, confirmed_by } = order;
  const text = [order_id, number, metadata?.customer, email, reward_name, reference, confirmed_by]
    .join(" ")
    .toLowerCase();
  return term
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** A byte order mark: without it Excel takes the text for Latin letters. */
const BOM = "\ufeff";

export function createDesk({
  shops,
  tokenServer,
  origins,
  now = Date.now,
  fetch: send = fetch,
}: DeskOptions): Desk {
  const orders = createDeskOrders(shops, tokenServer, send, now);
  const notes = new Map<string, Partial<Record<Note["action"], Note>>>();
  const nameOf = (id: string): string => shops.find((shop) => shop.id === id)?.name ?? id;
  const notesOf = ({ shop, order_id, state }: DeskOrder): Note[] =>
    Object.values(notes.get(`${shop} ${order_id}`) ?? {}).filter(({ action }) => ENDS[action] === state);

  const found = ({ shop, state, term }: z.infer<typeof search>): DeskOrder[] =>
    orders
      .list()
      .filter(
        (order) =>
          (shop === "" || order.shop === shop) &&
          (state === "" || order.state === state) &&
          isAbout(order, term),
      );

  /** Of all shops: issued since the clerk's midnight with their value by currency, open, and refunded. */
  function numbers(utc: number) {
    const dayOf = (at: number): string => new Date(at - utc * MINUTE_MS).toISOString().slice(0, 10);
    const today = dayOf(now());
    const all = orders.list();
    const issued = all.filter(
      ({ state, redeemed_at }) =>
        ISSUED.includes(state) && redeemed_at && dayOf(Date.parse(redeemed_at)) === today,
    );
    const worth: Record<string, number> = {};
    for (const { value } of issued)
      if (value?.currency) worth[value.currency] = (worth[value.currency] ?? 0) + value.amount;
    return {
      issued: issued.length,
      worth,
      open: all.filter((order) => LIVE.includes(order.state) && !isUntouched(order)).length,
      refunded: all.filter(({ state }) => state === "refunded").length,
    };
  }

  async function act(
    shop: string,
    orderId: string,
    { action, by, reason }: Omit<Note, "at">,
  ): Promise<object> {
    const siteKey = shops.find(({ id }) => id === shop)?.siteKey;
    if (siteKey === undefined) return { error: "order_not_found" };
    const answer = await call(
      send,
      `${tokenServer}/v1/orders/${encodeURIComponent(orderId)}/${action}`,
      { bearer: siteKey },
      action === "refund" ? refundedOrder : siteOrder,
    );
    const key = `${shop} ${orderId}`;
    const note = { [action]: { action, by, reason, at: new Date(now()).toISOString() } };
    if (isRefusal(answer)) {
      // The wish may be kept: its note is shown once the order has ended so, unless somebody asked before.
      if (IN_DOUBT.test(answer.error)) notes.set(key, { ...note, ...notes.get(key) });
      return answer;
    }
    const refunded = "refunded" in answer ? answer.refunded : undefined;
    if (refunded !== false) notes.set(key, { ...notes.get(key), ...note });
    return { order: viewed(orders.take(shop, siteOrder.parse(answer))), refunded };
  }

  const viewed = (order: DeskOrder): object => ({
    ...order,
    shop_name: nameOf(order.shop),
    notes: notesOf(order),
  });

  const app = new Hono();
  const limit = limitBody(DESK_BODY_LIMIT_BYTES);
  app.post(`${DESK_PATH}api/orders`, limit, async (c) => {
    const body = await readPost(c, origins, search);
    if (body instanceof Response) return body;
    await orders.sync();
    return c.json({
      shops: shops.map(({ id, name }) => ({ id, name })),
      numbers: numbers(body.utc),
      orders: found(body).map(viewed),
    });
  });
  app.post(`${DESK_PATH}api/order`, limit, async (c) => {
    const body = await readPost(c, origins, z.object(one));
    if (body instanceof Response) return body;
    const order = await orders.read(body.shop, body.order_id);
    return isRefusal(order) ? c.json(order, 502) : c.json({ order: viewed(order) });
  });
  app.post(`${DESK_PATH}api/act`, limit, async (c) => {
    const body = await readPost(c, origins, actBody);
    if (body instanceof Response) return body;
    const answer = await act(body.shop, body.order_id, body);
    return isRefusal(answer) ? c.json(answer, 502) : c.json(answer);
  });
  app.post(`${DESK_PATH}api/csv`, limit, async (c) => {
    const body = await readPost(c, origins, search);
    if (body instanceof Response) return body;
    const rows = found(body).map((order) => [
      nameOf(order.shop),
      order.number,
      order.order_id,
      order.state,
      order.metadata?.customer ?? "",
      order.reward_name ?? "",
      order.value?.amount ?? "",
      order.value?.currency ?? "",
      order.updated_at,
      order.confirmed_by ?? "",
      notesOf(order)
        .map(({ action, by, reason }) => `${action}, ${by}: ${reason}`)
        .join("; "),
    ]);
    const header = [
      ...[
        "shop",
        "number",
        "order",
        "state",
        "customer",
        "reward",
        "value",
        "currency",
        "changed",
        "given by",
        "notes",
      ],
    ];
    const text = BOM + [header, ...rows].map(csvRow).join("");
    return c.body(text, 200, { "content-type": "text/csv; charset=utf-8" });
  });
  app.get(DESK_PATH.slice(0, -1), (c) => c.redirect(DESK_PATH, 302));
  app.route(
    DESK_PATH,
    pageFiles({
      folder: join(import.meta.dirname, "page"),
      files: [DOCUMENT, ...STAFF_FILES, "desk.css", "desk.js", "order.js", "words.js", "mark.svg"],
      contentSecurityPolicy: contentSecurityPolicy(origins[0] ?? "http://127.0.0.1"),
    }),
  );
  return { app, orders, act };
}
