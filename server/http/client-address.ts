/** Where a request comes from. */
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/**
 * The address of the client. Each trusted proxy appends the address it saw to `X-Forwarded-For`, so the entry that the
 * outermost of them wrote stands that many places from the end; anything before it may be made up.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const forwarded = c.req.header("X-Forwarded-For")?.split(",") ?? [];
  const seen = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined;
  return seen ?? remoteAddress(c);
}

/** Requests that come without a socket (in process) share one key. */
export function remoteAddress(c: Context): string {
  return c.env && "incoming" in c.env ? (getConnInfo(c).remote.address ?? "unknown") : "unknown";
}

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/i;

export const isLoopbackAddress = (address: string): boolean => LOOPBACK_ADDRESS.test(address);
