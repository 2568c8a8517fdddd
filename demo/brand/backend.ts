/**
 * The backend of the brands' pages, the three data sets and the visitor's own. It has the brand from the page: its rewards are set up
 * at the simulated service when the first session needs them.
 */
import { Hono } from "hono";
import { z } from "zod";
import { planned } from "../fulfillment/app.ts";
import { BRAND_BODY_LIMIT_BYTES } from "../limits.ts";
import { call, isRefusal, limitBody, readPost, session, sessionsAt } from "../site-backend.ts";
import type { Delivery, Receiver } from "../webhook.ts";
import { createAsked, orderWishes } from "./asked.ts";
import { SETS, TEAM } from "./sets.ts";
import { type BrandSpec, brandSpec, maxAmountOf, planOf } from "./spec.ts";

export const BRAND_PATH = "/demo/brand/";

/** The sites: each has a key of its own, so that the care desk knows whose order it is. */
export const BRAND_SITES = { ...SETS, yours: { label: "Your brand" } } as const;
export type BrandSite = keyof typeof BRAND_SITES;
/** The site's data in a language, or in its first; a visitor's own brand has none. */
export const versionOf = (site: BrandSite, language?: BrandSpec["language"]) => {
  const versions = site === "yours" ? {} : SETS[site].versions;
  return language ? versions[language] : Object.values(versions)[0];
};
/** As its members know it. */
export const siteName = (site: BrandSite): string => versionOf(site)?.spec.name ?? BRAND_SITES[site].label;
export const SITE_IDS = Object.keys(BRAND_SITES) as [BrandSite, ...BrandSite[]];

export interface BrandOptions {
  /** The token server's address for browsers. */
  readonly publicUrl: string;
  /** The token server's address from here, without a trailing slash. */
  readonly tokenServer: string;
  /** The only pages that may post. */
  readonly origins: readonly string[];
  readonly sites: Readonly<
    Record<
      BrandSite,
      {
        readonly siteKey: string;
        readonly receiver: Pick<Receiver, "about">;
        /** Called when an order was opened. */
        readonly opened?: (orderId: string, email: string) => void;
      }
    >
  >;
  /** Of the questions before a confirmation. */
  readonly secrets: readonly string[];
  /** Sets a promotion up at the service. @returns its id */
  readonly setUp: (plan: ReturnType<typeof planOf>) => number;
  /** Epoch ms of the demo's clock; default: the machine's. */
  readonly now?: () => number;
  /** Default: the network. */
  readonly fetch?: typeof fetch;
}

/** The member who is always signed in; a real site takes the member from its own login. */
const MEMBER = "member@brand.example";

const cart = z.string().regex(/^[a-z0-9]{20,32}$/);
const site = z.enum(SITE_IDS);
const sessionBody = z.strictObject({ site, spec: brandSpec, cart, order: orderWishes.optional() });
/** A brand by its place in the list; each of the people by theirs. */
const person = z
  .int()
  .min(0)
  .max(TEAM.length - 1);
const teamBody = z.strictObject({
  spec: brandSpec,
  cart,
  brand: z.int().min(0),
  amount: z.string().regex(/^[1-9][0-9]{0,8}$/),
  people: z.array(person).min(1).max(TEAM.length),
});
const heardBody = z.strictObject({ site, order_id: z.string() });
const againBody = z.strictObject({ site, order_id: z.string(), event_id: z.string() });

