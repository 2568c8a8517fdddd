/** What a request must pass before its route answers it: several checks are one step of the chain for every route. */
import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";

/** Throws a problem where the request may not go on. Returns a promise only where there is something to wait for. */
export type Check = (c: Context<AppEnv>) => void | Promise<void>;

/** The checks one after the other, then what comes after them. */
export function passing(...checks: readonly Check[]): MiddlewareHandler<AppEnv> {
  return async function passing(c, next) {
    for (const check of checks) {
      const checked = check(c);
      if (checked) await checked;
    }
    await next();
  };
}
