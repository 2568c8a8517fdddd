/**
 * The portal of an energy company: a clerk gives a customer a reward, and never sees its code. Its backend holds the site's key and the
 * books; the token server asks it before each confirmation. It has no login, which a real portal must have: the page says who is signed in.
 */
import { join } from "node:path";
import { Hono } from "hono";
import { z } from "zod";
import { reachable } from "../addresses.ts";
import { type BrandSpec, planOf } from "../brand/spec.ts";
import { PORTAL_BODY_LIMIT_BYTES, WEBHOOK_BODY_LIMIT_BYTES } from "../limits.ts";
import { contentSecurityPolicy, DOCUMENT, pageFiles } from "../page-files.ts";
import { call, isRefusal, limitBody, readPost, session } from "../site-backend.ts";
import { type Receiver, signedBy } from "../webhook.ts";
import { CURRENCY, createBooks, type Gift, LIMITS, WAYS } from "./books.ts";
import { CUSTOMERS, PEOPLE, rewardsOf } from "./customers.ts";

export const PORTAL_PATH = "/demo/portal/";
/** The customer's own page, which a phone may open. */
export const GIFT_PATH = `${PORTAL_PATH}gift/`;

export interface PortalOptions {
  /** The token server's address for browsers. */
  readonly publicUrl: string;
  /** The token server's address from here, without a trailing slash. */
  readonly tokenServer: string;
  /** The portal's own, and the customer's page's. */
  readonly origins: readonly string[];
  readonly siteKey: string;
  readonly receiver: Pick<Receiver, "about">;
  /** Of the questions. */
  readonly secrets: readonly string[];
  /** Sets a promotion up at the service. @returns its id */
  readonly setUp: (plan: ReturnType<typeof planOf>) => number;
  /** The QR code of a path, where a phone finds it. */
  readonly qr: (path: string) => { readonly address: string };
  /** Called when an order was opened. */
  readonly opened?: (orderId: string, email: string) => void;
  /** Epoch ms of the demo's clock; default: the machine's. */
  readonly now?: () => number;
  /** Default: the network. */
  readonly fetch?: typeof fetch;
}

const person = z.enum(PEOPLE);
const id = z.string();
const lookBody = z.strictObject({ by: person });
const wishBody = z.strictObject({
  clerk: person,
  customer: z.enum(CUSTOMERS.map((each) => each.id)),
  reason: z.string().trim().min(1).max(60),
  note: z.string().trim().max(200),
  amount: z.int().min(5).max(150),
  way: z.enum(WAYS),
  language: z.enum(["en", "de"]),
});
const question = z.object({
  data: z.object({
    order_id: id,
    attempt: z.int(),
    value: z.object({ amount: z.number() }).optional(),
    amount: z.string().optional(),
  }),
});
/** What a customer may come back to. */
const CONFIRMED: readonly string[] = ["activated", "redeemed", "notified"];

