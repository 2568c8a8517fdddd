/** The fonts of the demo's pages come from the page's own server, and are there before the widget's first card. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { demoFonts, FONTS_PATH } from "../../demo/fonts.ts";

const DEMO = resolve(import.meta.dirname, "../../demo");
/** Each page's folder, and its address, which its relative addresses start from. */
const PAGES = [
  ["shop/page", "/demo/"],
  ["portal/page", "/demo/portal/"],
  ...["luxury", "playful", "corporate"].map(
    (brand) => [`brands/${brand}`, `/demo/brands/${brand}/`] as const,
  ),
] as const;

const fonts = demoFonts();
const get = (address: string) => fonts.request(new URL(address).pathname.replace(FONTS_PATH, "/"));

describe.each(PAGES)("the page in %s", (folder, path) => {
  const html = readFileSync(join(DEMO, folder, "index.html"), "utf8");
  const links = [
    ...html.matchAll(/<link rel="(preload|stylesheet)" href="([^"]*fonts\/[^"]+)"([^>]*)>/g),
  ].map(([, rel, href = "", rest = ""]) => ({
    rel,
    address: new URL(href, `http://127.0.0.1${path}`).href,
    rest,
  }));
  const sheets = links.filter(({ rel }) => rel === "stylesheet");
  const preloads = links.filter(({ rel }) => rel === "preload");

  it("names sheets whose every file is served as a font", async () => {
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

  it("preloads the Latin letters of its first font as a page must: as a font, and with CORS", async () => {
    expect(preloads.length).toBeGreaterThan(0);
    const named = await Promise.all(sheets.map(async ({ address }) => (await get(address)).text()));
    for (const { address, rest } of preloads) {
      expect(rest).toBe(' as="font" type="font/woff2" crossorigin');
      expect(named.join("\n")).toContain(`url(./files/${address.split("/").at(-1)})`);
      expect(address).toContain("-latin-wght-");
    }
  });
});

describe("the fonts", () => {
  it("are kept by a browser for a day", async () => {
    const answer = await fonts.request("/inter.css");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
    expect(answer.headers.get("content-type")).toBe("text/css; charset=utf-8");
  });

  it.each(["/files/inter-latin-ext-opsz-normal.woff2", "/files/..%2fpackage.json", "/arial.css", "/files/"])(
    "are a closed list: %s is not there",
    async (path) => {
      expect((await fonts.request(path)).status).toBe(404);
    },
  );
});
