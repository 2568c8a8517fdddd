/** The checks before a route: several checks form one step of the chain. */
import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";

/** Throws a problem if the request is refused. Returns a promise only if the check has to wait. */
export type Check = (c: Context<AppEnv>) => void | Promise<void>;

/** Runs the checks in order, then the next handler. */
export function passing(...checks: readonly Check[]): MiddlewareHandler<AppEnv> {
  return async function passing(c, next) {
    for (const check of checks) {
      const checked = check(c);
      if (checked) await checked;
    }
    await next();
  };
}
