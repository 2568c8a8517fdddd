/**
 * One user with one order, as a page with the widget: every request may go to any instance, may be lost with the instance,
 * and what is not known is asked again. Real time.
 */
import { type Exchange, holdToDescription } from "../support/described.ts";
import { type Instance, ORIGIN, SITE_KEY } from "./cluster.ts";

export type Delivery = "redeem" | "activate" | "notify";
export type Closing = "cancel" | "refund";
const CLOSED: Record<Closing, string> = { cancel: "canceled", refund: "refunded" };
export const SKU = "PLUMVALE-CODE-PIN-C128-30";
/** A reward whose amount the user chooses, and the least of it, dollars. */
const FREE_SKU = "VELMORA-VAR";
export const LEAST = 5;
const PROMOTIONS: Record<Delivery, string> = { redeem: "4001", activate: "4001", notify: "4008" };
/** Between two looks at what is not known yet. */
const POLL = 250;
/** A stopped process answers nobody: the page goes elsewhere. */
const REQUEST_TIMEOUT = 14_000;

export interface Answer {
  /** 0 where the connection was lost. */
  readonly status: number;
  readonly data?: {
    readonly order_id?: string;
    readonly state?: string;
    readonly attempt?: number;
    readonly amount?: string;
    readonly grant?: { readonly left: string };
    readonly url?: string;
    readonly codes?: { readonly items: readonly { readonly value: string }[] };
  };
}

export interface Played {
  readonly state: string;
  /** What the user was shown: code values, or the link. */
  readonly shown: readonly string[];
  /** Wall clock, epoch ms. */
  readonly endedAt: number;
}

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Picks the instance for the next request. */
export type Route = (path: string) => Instance;

export async function ask(route: Route, path: string, token: string, body?: unknown): Promise<Answer> {
  const isSite = token === SITE_KEY;
  const method = body === undefined ? "GET" : "POST";
  let heard: Exchange;
  try {
    const answer = await fetch(`${route(path).url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(!isSite && { Origin: ORIGIN }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    });
    const { status, headers } = answer;
    heard = { method, path, status, headers, text: await answer.text() };
  } catch {
    return { status: 0 };
  }
  holdToDescription(heard);
  return { status: heard.status, data: (JSON.parse(heard.text) as { data?: Answer["data"] }).data };
}

/** Opens a session, again and again until an instance does. */
export async function openSession(
  route: Route,
  order_id: string,
  delivery: Delivery,
  until: number,
): Promise<string> {
  const user = { email: `${order_id}@example.com` };
  return openedBy(route, { order_id, promotion_id: PROMOTIONS[delivery], delivery, user }, until);
}

async function openedBy(
  route: Route,
  body: Readonly<Record<string, unknown>>,
  until: number,
): Promise<string> {
  while (Date.now() < until) {
    const { data } = (await ask(route, "/v1/sessions", SITE_KEY, body)) as {
      data?: { session_token?: string };
    };
    if (data?.session_token) return data.session_token;
    await sleep(POLL);
  }
  throw new Error(`${body.order_id ?? body.grant_id}: no session in time`);
}

/** Plays an order to its end. @param until epoch ms; after it the user gives up, and the state says where it stood */
export async function play(
  route: Route,
  order: string,
  delivery: Delivery,
  until: () => number,
): Promise<Played> {
  const token = await openSession(route, order, delivery, until());
  const call = (path: string, body?: unknown): Promise<Answer> => ask(route, path, token, body);
  let state = "unknown";
  while (Date.now() < until()) {
    const { data } = await call("/v1/order");
    state = data?.state ?? state;
    switch (data?.state) {
      case "open":
        await (delivery === "notify"
          ? call("/v1/order/notify", { sku: SKU })
          : call("/v1/order/book", { sku: SKU }));
        continue;
      case "booked":
        await call(`/v1/order/${delivery}`, { attempt: data.attempt, sku: SKU });
        continue;
      case "redeemed": {
        const codes = (await call("/v1/order/codes", {})).data?.codes;
        if (codes) return { state, shown: codes.items.map(({ value }) => value), endedAt: Date.now() };
        break;
      }
      case "activated": {
        const link = (await call("/v1/order/activate", { attempt: data.attempt, sku: SKU })).data?.url;
        if (link) return { state, shown: [link], endedAt: Date.now() };
        break;
      }
      case "processing":
      case undefined:
        break;
      default:
        return { state, shown: [], endedAt: Date.now() };
    }
    await sleep(POLL);
  }
  return { state, shown: [], endedAt: Date.now() };
}

/** Whole dollars of a grant. */
export const AMOUNT = 100;

/** What a grant came to. */
export interface Spent {
  /** As the server says it. */
  readonly left: string;
  /** The first code of each of its orders. */
  readonly codes: readonly string[];
  /** Wall clock, epoch ms. */
  readonly endedAt: number;
}

/** Spends a grant to its end, as one tab of it. @param most what each reward may cost, dollars */
export async function playGrant(
  route: Route,
  grant_id: string,
  most: number,
  until: () => number,
): Promise<Spent> {
  const body = { grant_id, amount: String(AMOUNT), currency: "USD", promotion_id: PROMOTIONS.redeem };
  const user = { email: `${grant_id}@example.com` };
  const token = await openedBy(route, { ...body, user }, until());
  const call = (path: string, sent?: unknown): Promise<Answer> => ask(route, path, token, sent);
  const codes = new Map<string, string>();
  let left = String(AMOUNT);
  while (Date.now() < until()) {
    const { data } = await call("/v1/order");
    left = data?.grant?.left ?? left;
    const query = `?order_id=${data?.order_id}`;
    switch (data?.state) {
      case "open": {
        const amount = String(Math.min(most, Number(left)));
        const chosen = await call(`/v1/order/book${query}`, { sku: FREE_SKU, amount });
        if (chosen.status < 300) continue;
        break;
      }
      case "booked": {
        const { attempt, amount } = data;
        await call(`/v1/order/redeem${query}`, { attempt, sku: FREE_SKU, amount });
        continue;
      }
      case "redeemed": {
        const [code] = (await call(`/v1/order/codes${query}`, {})).data?.codes?.items ?? [];
        if (code && data.order_id !== undefined) codes.set(data.order_id, code.value);
        if (code && Number(left) < LEAST) return { left, codes: [...codes.values()], endedAt: Date.now() };
        if (code) await call("/v1/grant/next", {});
        continue;
      }
      default:
    }
    await sleep(POLL);
  }
  return { left, codes: [...codes.values()], endedAt: Date.now() };
}

/** The site ends an order, and asks again until it has ended. */
export async function close(
  route: Route,
  order: string,
  closing: Closing,
  until: () => number,
): Promise<Pick<Played, "state" | "endedAt">> {
  let state = "unknown";
  while (Date.now() < until()) {
    const { data } = await ask(route, `/v1/orders/${order}`, SITE_KEY);
    state = data?.state ?? state;
    if (state === CLOSED[closing]) break;
    await ask(route, `/v1/orders/${order}/${closing}`, SITE_KEY, {});
    await sleep(POLL);
  }
  return { state, endedAt: Date.now() };
}
