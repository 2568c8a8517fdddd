/** The words of a source file, for pages that name settings and members of it. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/** @param path from the project's root */
export const namesIn = (path: string): ReadonlySet<string> =>
  new Set(readFileSync(resolve(ROOT, path), "utf8").match(/[\w-]+/g));
