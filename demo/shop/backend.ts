/**
 * The shop's own small backend, as a customer would write it: it knows its member, decides what the member may choose,
 * requests a session from the token server, and books the member's points by webhook. The site key stays here; the page
 * gets only the session token.
 */
import { type Context, Hono } from "hono";
import { z } from "zod";
import { CURRENCIES } from "../fulfillment/app.ts";
import { SHOP_BODY_LIMIT_BYTES } from "../limits.ts";
import { isRefusal, limitBody, readPost, sessionsAt } from "../site-backend.ts";
import type { Receiver } from "../webhook.ts";
import type { Choice, OrderLimits } from "./choices.ts";

export interface BackendOptions {
  /** The token server's address from here, without a trailing slash. */
  readonly tokenServer: string;
  readonly siteKey: string;
  readonly choices: readonly Choice[];
  /** The origins of the shop's own page: only this page may request a session. */
  readonly origins: readonly string[];
  /** What the token server told of the orders; default: nothing. */
  readonly receiver?: Pick<Receiver, "about">;
  /** Called when an order was opened. */
  readonly opened?: (orderId: string, email: string) => void;
  /** Default: the network. */
  readonly fetch?: typeof fetch;
}

/** The member who is always signed in here. A real shop takes the member from its own login, never from the page. */
const MEMBER = { email: "mara.okafor@member.example" } as const;
const MEMBER_NAME = "Mara Okafor";
/** What the member has earned, and what a unit of the currency costs: a dollar's worth, or a yen's. */
const POINTS_EARNED = 12_480;
const pointsPerUnit = ({ currency }: OrderLimits): number => (currency === CURRENCIES.ja ? 1 : 100);
/** The club's words to its member, in the language of the rewards. */
const MESSAGES: Readonly<Record<Choice["language"], string>> = {
  en: "From Linden Club, for three years with us.",
  fr: "De la part du Linden Club, pour trois ans avec nous.",
  de: "Vom Linden Club, für drei Jahre mit uns.",
  es: "De Linden Club, por tres años con nosotros.",
  ja: "リンデンクラブより、3年間の感謝を込めて。",
  ar: "من نادي ليندن، تقديرًا لثلاث سنوات معنا.",
};

/**
 * `cart` replaces what a real shop knows by itself: which of the member's carts this is. The page draws it, so that the
 * demo needs neither login nor database. Another person with the value can continue the order; a real shop's login
 * prevents that.
 */
const sessionBody = z.object({ shape: z.string(), cart: z.string().regex(/^[a-z0-9]{20,32}$/) });

export function shopBackend(options: BackendOptions): Hono {
  const { tokenServer, siteKey, choices, origins, receiver, opened, fetch: send = fetch } = options;
  const open = sessionsAt(send, tokenServer);
  const app = new Hono();

  const limit = limitBody(SHOP_BODY_LIMIT_BYTES);
  /** The order that the page asks for, or the refusal. */
  const readOrder = async (c: Context): Promise<{ order_id: string; choice: Choice } | Response> => {
    const body = await readPost(c, origins, sessionBody);
    if (body instanceof Response) return body;
    const choice = choices.find(({ id }) => id === body.shape);
    if (!choice) return c.json({ error: "invalid_request" }, 400);
    return { order_id: `${choice.id}-${body.cart}`, choice };
  };
  app.post("/session", limit, async (c) => {
    const order = await readOrder(c);
    if (order instanceof Response) return order;
    const { order_id, choice } = order;
    const body = {
      order_id,
      user: MEMBER,
      metadata: { customer: MEMBER_NAME },
      points_per_unit: pointsPerUnit(choice.order),
      message: MESSAGES[choice.language],
      ...choice.order,
    };
    const answer = await open(siteKey, body);
    if (isRefusal(answer)) return c.json(answer, 502);
    opened?.(order_id, MEMBER.email);
    return c.json(answer);
  });

  // Points after the page's own order alone, which its id opens: in this demo a new order is a new beginning.
  app.post("/account", limit, async (c) => {
    const order = await readOrder(c);
    if (order instanceof Response) return order;
    const { standing } = receiver?.about(order.order_id) ?? {};
    const worth = standing?.state === "redeemed" ? (standing.value?.amount ?? 0) : 0;
    const spent = Math.round(worth * pointsPerUnit(order.choice.order));
    return c.json({ points: POINTS_EARNED - spent, spent });
  });

  return app;
}