/** @returns the pages, and the answer to the token server's questions, for a listener of the site's own */
export function createPortal(options: PortalOptions): { readonly app: Hono; readonly asked: Hono } {
  const { publicUrl, tokenServer, origins, siteKey, receiver, secrets, setUp, qr, opened } = options;
  const { now = Date.now, fetch: send = fetch } = options;
  const books = createBooks({ about: receiver.about, now });
  const app = new Hono();
  const limit = limitBody(PORTAL_BODY_LIMIT_BYTES);
  const customerOf = ({ customer }: Gift) => CUSTOMERS.find((each) => each.id === customer);
  const stateOf = (gift: Gift): string => {
    if (!books.isAgreed(gift)) return gift.decision ? "declined" : "approval";
    return receiver.about(gift.id).standing?.state ?? "open";
  };
  /** For the portal's people: without the customer's key. */
  const shown = (gift: Gift) => ({ ...gift, key: undefined, state: stateOf(gift) });

  app.post(`${PORTAL_PATH}api/look`, limit, async (c) => {
    const body = await readPost(c, origins, lookBody);
    if (body instanceof Response) return body;
    const money = { ...LIMITS, left: books.leftOf(body.by), currency: CURRENCY };
    return c.json({
      people: PEOPLE,
      customers: CUSTOMERS,
      limit: money,
      gifts: books.list().map(shown),
      // It changes when the demo is opened for phones: the page then draws its QR code anew.
      giftsAt: qr(GIFT_PATH).address,
    });
  });

  app.post(`${PORTAL_PATH}api/wish`, limit, async (c) => {
    const body = await readPost(c, origins, wishBody);
    if (body instanceof Response) return body;
    const gift = books.wish(body);
    return gift ? c.json({ gift: shown(gift) }) : c.json({ error: "above_limit" }, 409);
  });

  app.post(`${PORTAL_PATH}api/decide`, limit, async (c) => {
    const body = await readPost(c, origins, z.strictObject({ id, by: person, yes: z.boolean() }));
    if (body instanceof Response) return body;
    const gift = books.decide(body.id, body.by, body.yes);
    return gift ? c.json({ gift: shown(gift) }) : c.json({ error: "not_yours" }, 403);
  });

  /** The clerk's session: of staff, so that no answer to it has a code or a link. */
  app.post(`${PORTAL_PATH}api/session`, limit, async (c) => {
    const body = await readPost(c, origins, z.strictObject({ id, by: person }));
    if (body instanceof Response) return body;
    const gift = books.of(body.id);
    const customer = gift && customerOf(gift);
    if (!customer || gift.clerk !== body.by) return c.json({ error: "not_yours" }, 403);
    if (!books.isAgreed(gift)) return c.json({ error: "not_approved" }, 403);
    const { name, email } = customer;
    const delivery = gift.way === "mail" ? "notify" : "activate";
    const spec: BrandSpec = rewardsOf(gift.language, delivery);
    const metadata = {
      customer: name,
      reason: gift.note ? `${gift.reason}: ${gift.note}` : gift.reason,
      ...(gift.decision && { approved_by: gift.decision.by }),
    };
    const order = {
      order_id: gift.id,
      promotion_id: String(setUp(planOf(spec))),
      user: { email, id: customer.id.replaceAll(" ", "") },
      delivery,
      amount: String(gift.amount),
      currency: CURRENCY,
      locale: gift.language,
      metadata,
    };
    const asStaff = { ...order, audience: "staff", actor: gift.clerk };
    const asked = { bearer: siteKey, body: asStaff };
    const answer = await call(send, `${tokenServer}/v1/sessions`, asked, session);
    if (isRefusal(answer)) return c.json(answer, 502);
    opened?.(gift.id, email);
    return c.json(answer);
  });

  app.post(`${PORTAL_PATH}api/link`, limit, async (c) => {
    const body = await readPost(c, origins, z.strictObject({ id, by: person }));
    if (body instanceof Response) return body;
    const gift = books.of(body.id);
    if (gift?.clerk !== body.by || gift.way === "mail") return c.json({ error: "not_yours" }, 403);
    return c.json(qr(`${GIFT_PATH}?language=${gift.language}#${gift.key}`));
  });

  /** The customer's session. The page asks once the customer has signed in, as a real portal's login would. */
  app.post(`${GIFT_PATH}session`, limit, async (c) => {
    const body = await readPost(c, origins, z.strictObject({ key: id }));
    if (body instanceof Response) return body;
    const gift = books.byKey(body.key);
    if (!gift || !CONFIRMED.includes(stateOf(gift))) return c.json({ error: "not_found" }, 404);
    const address = `${tokenServer}/v1/orders/${gift.id}/sessions`;
    const answer = await call(send, address, { bearer: siteKey, body: {} }, session);
    if (isRefusal(answer)) return c.json(answer, 502);
    const { clerk, amount } = gift;
    return c.json({ ...answer, name: customerOf(gift)?.name, clerk, amount, currency: CURRENCY });
  });

  const asked = new Hono();
  const signed = signedBy(secrets, now);
  asked.post("/", limitBody(WEBHOOK_BODY_LIMIT_BYTES), async (c) => {
    const text = await signed(c);
    const parsed = question.safeParse(text === undefined ? undefined : JSON.parse(text));
    if (!parsed.success) return c.body(null, 400);
    const reason = books.reserve(parsed.data.data);
    return c.json(reason === undefined ? { decision: "allow" } : { decision: "deny", reason });
  });

  const server = new URL(reachable(publicUrl)).origin;
  const policy = contentSecurityPolicy(publicUrl, server).replace("script-src ", `script-src ${server} `);
  const files = (folder: string, ...names: Parameters<typeof pageFiles>[0]["files"]) =>
    pageFiles({
      folder: join(import.meta.dirname, folder),
      files: [DOCUMENT, ...names],
      contentSecurityPolicy: policy,
      fill: { server },
    });
  for (const path of [PORTAL_PATH, GIFT_PATH]) app.get(path.slice(0, -1), (c) => c.redirect(path, 302));
  app.route(GIFT_PATH, files("gift", "hallwerk.css", "gift.js", "mark.svg"));
  app.route(PORTAL_PATH, files("page", "portal.css", "portal.js", "give.js", "words.js"));
  return { app, asked };
}
