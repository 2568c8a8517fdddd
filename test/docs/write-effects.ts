/** Renews the table of docs/proof/course.md: part of `npm run docs`. */
import { readFileSync, writeFileSync } from "node:fs";
import { withEffects } from "./effects.ts";

const page = new URL("../../docs/proof/course.md", import.meta.url);
writeFileSync(page, withEffects(readFileSync(page, "utf8")));
