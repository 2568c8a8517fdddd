/**
 * Three brands beside the shop. Each has a page, a promotion of its own name, and one order of the whole catalog. A
 * page's `reward.css` is all the styling that the element needs for the brand; `docs/brands.md` shows it.
 */
import { join } from "node:path";
import { Hono } from "hono";
import { DOCUMENT, type PageFile, pageFiles } from "../page-files.ts";
import { contentSecurityPolicy } from "../shop/pages.ts";

export const BRANDS = ["luxury", "playful", "corporate"] as const;
export const BRANDS_PATH = "/demo/brands/";

const COMMON_FILES: readonly PageFile[] = ["bar.css", "brand.js"];
const BRAND_FILES: readonly PageFile[] = [DOCUMENT, "page.css", "reward.css", "mark.svg"];

/** @param publicUrl the token server's address for browsers */
export function createBrands(publicUrl: string): Hono {
  const app = new Hono();
  const serve = (folder: string, files: readonly PageFile[]): Hono =>
    pageFiles({
      folder: join(import.meta.dirname, folder),
      files,
      contentSecurityPolicy: contentSecurityPolicy(publicUrl),
    });
  app.route("/", serve("common", COMMON_FILES));
  for (const brand of BRANDS) {
    app.get(`/${brand}`, (c) => c.redirect(`${BRANDS_PATH}${brand}/`, 302));
    app.route(`/${brand}/`, serve(brand, BRAND_FILES));
  }
  return app;
}
