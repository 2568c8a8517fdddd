/**
 * The fonts of the demo's pages, from npm packages: the pages look the same on every machine, and need no other host.
 * All fonts are under the SIL Open Font License 1.1.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";

/** A file's name has no version, so a browser asks again after a day. */
const CACHE_CONTROL = "public, max-age=86400";

/** The name of a style sheet here, its package, and its sheet in the package. */
const SHEETS = {
  inter: ["inter", "wght.css"],
  fraunces: ["fraunces", "wght.css"],
  "roboto-mono": ["roboto-mono", "wght.css"],
  vazirmatn: ["vazirmatn", "wght.css"],
} as const;
const PACKAGES = join(import.meta.dirname, "../node_modules/@fontsource-variable");
const FILES = /url\(\.\/(files\/[^)]+\.woff2)\)/g;

/**
 * `{name}.css` and the files that it names, and nothing else. A page preloads the file of its
 * Latin letters, so that the file loads with the style sheets, one round trip before the widget's first card.
 */
export function demoFonts(): Hono {
  const app = new Hono();
  for (const [name, [folder, sheet]] of Object.entries(SHEETS)) {
    const path = join(PACKAGES, folder, sheet);
    // The npm package of the server brings no fonts: there the pages have the browser's own.
    const css = existsSync(path) ? readFileSync(path, "utf8") : "";
    app.get(`/${name}.css`, (c) =>
      c.body(css, 200, {
        "content-type": "text/css; charset=utf-8",
        "cache-control": CACHE_CONTROL,
      }),
    );
    for (const [, file = ""] of css.matchAll(FILES)) {
      const font = readFileSync(join(PACKAGES, folder, file));
      app.get(`/${file}`, (c) =>
        c.body(font, 200, { "content-type": "font/woff2", "cache-control": CACHE_CONTROL }),
      );
    }
  }
  return app;
}
