/**
 * What runs beside the token server when there are no credentials: the simulated fulfillment service on a loopback port
 * of its own, and a shop that uses the token server as any other site does, over HTTP and with a site key.
 */
import { randomBytes } from "node:crypto";
import type { Hono } from "hono";
import { isLoopbackHost } from "../shared/links.ts";
import { DEMO_API_KEY, DEMO_API_SECRET, fileSnapshot } from "./fulfillment/app.ts";
import { serveFulfillment } from "./fulfillment/serve.ts";
import { CHOICES } from "./shop/choices.ts";
import { createShop } from "./shop/shop.ts";

export interface DemoOptions {
  /** The address under which browsers reach the token server. */
  readonly publicUrl: string;
  /** Where the shop's backend reaches it; default: the same. Behind a proxy or a mapped port the two differ. */
  readonly serverUrl?: string;
  /** Where the simulated service keeps its records, for as long as the ledger keeps its own; default: nowhere. */
  readonly stateFile?: string;
}

export interface Demo {
  readonly fulfillment: { baseUrl: string; authUrl: string; apiKey: string; apiSecret: string };
  readonly sites: readonly { id: string; keys: readonly string[]; origins: readonly string[] }[];
  /** `/` and everything below `/demo/`. */
  readonly pages: Hono;
  stop(): Promise<void>;
}

const SITE_ID = "demo";
const SITE_KEY_BYTES = 32;
const SEED_BYTES = 16;

export async function startDemo({ publicUrl, serverUrl = publicUrl, stateFile }: DemoOptions): Promise<Demo> {
  const service = await serveFulfillment({
    // A ledger may be older than the service's records: what a new service draws must not be what an old one drew.
    seed: randomBytes(SEED_BYTES).toString("hex"),
    snapshot: stateFile === undefined ? undefined : fileSnapshot(stateFile),
  });
  const siteKey = randomBytes(SITE_KEY_BYTES).toString("base64url");
  return {
    fulfillment: {
      baseUrl: service.baseUrl,
      authUrl: service.authUrl,
      apiKey: DEMO_API_KEY,
      apiSecret: DEMO_API_SECRET,
    },
    sites: [{ id: SITE_ID, keys: [siteKey], origins: originsOf(publicUrl) }],
    pages: createShop({ publicUrl, tokenServer: reachable(serverUrl), siteKey, choices: CHOICES }),
    stop: () => service.close(),
  };
}

/** Listening there means every address of the machine, loopback among them; nobody is called there. */
const ANY_ADDRESS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "[::]": "[::1]" };
const LOOPBACK_NAMES = ["localhost", "127.0.0.1"];

function withHost(address: string, hostname: string): URL {
  const url = new URL(address);
  url.hostname = hostname;
  return url;
}

/** A visitor on the same machine types either loopback name, and browsers send the one that was typed. */
export function originsOf(publicUrl: string): string[] {
  const { origin, hostname } = new URL(publicUrl);
  if (!isLoopbackHost(hostname) && !Object.hasOwn(ANY_ADDRESS, hostname)) return [origin];
  return [...new Set([origin, ...LOOPBACK_NAMES.map((name) => withHost(publicUrl, name).origin)])];
}

function reachable(address: string): string {
  const { hostname } = new URL(address);
  return withHost(address, ANY_ADDRESS[hostname] ?? hostname).href.replace(/\/+$/, "");
}
