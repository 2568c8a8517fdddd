/**
 * The bar on each page of the demo: its files, the addresses that it links, and what its buttons ask for. `POST
 * /demo/start-over` puts the demo back to its beginning.
 */
import { join } from "node:path";
import { Hono, type MiddlewareHandler } from "hono";
import { isLoopbackHost } from "../../shared/links.ts";
import { isOnThisMachine, reachable } from "../addresses.ts";
import { pageFiles } from "../page-files.ts";

const FILES = ["bar.css", "bar.js"] as const;
const MOUNT = "/demo";

export interface BarOptions {
  /** The token server's address for browsers. */
  readonly publicUrl: string;
  /** The pages on the token server's origin, by their names in bar.js. */
  readonly pages: Readonly<Record<string, string>>;
  /** The pages that work for a visitor on this machine alone: paths on the token server's origin, and whole addresses. */
  readonly pagesHere: () => Readonly<Record<string, string>>;
  readonly startOver: () => Promise<void>;
}

/** The bar's routes on one of the demo's origins. */
export interface BarOrigin {
  /** As browsers send it: pages of no other may ask for anything. */
  readonly origins: () => readonly string[];
  readonly isTokenServer: boolean;
}

export function barRoutes(options: BarOptions, { origins, isTokenServer }: BarOrigin): Hono {
  const { publicUrl, pages, pagesHere, startOver } = options;
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
    return c.json({ links: Object.fromEntries(links), mayAsk: isHere || !isOnThisMachine(publicUrl) });
  });
  /** The visitor's own name of this machine stays: another one is another origin, with other orders. */
  function addressOf(page: string, hostname: string): string {
    if (isTokenServer && page.startsWith("/")) return page;
    const url = new URL(page, reachable(publicUrl));
    if (isLoopbackHost(hostname) && isLoopbackHost(url.hostname)) url.hostname = hostname;
    return url.href;
  }
  app.post(`${MOUNT}/*`, async (c, next) => {
    const path = c.req.path.slice(MOUNT.length);
    if (path !== "/start-over") return next();
    const origin = c.req.header("origin");
    if (origin === undefined || !origins().includes(origin))
      return c.json({ error: "origin_not_allowed" }, 403);
    await startOver();
    return c.body(null, 204);
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
