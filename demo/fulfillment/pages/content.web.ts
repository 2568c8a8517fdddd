/** In place of content.ts in a browser: of the pages that an end user sees alone. */
import base from "./base.css?raw";
import type * as node from "./content.ts";
import copy from "./copy.js?raw";
import flow from "./flow.css?raw";

const CONTENT: Readonly<Record<string, string>> = { "base.css": base, "copy.js": copy, "flow.css": flow };

export const contentOf: typeof node.contentOf = (name) => CONTENT[name] ?? "";
