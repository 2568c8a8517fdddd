/** In place of shared-limiters.ts in a browser, where no instance shares anything. */
import type * as node from "./shared-limiters.ts";

export const sharedLimiters: typeof node.sharedLimiters = () => {
  throw new Error("there is no PostgreSQL here");
};
