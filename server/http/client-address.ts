/** The client's address of a request. */
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import { familyOf } from "../tools/ip.ts";

/**
 * The address of the client. Each trusted proxy appends the address it saw to `X-Forwarded-For`, so the entry of the outermost
 * trusted proxy is `trustedProxies` places from the end; earlier entries may be made up. If that entry is no address, the proxy's
 * own address is used.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const seen =
    trustedProxies === 0 ? undefined : c.req.header("X-Forwarded-For")?.split(",").at(-trustedProxies);
  return (seen === undefined ? undefined : canonicalAddress(seen)) ?? peerAddress(c);
}

/** Of the machine that asks: a proxy's, where one stands in front. Requests without a socket (in process) share one key. */
export function peerAddress(c: Context): string {
  const address = c.env && "incoming" in c.env ? getConnInfo(c).remote.address : undefined;
  return (address === undefined ? undefined : canonicalAddress(address)) ?? "unknown";
}

/**
 * An IP address in one canonical spelling, so that a client has one key: IPv6 by RFC 5952 without a zone, an IPv4 address that is
 * mapped into IPv6 as IPv4. A port that a proxy added is removed. Undefined for anything else.
 */
export function canonicalAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const bare =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1] ?? trimmed;
  const address = bare.replace(/%[\w.-]+$/, "");
  // ipaddr.js also reads numbers and octal forms as IPv4.
  return familyOf(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/** An IPv6 subscriber owns at least this many leading bits. */
const SUBSCRIBER_BITS = 64;

/** The network that counts as one client: an IPv4 address is mostly shared. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${SUBSCRIBER_BITS}`)}/${SUBSCRIBER_BITS}`;
}
