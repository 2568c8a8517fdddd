/**
 * What the page of a brand asks for its order beside the brand: members of the session, and what the site's backend answers when the
 * token server asks before a confirmation. Source: docs/points/authorize.md.
 */
import { Hono } from "hono";
import { z } from "zod";
import { WEBHOOK_BODY_LIMIT_BYTES } from "../limits.ts";
import { limitBody } from "../site-backend.ts";
import { type Delivery, shownHeaders, signedBy } from "../webhook.ts";

export const orderWishes = z.strictObject({
  /** Without one the question is answered, and not shown. */
  authorize: z.enum(["allow", "deny", "silent"]).optional(),
  reason: z.string().max(200).optional(),
  points_per_unit: z.int().min(1).max(1_000_000).optional(),
  message: z.string().max(200).optional(),
});
export type OrderWishes = z.output<typeof orderWishes>;

const question = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.object({ order_id: z.string() }),
});
/** The token server waits for five. */
const SILENCE_MS = 6_000;
/** More orders than a demo makes; the oldest are forgotten. */
const MOST_ORDERS = 1_000;
/** Questions of an order that are shown. */
const MOST_SHOWN = 4;

interface Known {
  readonly wishes: OrderWishes;
  /** Newest first. */
  readonly deliveries: readonly Delivery[];
}

/** @param now epoch ms */
export function createAsked(secrets: readonly string[], now: () => number = Date.now) {
  const orders = new Map<string, Known>();
  const of = (orderId: string): Known => orders.get(orderId) ?? { wishes: {}, deliveries: [] };
  const signed = signedBy(secrets, now);
  const app = new Hono();
  app.post("/", limitBody(WEBHOOK_BODY_LIMIT_BYTES), async (c) => {
    const body = await signed(c);
    const parsed = question.safeParse(body === undefined ? undefined : JSON.parse(body));
    if (body === undefined || !parsed.success) return c.body(null, 400);
    const { type, timestamp, data } = parsed.data;
    const { wishes, deliveries } = of(data.order_id);
    const { authorize, reason } = wishes;
    if (authorize !== undefined) {
      const shown = { type, timestamp, outcome: `answered: ${authorize}`, headers: shownHeaders(c), body };
      orders.set(data.order_id, { wishes, deliveries: [shown, ...deliveries].slice(0, MOST_SHOWN) });
    }
    if (authorize === "silent") {
      await new Promise((done) => setTimeout(done, SILENCE_MS));
      return c.body(null, 503);
    }
    return c.json(authorize === "deny" ? { decision: "deny", reason } : { decision: "allow" });
  });
  return {
    app,
    of,
    wish(orderId: string, wishes: OrderWishes): void {
      orders.set(orderId, { ...of(orderId), wishes });
      const [oldest] = orders.keys();
      if (orders.size > MOST_ORDERS && oldest !== undefined) orders.delete(oldest);
    },
  };
}
