/**
 * Refuses a path in a second spelling: dots as steps, or escapes of characters that need none. A proxy that keeps `/metrics` or
 * `/control` from the outside compares what it was sent, and the router reads what that means.
 */
import type { MiddlewareHandler } from "hono";
import { ProblemError } from "../problems/problem.ts";
import type { AppEnv } from "./context.ts";

const STEP = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;
/** Escapes of letters, digits, `-`, `.` and `_`; clients differ about `~`. Source: RFC 3986, 2.3. */
const NEEDLESS = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f)/i;

/** The path as it was sent; the address of the request is already without steps. */
export function sentPath(env: unknown, url: string): string {
  const { incoming } = (env ?? {}) as { readonly incoming?: { readonly url?: string } };
  return (incoming?.url ?? new URL(url).pathname).split("?", 1)[0] ?? "";
}

export const isPlain = (path: string): boolean => !STEP.test(path) && !NEEDLESS.test(path);

export const plainPath: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!isPlain(sentPath(c.env, c.req.url))) throw new ProblemError("not_found");
  await next();
};
