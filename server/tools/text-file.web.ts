/** In place of text-file.ts in a browser, where there is no file. */
import type * as node from "./text-file.ts";

export const readText: typeof node.readText = () => ({ code: "ENOENT" });
