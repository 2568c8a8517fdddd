/**
 * The orders of all shops, as a care desk keeps them: from each shop's `GET /v1/events`, with the order itself whenever
 * something happened to it. An order that was only opened has no event; its shop names it, with the customer's address, which no
 * route for sites tells. Source: docs/server/routes.md.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { event } from "../../shared/wire/event.ts";
import { type SiteOrder, siteOrder } from "../../shared/wire/order.ts";
import { ask, isRefusal } from "../site-backend.ts";

export interface Shop {
  readonly id: string;
  readonly name: string;
  readonly siteKey: string;
}

export interface DeskOrder extends SiteOrder {
  readonly shop: string;
  readonly number: string;
  /** Where this process saw the order being opened. */
  readonly email?: string;
}

export interface DeskOrders {
  /** A shop opened an order for this customer. */
  opened(shop: string, orderId: string, email: string): void;
  /** Reads what happened since the last call. Resolves also where a shop's orders cannot be read: the last ones stay. */
  sync(): Promise<void>;
  /** Newest change first; last the orders of which nobody has chosen anything yet. */
  list(): DeskOrder[];
  /** Reads the order again, or takes it from an answer. */
  read(shop: string, orderId: string): Promise<DeskOrder | { readonly error: string }>;
  take(shop: string, order: SiteOrder): DeskOrder;
}

/** More orders than a demo makes; those that were seen first are forgotten. */
const MOST_ORDERS = 1_000;
const EVENTS_PER_PAGE = 100;
/** Orders that change without an event, a lapsed hold's for one, are read again when they are older than this. */
const REREAD_MS = 10_000;
/** A list that begins anew reads all of its orders: the server has other callers. */
const READS_AT_ONCE = 8;
export const LIVE: readonly string[] = ["open", "booked", "processing", "activated", "notified"];

/** Nobody has chosen anything yet: the visit of a page. */
export const isUntouched = ({ state, attempt }: SiteOrder): boolean =>
  state === "open" && attempt === undefined;

/** A played order belongs to the days before: what happened to it within this time of its opening was played. */
const PLAYED_WITHIN_MS = 120_000;

/** A played order (samples.ts) with the times at which it would have happened. */
export function asOrdered(order: SiteOrder): SiteOrder {
  const ordered = order.metadata?.ordered;
  if (ordered === undefined) return order;
  const created = Date.parse(order.created_at);
  const moved = Object.entries(order).flatMap(([name, value]) => {
    if (!name.endsWith("_at") || typeof value !== "string" || name === "hold_expires_at") return [];
    const after = Date.parse(value) - created;
    return after < PLAYED_WITHIN_MS
      ? [[name, new Date(Date.parse(ordered) + after).toISOString()] as const]
      : [];
  });
  return { ...order, ...Object.fromEntries(moved) };
}

/** As many numbers of five digits, the first not 0. */
const NUMBERS = 90_000;

/** A number that a customer reads out on the phone: of a shop's order always the same one. */
export const numberOf = (shop: string, orderId: string): string => {
  const digest = createHash("sha256").update(`${shop} ${orderId}`).digest();
  return `${shop.slice(0, 2).toUpperCase()}-${10_000 + (digest.readUInt32BE() % NUMBERS)}`;
};

const events = z.object({ data: z.array(event) });

export function createDeskOrders(
  shops: readonly Shop[],
  tokenServer: string,
  send: typeof fetch,
  now: () => number = Date.now,
): DeskOrders {
  const orders = new Map<string, DeskOrder>();
  const readAt = new Map<string, number>();
  const cursors = new Map<string, string>();
  const waiting = new Map<string, { readonly shop: string; readonly orderId: string }>();
  const emails = new Map<string, string>();
  const keyOf = (shop: string): string => shops.find(({ id }) => id === shop)?.siteKey ?? "";
  const get = (shop: string, path: string) => ask(send, `${tokenServer}/v1/${path}`, keyOf(shop));
  const name = (shop: string, orderId: string): string => `${shop} ${orderId}`;

  const toRead = (shop: string, orderId: string) => waiting.set(name(shop, orderId), { shop, orderId });

  const desk: DeskOrders = {
    opened(shop, orderId, email) {
      emails.set(name(shop, orderId), email);
      toRead(shop, orderId);
    },
    async sync() {
      await Promise.all(shops.map(({ id }) => readEvents(id).catch(() => undefined)));
      const old = now() - REREAD_MS;
      for (const [key, { shop, order_id, state }] of orders)
        if (LIVE.includes(state) && (readAt.get(key) ?? 0) < old) toRead(shop, order_id);
      const left = [...waiting.values()];
      waiting.clear();
      const readAll = async (): Promise<void> => {
        for (let next = left.pop(); next; next = left.pop()) {
          const answer = await desk.read(next.shop, next.orderId);
          if (isRefusal(answer) && answer.error !== "order_not_found") toRead(next.shop, next.orderId);
        }
      };
      await Promise.all(Array.from({ length: READS_AT_ONCE }, readAll));
    },
    list: () =>
      [...orders.values()].sort(
        (a, b) => Number(isUntouched(a)) - Number(isUntouched(b)) || b.updated_at.localeCompare(a.updated_at),
      ),
    async read(shop, orderId) {
      const answer = await get(shop, `orders/${encodeURIComponent(orderId)}`);
      if (isRefusal(answer)) return answer;
      const found = z.object({ data: siteOrder }).safeParse(answer);
      return found.success ? desk.take(shop, found.data.data) : { error: "token_server_unavailable" };
    },
    take(shop, order) {
      const key = name(shop, order.order_id);
      const email = emails.get(key);
      const number = numberOf(shop, order.order_id);
      const kept = { ...asOrdered(order), shop, number, ...(email && { email }) };
      readAt.set(key, now());
      orders.set(key, kept);
      const [oldest] = orders.keys();
      if (orders.size > MOST_ORDERS && oldest !== undefined) {
        orders.delete(oldest);
        emails.delete(oldest);
        readAt.delete(oldest);
      }
      return kept;
    },
  };

  async function readEvents(shop: string): Promise<void> {
    for (;;) {
      const after = cursors.get(shop);
      const query = new URLSearchParams({ per_page: String(EVENTS_PER_PAGE), ...(after && { after }) });
      const { data } = events.parse(await get(shop, `events?${query}`));
      for (const { data: about } of data) toRead(shop, about.order_id);
      const last = data.at(-1);
      if (last) cursors.set(shop, last.data.event_id);
      if (data.length < EVENTS_PER_PAGE) return;
    }
  }

  // One reading at a time, which late callers share.
  let running: Promise<void> | undefined;
  const { sync } = desk;
  desk.sync = () => {
    running ??= sync().finally(() => {
      running = undefined;
    });
    return running;
  };
  return desk;
}
