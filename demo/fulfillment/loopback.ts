/**
 * Restricts the control and its pages to this machine: the remote address (if a server gives one) and the `Host` must be loopback,
 * and any `Origin` must be that of the request itself: other pages on this machine, such as another developer server's, are not the
 * control's. This also stops DNS rebinding and cross-origin posts.
 */
import type { MiddlewareHandler } from "hono";

const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const LOOPBACK_ADDRESS = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;

/** The bindings of @hono/node-server; absent when the app is called in process. */
export interface NodeBindings {
  readonly incoming?: { readonly socket: { readonly remoteAddress?: string } };
}

const hostnameOf = (address: string): string | undefined => {
  try {
    return new URL(address).hostname;
  } catch {
    return undefined;
  }
};

const isLoopback = (address: string) => LOOPBACK_NAME.test(hostnameOf(address) ?? "");

export const loopbackOnly: MiddlewareHandler<{ Bindings: NodeBindings }> = async (c, next) => {
  const remote = c.env?.incoming?.socket.remoteAddress;
  const host = c.req.header("host");
  const origin = c.req.header("origin");
  const own = host === undefined ? c.req.url : `http://${host}`;
  const allowed =
    (c.env?.incoming === undefined || LOOPBACK_ADDRESS.test(remote ?? "")) &&
    isLoopback(own) &&
    (origin === undefined || origin === new URL(own).origin);
  if (!allowed) return c.json({ error_name: "forbidden", error_message: "Only from this machine" }, 403);
  await next();
};
