/** In place of apple.ts in a browser, where there is no certificate to sign with. */
import type * as node from "./apple.ts";

export const applePass: typeof node.applePass = () =>
  Promise.reject(new Error("there is no certificate here"));
