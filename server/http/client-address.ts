/** The client's address of a request. */
import { isIP, isIPv4 } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/**
 * The address of the client. Each trusted proxy appends the address it saw to `X-Forwarded-For`, so the entry of the outermost
 * trusted proxy is `trustedProxies` places from the end; earlier entries may be made up. If that entry is no address, the proxy's
 * own address is used.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  if (trustedProxies === 0) return remoteAddress(c);
  const seen = c.req.header("X-Forwarded-For")?.split(",").at(-trustedProxies);
  return (seen === undefined ? undefined : canonicalAddress(seen)) ?? remoteAddress(c);
}

/** Requests without a socket (in process) share one key. */
export function remoteAddress(c: Context): string {
  const address = c.env && "incoming" in c.env ? getConnInfo(c).remote.address : undefined;
  return (address === undefined ? undefined : canonicalAddress(address)) ?? "unknown";
}

/**
 * An IP address in one canonical spelling, so that a client has one key: IPv6 by RFC 5952 without a zone, an IPv4 address that is
 * mapped into IPv6 as IPv4. A port that a proxy added is removed. Undefined for anything else.
 */
export function canonicalAddress(text: string): string | undefined {
  // Most addresses are IPv4 and need only this check.
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

/** The network that counts as one client: an IPv6 subscriber owns at least a /64, and an IPv4 address is mostly shared. */
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
