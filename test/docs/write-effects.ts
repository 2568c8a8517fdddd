/** Renews the table of docs/redemption.md: part of `npm run docs`. */
import { readFileSync, writeFileSync } from "node:fs";
import { withEffects } from "./effects.ts";

const page = new URL("../../docs/redemption.md", import.meta.url);
writeFileSync(page, withEffects(readFileSync(page, "utf8")));
