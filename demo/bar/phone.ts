/**
 * The demo for a phone in the local network: a listener at one address of this machine, behind a switch. It passes on what
 * the shop's and the brands' pages need, and nothing else. For the token server the phone's pages are those of the public
 * address, so that no site gets another origin.
 */
import { networkInterfaces } from "node:os";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { proxy } from "hono/proxy";
import ipaddr from "ipaddr.js";
import { correction, generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { originsOf, reachable } from "../addresses.ts";
import {
  BRAND_BODY_LIMIT_BYTES,
  PHONE_CONNECTIONS_MAX,
  PHONE_OPENED_PER_MINUTE,
  PHONE_REQUESTS_PER_MINUTE,
} from "../limits.ts";
import { type Listener, listen } from "../listener.ts";

/** A closed list: a new route is not open by itself. What changes the demo asks for an origin, which the relay changes. */
const OPEN = [
  /^\/(demo\/)?$/,
  /^\/demo\/(session|account|choices|words)$/,
  /^\/demo\/[\w-]+\.(css|js|svg)$/,
  /^\/demo\/(help|fonts|brand|brands|portal\/gift)\//,
  /^\/demo\/desk\/(base\.css|speech\.js)$/,
  /^\/(widget\.js$|widget\/|images\/)/,
  /^\/v1\/(order|catalog|opening|grant|rewards)(\/|$)/,
];
/** What is behind a reward's link. */
const OPEN_OF_SERVICE = /^\/(flow|brands|assets|pages)\//;
const isOpen = (path: string): boolean => OPEN.some((open) => open.test(path));

const TEXT = /^(text\/|application\/(problem\+)?json)/;

export interface PhoneOptions {
  /** The token server's address for browsers: on this machine. */
  readonly publicUrl: string;
  /** The token server's address from here, without a trailing slash. */
  readonly tokenServer: string;
  /** The simulated service's. */
  readonly service: string;
  /** The preferred one. */
  readonly port: number;
  /** The bar's links on a phone. */
  readonly pages: Readonly<Record<string, string>>;
}

export interface Phone {
  /** Where the demo is open. */
  readonly url: string | undefined;
  readonly port: number;
  /** Opens the demo at an address of this machine, or closes it. */
  set(address?: string): Promise<void>;
}

/** The machine's addresses in local networks. At one of the internet's ("unicast") the demo would be open to everybody. */
export const localAddresses = (interfaces = networkInterfaces()): string[] =>
  Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address)
    .filter((address) => ipaddr.parse(address).range() !== "unicast");

export function createPhone(options: PhoneOptions): Phone {
  let url: string | undefined;
  let listener: Listener | undefined;
  let changed = Promise.resolve();
  const change = async (address?: string): Promise<void> => {
    url = undefined;
    await listener?.close();
    listener = undefined;
    if (address === undefined) return;
    listener = await listen(address, options.port, PHONE_CONNECTIONS_MAX);
    url = `http://${address}:${listener.port}`;
    listener.serve(relay(options, url));
  };
  return {
    get url() {
      return url;
    },
    port: options.port,
    set(address) {
      // One after the other: none of two listeners is forgotten.
      changed = changed.catch(() => {}).then(() => change(address));
      return changed;
    },
  };
}

const perMinute = (points: number) => new RateLimiterMemory({ points, duration: 60 });

/** Nobody in the local network takes the presenter's demo down, or makes promotions without end. */
function withinLimits(): MiddlewareHandler {
  const [each, all] = [
    perMinute(PHONE_REQUESTS_PER_MINUTE.address),
    perMinute(PHONE_REQUESTS_PER_MINUTE.all),
  ];
  const opened = perMinute(PHONE_OPENED_PER_MINUTE);
  return async function withinLimits(c, next) {
    const isOpening = c.req.method === "POST" && c.req.path.startsWith("/demo/");
    try {
      await each.consume(getConnInfo(c).remote.address ?? "unknown");
      await all.consume("all");
      if (isOpening) await opened.consume("all");
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = Math.ceil(refused.msBeforeNext / 1000);
      return c.text("Too many requests of this network.\n", 429, { "Retry-After": String(seconds) });
    }
    return next();
  };
}

function relay({ publicUrl, tokenServer, service, pages }: PhoneOptions, url: string): Hono {
  const publicOrigin = new URL(publicUrl).origin;
  const toOwn = (text: string): string =>
    [service, reachable(publicUrl), ...originsOf(publicUrl)].reduce(
      (changed, origin) => changed.replaceAll(origin, url),
      text,
    );
  const app = new Hono();
  app.use(async (c, next) => {
    // Another name of this address may be one that a foreign page has given it.
    if (c.req.header("host") !== new URL(url).host) return c.body(null, 421);
    return next();
  });
  app.use(withinLimits(), bodyLimit({ maxSize: BRAND_BODY_LIMIT_BYTES, onError: (c) => c.body(null, 413) }));
  app.get("/demo/bar.json", (c) => c.json({ links: pages, mayAsk: false }));
  app.on(["GET", "POST", "PUT"], "*", async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const isOfService = OPEN_OF_SERVICE.test(pathname);
    if (!isOfService && !isOpen(pathname)) return c.text("Not open in the local network.\n", 404);
    // Browsers send no origin with the GETs of a page's own.
    const origin = c.req.header("origin") ?? url;
    const answer = await proxy(`${isOfService ? service : tokenServer}${pathname}${search}`, {
      raw: c.req.raw,
      headers: { ...c.req.header(), host: undefined, origin: origin === url ? publicOrigin : origin },
      redirect: "manual",
    });
    const headers = new Headers([...answer.headers].map(([name, value]) => [name, toOwn(value)]));
    if (!TEXT.test(headers.get("content-type") ?? ""))
      return new Response(answer.body, { status: answer.status, headers });
    headers.delete("content-length");
    return new Response(toOwn(await answer.text()) || null, { status: answer.status, headers });
  });
  app.onError((_, c) => c.text("The demo does not answer right now.\n", 503));
  return app;
}

/** @param page of the demo; one that a phone cannot open gives way to `otherwise` @returns its address, and that as a QR code */
export function qrOf(base: string, page: string, otherwise: string) {
  const { pathname, search, hash } = URL.parse(page, base) ?? new URL(base);
  const address = `${base}${isOpen(pathname) ? pathname + search + hash : otherwise}`;
  const code = generate(address, { minCorrectionLevel: correction.L });
  return { address, size: code.size, path: toSvgPath(code) };
}
