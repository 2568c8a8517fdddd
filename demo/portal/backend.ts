/**
 * The portal's own small backend, as a partner would write it: it holds the site key, keeps its orders, and does
 * everything else through the token server's routes for sites. It has no login, which a real portal must have.
 *
 * Each call is a POST of JSON: browsers then send the page's origin, and no address ever contains a customer's e-mail.
 */
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { PORTAL_BODY_LIMIT_BYTES } from "../limits.ts";
import type { Receiver } from "../webhook.ts";
import { createPortalOrders, orderNumberOf, type PortalOrder, sampleOrders } from "./orders.ts";
import {
  type About,
  findRequest,
  newOrderRequest,
  orderRequest,
  readNewOrder,
  readTerm,
} from "./requests.ts";
import { AGREEMENTS, CUSTOMERS, type Sample } from "./site.ts";
import { createTokenServer, type Order, Refusal, type TokenServerOptions } from "./token-server.ts";
import { viewOrder, viewPromotion, viewRedemption, viewWaiting } from "./views.ts";

export interface PortalBackendOptions extends TokenServerOptions {
  /** The origins of the portal's page: no other page gets an answer. */
  readonly origins: readonly string[];
  /** Orders that are opened with the first list; default: none. */
  readonly samples?: readonly Sample[];
  /** What the token server told of the orders; default: nothing. */
  readonly receiver?: Receiver;
  /** Epoch ms; default: the machine's clock. */
  readonly now?: () => number;
}

/** Fits a screen or two. */
const PER_PAGE = 20;
/** Older orders without a choice are found by their number. */
const MOST_WAITING = 10;
/** With more customers of one name, the user has to add another word of the name. */
const MOST_CUSTOMERS = 10;
const NOTHING_FOUND = { redemptions: [], waiting: [], page: 1, pages: 1, total: 0 } as const;
/** The shortest lifetime there is: the session that pins an order's values is not used. */
const PINNING_TTL_SECONDS = 60;

