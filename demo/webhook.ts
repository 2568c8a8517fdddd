/**
 * The receiver of a site's webhook, as a customer would write it: takes only genuine deliveries, each once, and of an
 * order none that is older than what is known. A real site keeps all of this in its database. Source: docs/webhooks.md,
 * "What your receiver does"; Standard Webhooks.
 */
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type Event, event } from "../shared/wire.ts";
import { isSignature } from "./digests.ts";
import { WEBHOOK_BODY_LIMIT_BYTES } from "./limits.ts";

export const SECRET_PREFIX = "whsec_";
/** Of signatures with a shared secret. Source: Standard Webhooks, "Signature scheme". */
const VERSION = "v1,";
/** Source: Standard Webhooks, "Verifying webhook authenticity". */
const TOLERANCE_SECONDS = 5 * 60;
/** More orders than a demo makes; the oldest are forgotten. */
const MOST_ORDERS = 1_000;
/** Deliveries of an order that are shown: an order seldom has more events, and some may be sent again. */
const MOST_DELIVERIES = 8;
/** Enough to see that two signatures differ, too little to use one. */
const SIGNATURE_CHARS_SHOWN = 12;

/** A genuine delivery, for people to look at. */
export interface Delivery {
  readonly type: string;
  /** Of an event. */
  readonly sequence?: number;
  readonly timestamp: string;
  /** What the site made of it: `taken`, `dropped: …` or `answered: …`. */
  readonly outcome: string;
  /** The signature is shortened. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Heard {
  readonly ids: ReadonlySet<string>;
  readonly sequence: number;
  /** What the newest event says; while the outcome of a call is unknown, what was said before. */
  readonly standing?: Event["data"];
  /** Newest first. */
  readonly deliveries: readonly Delivery[];
}
const NOTHING: Heard = { ids: new Set(), sequence: 0, deliveries: [] };

export type Receiver = ReturnType<typeof createReceiver>;

/**
 * Takes the bytes of a request as they came (another serializer would write them differently), if one of the secrets has signed them.
 * @param now epoch ms
 */
export function signedBy(secrets: readonly string[], now: () => number) {
  const keys = secrets.map((secret) => secret.slice(SECRET_PREFIX.length));
  return async ({ req }: Context): Promise<string | undefined> => {
    const bytes = new Uint8Array(await req.arrayBuffer());
    const [id, time = "", signatures = ""] = ["id", "timestamp", "signature"].map((name) =>
      req.header(`webhook-${name}`),
    );
    if (!id || !/^\d+$/.test(time) || Math.abs(now() / 1000 - Number(time)) > TOLERANCE_SECONDS)
      return undefined;
    const given = signatures.split(" ").filter((each) => each.startsWith(VERSION));
    const isGenuine = keys.some((key) =>
      given.some((each) => isSignature(each.slice(VERSION.length), key, `${id}.${time}.`, bytes)),
    );
    return isGenuine ? new TextDecoder().decode(bytes) : undefined;
  };
}

/** The headers that sign a request, with the signature shortened. */
export function shownHeaders({ req }: Context): Delivery["headers"] {
  const sent = (name: string): string => req.header(`webhook-${name}`) ?? "";
  return {
    "webhook-id": sent("id"),
    "webhook-timestamp": sent("timestamp"),
    "webhook-signature": `${sent("signature").slice(0, SIGNATURE_CHARS_SHOWN)}…`,
  };
}

/** @param now epoch ms; default: the machine's clock */
export function createReceiver(secrets: readonly string[], now: () => number = Date.now) {
  const signed = signedBy(secrets, now);
  const orders = new Map<string, Heard>();
  let count = 0;

  function take({ type, timestamp, data }: Event, seen: Pick<Delivery, "headers" | "body">): void {
    const id = seen.headers["webhook-id"] ?? "";
    const known = orders.get(data.order_id) ?? NOTHING;
    const isOlder = data.sequence <= known.sequence;
    const outcome = known.ids.has(id) ? "dropped: came before" : isOlder ? "dropped: older" : "taken";
    const delivery = { type, sequence: data.sequence, timestamp, outcome, ...seen } as const;
    count += 1;
    orders.set(data.order_id, {
      ids: new Set(known.ids).add(id),
      sequence: Math.max(data.sequence, known.sequence),
      standing: outcome === "taken" && data.state !== "processing" ? data : known.standing,
      deliveries: [delivery, ...known.deliveries].slice(0, MOST_DELIVERIES),
    });
    const [oldest] = orders.keys();
    if (orders.size > MOST_ORDERS && oldest !== undefined) orders.delete(oldest);
  }

  const app = new Hono();
  app.post("/", bodyLimit({ maxSize: WEBHOOK_BODY_LIMIT_BYTES }), async (c) => {
    const body = await signed(c);
    if (body === undefined) return c.body(null, 400);
    const parsed = event.safeParse(JSON.parse(body));
    if (parsed.success) take(parsed.data, { headers: shownHeaders(c), body });
    return c.body(null, 204);
  });
  return { app, about: (orderId: string): Heard => orders.get(orderId) ?? NOTHING, count: () => count };
}
