/** What is in a style sheet or script of a page. In a browser content.web.ts takes the place of this file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const contentOf = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");
