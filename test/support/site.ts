/** The documentation site, built into a temporary folder: once for each worker. */
import { globSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSite } from "../../docs/site/build.ts";
import { MOVED } from "../../docs/site/moved.ts";

/** As if package.json named it. */
export const REPOSITORY = "https://code.example/owner/name";

/** What is said to have had another address once, beside what had. */
export const ONCE = {
  "start/once/": "start/react/",
  "start/once/#part": "start/#in-your-framework",
  "start/vue/#gone": "start/#in-your-framework",
} as const;

let built: Promise<string> | undefined;

/** @returns the folder */
export function siteFolder(): Promise<string> {
  built ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), "site-"));
    await buildSite(folder, { repository: REPOSITORY, moved: { ...MOVED, ...ONCE } });
    return folder;
  })();
  return built;
}

/** The addresses of all pages of documents, the front page's is empty; the demo and the page of examples have rules of their own. */
export const addressesIn = (folder: string): string[] =>
  globSync("**/index.html", { cwd: folder })
    .map((file) => file.replace("index.html", ""))
    .filter((address) => !/^(?:demo|run)\//.test(address))
    .sort();
