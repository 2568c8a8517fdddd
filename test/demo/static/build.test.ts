/** The demo for a static host: the same pages and scripts as `npm start` has, at any address, with little beside the sandbox. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { sandboxFile } from "../../support/sandbox.ts";
import { siteFolder } from "../../support/site.ts";

const SOURCES = join(import.meta.dirname, "../../../demo");
/** What the demo may have beside the sandbox, compressed. */
const SCRIPTS_BUDGET = 60_000;

let folder: string;
beforeAll(async () => {
  folder = join(await siteFolder(), "demo");
});
const named = (pattern: string) => globSync(pattern, { cwd: folder }).sort();
const textOf = (file: string) => readFileSync(join(folder, file), "utf8");

describe("the built folder", () => {
  it("has the shop, the brands, the maker, Pull the plug, and what rewards and help lead to", () => {
    expect(named("**/index.html")).toEqual(
      [
        ...["index.html", "brand/index.html", "opened/index.html", "proof/index.html"],
        ...["bank", "employer", "supermarket", "yours"].flatMap((id) => [
          `brands/${id}/index.html`,
          `help/${id}/index.html`,
        ]),
        "help/demo/index.html",
      ].sort(),
    );
  });

  it("has the page's own scripts and sheets as they are served, and none of another form", () => {
    const served = new Set(
      globSync("{shop,brand,proof,bar,static}/{page,site}/*.{js,css}", { cwd: SOURCES }).map((file) =>
        readFileSync(join(SOURCES, file), "utf8"),
      ),
    );
    const own = named("**/*.{js,css}").filter((file) => !/^(fonts|backends)\b/.test(file));
    expect(own.length).toBeGreaterThan(30);
    expect(own.filter((file) => !served.has(textOf(file)))).toEqual([]);
  });

  it.each(["href", "src"])("names by %s only what is there, from wherever it lies", (attribute) => {
    for (const page of named("**/index.html")) {
      const named = [...textOf(page).matchAll(new RegExp(` ${attribute}="([^"#]+)"`, "g"))].map(
        ([, to = ""]) => to,
      );
      expect([page, named.filter((to) => /^\/|:/.test(to))]).toEqual([page, []]);
      const missing = named.filter((to) => !existsSync(join(folder, dirname(page), to)));
      expect([page, missing]).toEqual([page, []]);
    }
  });

  it("has nothing inline, and says on every page that nothing is real", () => {
    for (const page of named("**/index.html")) {
      const text = textOf(page);
      expect([page, text.match(/<script>|<style|<script(?![^>]* src=)| style="| on\w+="/)]).toEqual([
        page,
        null,
      ]);
      expect(text).toContain("Nothing here is real.");
      expect(text).toContain("script-src 'self'; style-src 'self'");
      expect(text).not.toContain("{{");
    }
  });

  it("loads beside the sandbox no more than its budget", async () => {
    const compressed = (file: string) => brotliCompressSync(readFileSync(file)).length;
    const scripts = named("**/*.js");
    const all = scripts.map((file) => compressed(join(folder, file))).reduce((sum, each) => sum + each, 0);
    const beside = all - compressed(await sandboxFile());
    expect(beside, `${relative(process.cwd(), folder)}: ${beside} bytes`).toBeLessThan(SCRIPTS_BUDGET);
  });
});