/** @returns what the pages ask for, and the answer to the token server's questions about the visitor's own brand */
export function brandBackend(options: BrandOptions): { readonly app: Hono; readonly asked: Hono } {
  const { publicUrl, tokenServer, origins, sites, setUp, fetch: send = fetch } = options;
  const asked = createAsked(options.secrets, options.now);
  const app = new Hono();
  const limit = limitBody(BRAND_BODY_LIMIT_BYTES);
  const open = sessionsAt(send, tokenServer);
  const keyOf = (site: BrandSite): string => sites[site].siteKey;

  app.post(`${BRAND_PATH}session`, limit, async (c) => {
    const body = await readPost(c, origins, sessionBody);
    if (body instanceof Response) return body;
    const { site, spec, order = {} } = body;
    const { points_per_unit } = order;
    const version = versionOf(site, spec.language);
    const promotion_id = String(setUp(planOf(spec)));
    // The order keeps its promotion: another catalog is another order.
    const order_id = `${site}-${promotion_id}-${body.cart}`;
    const answer = await open(keyOf(site), {
      order_id,
      promotion_id,
      user: { email: MEMBER },
      // Who is signed in on the site's page, for the care desk.
      metadata: { customer: version?.member ?? "A member of yours" },
      delivery: spec.delivery,
      currency: spec.currency,
      max_amount: maxAmountOf(spec),
      message: order.message ?? version?.message,
      points_per_unit,
    });
    if (isRefusal(answer)) return c.json(answer, 502);
    asked.wish(order_id, order);
    sites[site].opened?.(order_id, MEMBER);
    return c.json({ ...answer, order_id });
  });

  /** The address of `session-url`, which the element itself asks. In this demo the order's id opens it, in place of a login. */
  app.post(`${BRAND_PATH}session/:order_id`, async (c) => {
    if (!origins.includes(c.req.header("origin") ?? "")) return c.json({ error: "origin_not_allowed" }, 403);
    const order_id = c.req.param("order_id");
    const { points_per_unit, message } = asked.of(order_id).wishes;
    const answer = await call(
      send,
      `${tokenServer}/v1/orders/${encodeURIComponent(order_id)}/sessions`,
      { bearer: keyOf("yours"), body: { points_per_unit, message } },
      session,
    );
    return isRefusal(answer) ? c.json(answer, 502) : c.json(answer);
  });

  /** Thanks several people at once: an order each, mailed without anybody choosing. */
  app.post(`${BRAND_PATH}team`, limit, async (c) => {
    const body = await readPost(c, origins, teamBody);
    if (body instanceof Response) return body;
    const { spec, brand, amount, people } = body;
    const plan = planOf(spec);
    const name = spec.brands[brand]?.name;
    const sku = planned(plan, 0).rewards.find((each) => each.brand.name === name)?.sku;
    if (sku === undefined) return c.json({ error: "invalid_request" }, 400);
    const promotion_id = String(setUp(plan));
    const thank = async (person: number) => {
      const user = { email: TEAM[person]?.email };
      const order_id = `employer-team-${body.cart}-${person}`;
      const metadata = { customer: TEAM[person]?.name };
      const order = { order_id, promotion_id, user, metadata, delivery: "notify", skus: [sku], amount };
      const opened = await open(keyOf("employer"), { ...order, currency: spec.currency });
      if (isRefusal(opened)) return { person, error: opened.error };
      const notified = await call(
        send,
        `${tokenServer}/v1/order/notify`,
        { bearer: opened.session_token, origin: new URL(publicUrl).origin, body: { sku, amount } },
        z.object({ state: z.string() }),
      );
      return { person, ...notified };
    };
    return c.json({ people: await Promise.all(people.map(thank)) });
  });

  /** The webhooks of one order, and the questions about it, newest first. Only its page knows its id. */
  app.post(`${BRAND_PATH}heard`, limit, async (c) => {
    const body = await readPost(c, origins, heardBody);
    if (body instanceof Response) return body;
    const told = sites[body.site].receiver.about(body.order_id).deliveries;
    const timeOf = ({ headers }: Delivery): number => Number(headers["webhook-timestamp"]);
    const deliveries = [...told, ...asked.of(body.order_id).deliveries];
    return c.json({ deliveries: deliveries.sort((a, b) => timeOf(b) - timeOf(a)) });
  });

  /** Has the token server send an event again, as a site does that has lost one. */
  app.post(`${BRAND_PATH}again`, limit, async (c) => {
    const body = await readPost(c, origins, againBody);
    if (body instanceof Response) return body;
    const { site, order_id, event_id } = body;
    if (!sites[site].receiver.about(order_id).ids.has(event_id)) return c.json({ error: "not_found" }, 404);
    const answer = await send(`${tokenServer}/v1/events/${encodeURIComponent(event_id)}/deliver`, {
      method: "POST",
      headers: { authorization: `Bearer ${keyOf(site)}` },
    }).catch(() => undefined);
    return answer?.ok ? c.json({}, 202) : c.json({ error: "token_server_unavailable" }, 502);
  });
  return { app, asked: asked.app };
}
