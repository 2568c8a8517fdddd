/** Renews the table of docs/server/problems.md: `npm run docs`. */
import { readFileSync, writeFileSync } from "node:fs";
import { withProblems } from "./server-tables.ts";

const page = new URL("../../docs/server/problems.md", import.meta.url);
writeFileSync(page, withProblems(readFileSync(page, "utf8")));
