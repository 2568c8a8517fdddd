/**
 * Writes the rows that this release stores, as a fixture for the releases after it: `npm run rows`, once for each release, before its
 * version is raised. What a release has written stays as it is.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { rowsOfThisRelease } from "./phases.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const file = join(import.meta.dirname, `releases/${version}.jsonl`);
if (existsSync(file)) throw new Error(`the rows of ${version} are written already: ${file}`);
const rows = await rowsOfThisRelease();
writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
