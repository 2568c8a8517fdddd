/** In place of risks.ts in a browser, where nobody else reaches the server. */
import type * as node from "./risks.ts";

export const risksOf: typeof node.risksOf = () => [];
