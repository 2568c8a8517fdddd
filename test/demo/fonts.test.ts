/** The fonts of the demo's pages come from the page's own server, and each page preloads its first one. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { CHOICES } from "../../demo/shop/choices.ts";
import { createShop } from "../../demo/shop/shop.ts";

const DEMO = resolve(import.meta.dirname, "../../demo");
const ORIGIN = "http://127.0.0.1:4000";
const site = {
  publicUrl: ORIGIN,
  tokenServer: ORIGIN,
  siteKey: "k".repeat(32),
  origins: [ORIGIN],
};
const shop = createShop({ ...site, choices: CHOICES });

/** Each page's folder, its address, which relative addresses are resolved against, and its server. */
const PAGES = [
  ["shop/page", "/demo/", shop],
  ["desk/page", "/demo/desk/", shop],
  ["brand/page", "/demo/brand/", shop],
  ["brand/site", "/demo/brands/bank/", shop],
] as const;

describe.each(PAGES)("the page in %s", (folder, path, app) => {
  const get = async (address: string) => app.request(address);
  const html = readFileSync(join(DEMO, folder, "index.html"), "utf8");
  const links = [
    ...html.matchAll(/<link rel="(preload|stylesheet)" href="([^"]*fonts\/[^"]+)"([^>]*)>/g),
  ].map(([, rel, href = "", rest = ""]) => ({
    rel,
    address: new URL(href, `${ORIGIN}${path}`).href,
    rest,
  }));
  const sheets = links.filter(({ rel }) => rel === "stylesheet");

  it("names sheets whose files are all served as fonts", async () => {
    expect(sheets.length).toBeGreaterThan(0);
    for (const { address } of sheets) {
      const css = await (await get(address)).text();
      const files = [...css.matchAll(/url\(([^)]+)\)/g)].map(([, file = ""]) => new URL(file, address).href);
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        const answer = await get(file);
        expect([file, answer.status, answer.headers.get("content-type")]).toEqual([file, 200, "font/woff2"]);
        expect(Buffer.from(await answer.arrayBuffer()).toString("latin1", 0, 4)).toBe("wOF2");
      }
    }
  });
});
