/** In place of google.ts in a browser, where there is no key to sign with. */
import type * as node from "./google.ts";

export const googleLink: typeof node.googleLink = () => Promise.reject(new Error("there is no key here"));
