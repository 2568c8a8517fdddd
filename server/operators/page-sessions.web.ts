/** In place of page-sessions.ts in a browser: the sandbox has no operator's page. */
import type * as node from "./page-sessions.ts";

export const cookieName: typeof node.cookieName = () => "reward-operator";

export const createPageSessions: typeof node.createPageSessions = () => ({
  open: () => "",
  read: async () => undefined,
  end: async () => {},
});
