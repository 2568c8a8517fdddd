/** The addresses under which browsers and the demo's own backends reach a listener. */
import { isLoopbackHost } from "../shared/links.ts";

/** Listening at these addresses means every address of the machine, loopback among them. They cannot be called. */
const ANY_ADDRESS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "[::]": "[::1]" };
const LOOPBACK_NAMES = ["localhost", "127.0.0.1"];

function withHost(address: string, hostname: string): URL {
  const url = new URL(address);
  url.hostname = hostname;
  return url;
}

/** Whether browsers on this machine reach the address under a loopback name. */
export function isOnThisMachine(address: string): boolean {
  const { hostname } = new URL(address);
  return isLoopbackHost(hostname) || Object.hasOwn(ANY_ADDRESS, hostname);
}

/** A visitor on the same machine may type either loopback name, and browsers send the typed name as origin. */
export function originsOf(address: string): string[] {
  const { origin } = new URL(address);
  if (!isOnThisMachine(address)) return [origin];
  return [...new Set([origin, ...LOOPBACK_NAMES.map((name) => withHost(address, name).origin)])];
}

/** The address to call, without a trailing slash: never "every address of the machine". */
export function reachable(address: string): string {
  const { hostname } = new URL(address);
  return withHost(address, ANY_ADDRESS[hostname] ?? hostname).href.replace(/\/+$/, "");
}