export function portalBackend(options: PortalBackendOptions): Hono {
  const { origins, samples = [], receiver, now = Date.now } = options;
  const server = createTokenServer(options);
  const orders = createPortalOrders();
  const app = new Hono();

  const limit = bodyLimit({
    maxSize: PORTAL_BODY_LIMIT_BYTES,
    onError: (c) => c.json({ error: "too_large" }, 413),
  });
  app.use(async (c, next) => {
    await next();
    c.header("cache-control", "no-store");
    c.header("x-content-type-options", "nosniff");
  });
  app.use(limit, async (c, next) => {
    if (!/^application\/json\b/i.test(c.req.header("content-type") ?? "")) {
      return c.json({ error: "unsupported_media_type" }, 415);
    }
    const origin = c.req.header("origin");
    if (origin === undefined || !origins.includes(origin))
      return c.json({ error: "origin_not_allowed" }, 403);
    await next();
  });
  app.onError((error, c) => {
    if (!(error instanceof Refusal)) return c.json({ error: "unexpected" }, 500);
    const { status, code, request_id, retry_after_seconds } = error;
    return c.json({ error: code, request_id, retry_after_seconds }, forPage(status));
  });

  /** The data that a page needs first. */
  app.post("/setup", async (c) => {
    const promotions = await server.promotions();
    return c.json({
      customers: CUSTOMERS,
      promotions: AGREEMENTS.flatMap((agreed) => {
        const found = promotions.find(({ id }) => id === agreed.promotion_id);
        return found ? [viewPromotion(found, agreed)] : [];
      }),
    });
  });

  let sampling: Promise<unknown> | undefined;
  /** Runs once. An order that could not be opened is missing from the list; everything else works. */
  const openSamples = (): Promise<unknown> => {
    sampling ??= Promise.allSettled(
      sampleOrders(samples, now()).map(async (order) => {
        const state = await pin(order);
        if (state) orders.keep({ ...order, state });
      }),
    );
    return sampling;
  };

  /** The site's redemptions, and the orders without a redemption. */
  app.post("/find", async (c) => {
    await openSamples();
    const { term, state, promotion_id, sort, page } = await read(c, findRequest);
    const about = readTerm(term, [...orders.newest().map(({ customer }) => customer), ...CUSTOMERS]);
    if (about.kind === "unclear") throw new Refusal(400, "term_unclear");
    if (about.kind === "customers" && about.customers.length > 1) {
      // The token server filters by one e-mail address at a time.
      return c.json({ ...NOTHING_FOUND, customers: about.customers.slice(0, MOST_CUSTOMERS) });
    }
    const customer = about.kind === "customers" ? about.customers[0] : undefined;
    const named = narrowed(about);
    const { data, paging } = await server.redemptions({
      ...named,
      ...(state && { state }),
      ...(promotion_id !== undefined && { promotion_id }),
      sort,
      page: String(page),
      per_page: String(PER_PAGE),
    });
    const waiting = state || page > 1 ? [] : ordersWithoutChoice({ ...named, promotion_id });
    return c.json({
      redemptions: data.map((each) => viewRedemption(each, orders.find(each.order_id))),
      waiting,
      page: paging.page,
      pages: Math.max(1, Math.ceil(paging.total / paging.per_page)),
      total: paging.total,
      customer,
    });
  });

  app.post("/order", async (c) => {
    const { order_id } = await read(c, orderRequest);
    return c.json({ order: await describe(order_id) });
  });

  /**
   * Opens the order at the token server, which pins its values; that call's session is thrown away. A repeated form
   * makes nothing new: 200 with equal values, and 409 `order_made` with the number if the order has other values.
   */
  app.post("/create", async (c) => {
    const request = await read(c, newOrderRequest);
    const made = readNewOrder(request);
    if (!made) throw new Refusal(400, "not_agreed");
    const order: PortalOrder = { order_id: orderNumberOf(request.form_key), made_at: now(), ...made };
    const { order_id } = order;
    const state = await pin(order);
    const kept = orders.find(order_id);
    if (!state || (kept && kept.customer.name !== order.customer.name)) {
      return c.json({ error: "order_made", order_id }, 409);
    }
    if (kept) return c.json({ order_id });
    orders.keep({ ...order, state });
    return c.json({ order_id }, 201);
  });

  /** @returns its state; undefined if it exists with other values, then kept if they were sent from here */
  async function pin(order: PortalOrder): Promise<string | undefined> {
    const open = async ({ order_id, values }: PortalOrder): Promise<string> =>
      (await server.openSession(order_id, values, PINNING_TTL_SECONDS)).state;
    try {
      return await open(order);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status >= 500) orders.suspect(order);
      if (error.code !== "order_conflict") throw error;
      const suspect = orders.suspected(order.order_id);
      // Equal values get a session: then the call whose answer was lost has made this order.
      if (suspect)
        await open(suspect).then(
          (state) => orders.keep({ ...suspect, state }),
          () => undefined,
        );
      return undefined;
    }
  }

  /** A session for the widget in the page: the only answer with a secret. */
  app.post("/session", async (c) => {
    const { order_id } = await read(c, orderRequest);
    const order = orders.find(order_id);
    if (!order) throw new Refusal(404, "order_forgotten");
    const { session_token } = await server.openSession(order_id, order.values);
    return c.json({ session_token });
  });

  app.post("/cancel", async (c) => {
    const { order_id } = await read(c, orderRequest);
    return c.json({ order: await describe(order_id, await server.cancel(order_id)) });
  });

  app.post("/refund", async (c) => {
    const { order_id } = await read(c, orderRequest);
    const { refunded, ...order } = await server.refund(order_id);
    return c.json({ order: await describe(order_id, order), refunded });
  });

  /** @param known the order from a previous answer: a new reading could fail after the action is done */
  async function describe(orderId: string, known?: Order): Promise<object> {
    const order = known ?? (await server.order(orderId));
    // The order is shown even if its history cannot be read.
    const history = await server
      .redemptions({ order_id: orderId, per_page: String(PER_PAGE) })
      .then(({ data }) => data)
      .catch(() => null);
    return viewOrder(order, history, orders.find(orderId));
  }

  /** Orders of this process without a choice: the token server lists redemptions, and these orders have none. */
  const ordersWithoutChoice = (about: { email?: string; order_id?: string; promotion_id?: string }) =>
    orders
      .newest()
      .filter(
        ({ order_id, values, state }) =>
          (receiver?.about(order_id).standing?.state ?? state) === "open" &&
          (about.order_id ?? order_id) === order_id &&
          (about.email ?? values.user.email) === values.user.email &&
          (about.promotion_id ?? values.promotion_id) === values.promotion_id,
      )
      .slice(0, MOST_WAITING)
      .map(viewWaiting);

  /** Counts what was told: the page reads again what it shows when the number is another. */
  app.post("/told", (c) => c.json({ count: receiver?.count() ?? 0 }));

  return app;
}

/** The search as a filter for the token server. */
function narrowed(about: About): { email?: string; order_id?: string } {
  switch (about.kind) {
    case "email":
      return { email: about.email };
    case "customers":
      return { email: about.customers[0].email };
    case "order":
      return { order_id: about.order_id };
    case "all":
    case "unclear":
      return {};
    default:
      return about satisfies never;
  }
}

async function read<T extends z.ZodType>(c: Context, schema: T): Promise<z.infer<T>> {
  const body = schema.safeParse(await c.req.json().catch(() => undefined));
  if (!body.success) throw new Refusal(400, "invalid_request");
  return body.data;
}

/** The status for the page. A refusal that concerns this backend and not the page is a fault of ours. */
function forPage(status: number): ContentfulStatusCode {
  return status === 401 || status === 403 ? 502 : (status as ContentfulStatusCode);
}
