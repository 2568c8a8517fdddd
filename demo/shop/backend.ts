/**
 * The shop's own small backend, as a customer would write it: it knows its member, decides what the member may choose,
 * requests a session from the token server, and books the member's points by webhook. The site key stays here; the page
 * gets only the session token.
 */
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { isLoopbackHost } from "../../shared/links.ts";
import { TAGS } from "../../widget/texts/languages.ts";
import { SHOP_BODY_LIMIT_BYTES, TOKEN_SERVER_LIMIT_MS } from "../limits.ts";
import type { Receiver } from "../webhook.ts";
import type { Choice } from "./choices.ts";

export interface BackendOptions {
  /** The token server's address from here, without a trailing slash. */
  readonly tokenServer: string;
  readonly siteKey: string;
  readonly choices: readonly Choice[];
  /** The origins of the shop's own page: only this page may request a session. */
  readonly origins: readonly string[];
  /** Pages of the simulated service, which answers visitors on this machine only; default: none. */
  readonly behind?: Readonly<Record<"mailbox" | "control", string>>;
  /** What the token server told of the orders; default: nothing. */
  readonly receiver?: Pick<Receiver, "about">;
  /** Default: the network. */
  readonly fetch?: typeof fetch;
}

/** The member who is always signed in here. A real shop takes the member from its own login, never from the page. */
const MEMBER = { email: "mara.okafor@member.example" } as const;
/** What the member has earned, and what a dollar's or euro's worth of a reward costs. */
const POINTS_EARNED = 12_480;
const POINTS_PER_UNIT = 100;

/**
 * `cart` replaces what a real shop knows by itself: which of the member's carts this is. The page draws it, so that the
 * demo needs neither login nor database. Another person with the value can continue the order; a real shop's login
 * prevents that.
 */
const sessionBody = z.object({ shape: z.string(), cart: z.string().regex(/^[a-z0-9]{20,32}$/) });
const sessionAnswer = z.object({ data: z.object({ session_token: z.string().min(1) }) });
const problemAnswer = z.object({ code: z.string() });

/** The widget's languages: English is in the widget itself, the others are listed. */
const LANGUAGES = ["en", ...TAGS];

export function shopBackend(options: BackendOptions): Hono {
  const { tokenServer, siteKey, choices, origins, behind, receiver, fetch: send = fetch } = options;
  const app = new Hono();

  /** The choices, the widget's languages, and the demo's other pages. */
  app.get("/choices", (c) => {
    const isVisitorHere = isLoopbackHost(new URL(c.req.url).hostname);
    return c.json({ choices, languages: LANGUAGES, behind: isVisitorHere ? behind : undefined });
  });

  const refusal = { error: "invalid_request" } as const;
  const limit = bodyLimit({ maxSize: SHOP_BODY_LIMIT_BYTES, onError: (c) => c.json(refusal, 413) });
  /** The order that the page asks for, or the refusal. */
  const readOrder = async (c: Context): Promise<{ order_id: string; choice: Choice } | Response> => {
    // A form of another site cannot send this type without a preflight, and the preflight is not answered.
    if (!/^application\/json\b/i.test(c.req.header("content-type") ?? "")) return c.json(refusal, 415);
    // Browsers send the page's origin with every POST. A request without an origin is not from the shop's page.
    const origin = c.req.header("origin");
    if (origin === undefined || !origins.includes(origin))
      return c.json({ error: "origin_not_allowed" }, 403);
    const body = sessionBody.safeParse(await c.req.json().catch(() => undefined));
    const choice = choices.find(({ id }) => id === body.data?.shape);
    if (!body.success || !choice) return c.json(refusal, 400);
    return { order_id: `${choice.id}-${body.data.cart}`, choice };
  };
  app.post("/session", limit, async (c) => {
    const order = await readOrder(c);
    if (order instanceof Response) return order;
    const { order_id, choice } = order;
    const answer = await mint({ order_id, user: MEMBER, ...choice.order });
    return "session_token" in answer ? c.json(answer) : c.json(answer, 502);
  });

  // Points and deliveries of the page's own order alone: its id opens it, so that no other visitor may see it. In this
  // demo a new order is a new beginning.
  app.post("/account", limit, async (c) => {
    const order = await readOrder(c);
    if (order instanceof Response) return order;
    const { standing, deliveries = [] } = receiver?.about(order.order_id) ?? {};
    const worth = standing?.state === "redeemed" ? (standing.value?.amount ?? 0) : 0;
    const spent = Math.round(worth * POINTS_PER_UNIT);
    return c.json({ points: POINTS_EARNED - spent, spent, deliveries });
  });

  /** The token, or the reason why there is none: a code of the contract's list, which may be passed on. */
  async function mint(request: object): Promise<{ session_token: string } | { error: string }> {
    try {
      const response = await send(`${tokenServer}/v1/sessions`, {
        method: "POST",
        headers: { authorization: `Bearer ${siteKey}`, "content-type": "application/json" },
        body: JSON.stringify(request),
        signal: AbortSignal.timeout(TOKEN_SERVER_LIMIT_MS),
      });
      const json: unknown = await response.json();
      if (!response.ok) return { error: problemAnswer.parse(json).code };
      return { session_token: sessionAnswer.parse(json).data.session_token };
    } catch {
      return { error: "token_server_unavailable" };
    }
  }

  return app;
}
