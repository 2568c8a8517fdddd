/** Where a request comes from. */
import { isIP, isIPv4 } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/**
 * The address of the client. Each trusted proxy appends the address it saw to `X-Forwarded-For`, so the entry that the
 * outermost of them wrote stands that many places from the end; anything before it may be made up. Where that entry is no
 * address, the proxy is all that is known.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  if (trustedProxies === 0) return remoteAddress(c);
  const seen = c.req.header("X-Forwarded-For")?.split(",").at(-trustedProxies);
  return (seen === undefined ? undefined : canonicalAddress(seen)) ?? remoteAddress(c);
}

/** Requests that come without a socket (in process) share one key. */
export function remoteAddress(c: Context): string {
  const address = c.env && "incoming" in c.env ? getConnInfo(c).remote.address : undefined;
  return (address === undefined ? undefined : canonicalAddress(address)) ?? "unknown";
}

/**
 * An IP address in its one spelling, so that nobody is two clients: IPv6 as RFC 5952 says, an IPv4 address that is mapped
 * into IPv6 as itself, without a zone. Proxies that add a port have it left out. Undefined for anything else.
 */
export function canonicalAddress(text: string): string | undefined {
  // Most addresses are, and need no more than this look.
  if (isIPv4(text)) return text;
  const trimmed = text.trim();
  const bare =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1] ?? trimmed;
  const address = bare.replace(/%[\w.-]+$/, "");
  switch (isIP(address)) {
    case 4:
      return address;
    case 6:
      return unmapped(new URL(`http://[${address}]`).hostname.slice(1, -1));
    default:
      return undefined;
  }
}

/** `::ffff:7f00:1` is 127.0.0.1. */
function unmapped(address: string): string {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  const bytes = [high, low].flatMap((group) => {
    const number = Number.parseInt(group, 16);
    return [number >> 8, number & 0xff];
  });
  return bytes.join(".");
}

/** What is counted as one client: an IPv6 subscriber owns at least a /64, and an IPv4 address is mostly shared. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const zeros = Array<string>(8 - left.length - right.length).fill("0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}

const LOOPBACK_ADDRESS = /^127(?:\.\d{1,3}){3}$|^::1$/;

/** @param address in its canonical spelling */
export const isLoopbackAddress = (address: string): boolean => LOOPBACK_ADDRESS.test(address);
