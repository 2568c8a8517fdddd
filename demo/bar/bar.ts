/**
 * The bar on each page of the demo: its files, the addresses that it links, and what its buttons ask for. `POST
 * /demo/start-over` puts the demo back to its beginning.
 */
import { join } from "node:path";
import { Hono, type MiddlewareHandler } from "hono";
import { z } from "zod";
import { isLoopbackHost } from "../../shared/links.ts";
import { isOnThisMachine, reachable } from "../addresses.ts";
import { BRAND_BODY_LIMIT_BYTES } from "../limits.ts";
import { pageFiles } from "../page-files.ts";
import { limitBody, readPost } from "../site-backend.ts";
import { localAddresses, type Phone, qrOf } from "./phone.ts";

const FILES = ["bar.css", "bar.js", "tour.js", "phone.js", "german.js"] as const;
const MOUNT = "/demo";
/** A longer address makes a QR code that no phone reads from a screen. */
const PAGE_CHARS_MAX = 1_500;
const LOOPBACK = "127.0.0.1";
/** `on` opens or closes the demo; without it only the answer is wanted. */
const phoneBody = z.object({
  page: z.string().max(PAGE_CHARS_MAX),
  on: z.boolean().optional(),
  network: z.string().optional(),
});

export interface BarOptions {
  /** The token server's address for browsers. */
  readonly publicUrl: string;
  /** The pages on the token server's origin, by their names in bar.js. */
  readonly pages: Readonly<Record<string, string>> & { readonly shop: string };
  /** The pages that work for a visitor on this machine alone: paths on the token server's origin, and whole addresses. */
  readonly pagesHere: () => Readonly<Record<string, string>>;
  readonly phone: () => Phone;
  readonly startOver: () => Promise<void>;
}

/** The bar's routes on one of the demo's origins. */
export interface BarOrigin {
  /** As browsers send it: pages of no other may ask for anything. */
  readonly origins: () => readonly string[];
  readonly isTokenServer: boolean;
}

export function barRoutes(options: BarOptions, { origins, isTokenServer }: BarOrigin): Hono {
  const { publicUrl, pages, pagesHere, phone, startOver } = options;
  const isPublic = !isOnThisMachine(publicUrl);
  const app = new Hono();
  app.route(
    MOUNT,
    pageFiles({
      folder: join(import.meta.dirname, "page"),
      files: FILES,
      contentSecurityPolicy: "default-src 'none'",
    }),
  );
  app.get(`${MOUNT}/bar.json`, (c) => {
    const { hostname } = new URL(c.req.url);
    const isHere = isLoopbackHost(hostname);
    const linked = Object.entries({ ...pages, ...(isHere && pagesHere()) });
    const links = linked.map(([name, page]) => [name, addressOf(page, hostname)]);
    return c.json({
      links: Object.fromEntries(links),
      mayAsk: isHere || isPublic,
      isOpen: phone().url !== undefined,
    });
  });
  /** The visitor's own name of this machine stays: another one is another origin, with other orders. */
  function addressOf(page: string, hostname: string): string {
    if (isTokenServer && page.startsWith("/")) return page;
    const url = new URL(page, reachable(publicUrl));
    if (isLoopbackHost(hostname) && isLoopbackHost(url.hostname)) url.hostname = hostname;
    return url.href;
  }
  app.post(`${MOUNT}/start-over`, async (c) => {
    if (!origins().includes(c.req.header("origin") ?? ""))
      return c.json({ error: "origin_not_allowed" }, 403);
    await startOver();
    return c.body(null, 204);
  });
  app.post(`${MOUNT}/phone`, limitBody(BRAND_BODY_LIMIT_BYTES), async (c) => {
    const body = await readPost(c, origins(), phoneBody);
    if (body instanceof Response) return body;
    const networks = localAddresses();
    const { page, on, network = networks[0] ?? "" } = body;
    // Loopback opens nothing, and is where a test can ask.
    if (on && !isPublic && [...networks, LOOPBACK].includes(network)) await phone().set(network);
    if (on === false) await phone().set();
    const { url, port } = phone();
    const base = isPublic ? reachable(publicUrl) : url;
    return c.json({
      networks,
      network: url && new URL(url).hostname,
      port,
      isOpen: url !== undefined,
      isPublic,
      qr: base && qrOf(base, page, pages.shop),
    });
  });
  return app;
}

const HEAD = `<link rel="stylesheet" href="${MOUNT}/bar.css"><script src="${MOUNT}/bar.js"></script>`;

/** Puts the bar on a page that knows nothing of it. */
export const barOn =
  (page: string): MiddlewareHandler =>
  async (c, next) => {
    await next();
    const bar = `<aside class="demo" lang="en" dir="ltr" aria-label="Demo" data-page="${page}"></aside>`;
    const text = await c.res.text();
    c.res = new Response(text.replace("</head>", `${HEAD}</head>`).replace("<body>", `<body>${bar}`), c.res);
  };
