/** In place of context.ts in a browser, where nothing goes with a request: its lines lack its fields. */
import type * as node from "./context.ts";

export const createContext: typeof node.createContext = () => ({
  run: (_, work) => work(),
  getStore: () => undefined,
});
