/** The demo shop as one app below `/demo/`, where every link to the shop leads: its backend, and what its page has beside those of other sites. */
import { join } from "node:path";
import { Hono } from "hono";
import { TAGS } from "../../widget/texts/languages.ts";
import { piece, sitePage } from "../brand/site.ts";
import { demoFonts } from "../fonts.ts";
import { FONTS_PATH } from "../head.ts";
import { contentSecurityPolicy, pageFiles } from "../page-files.ts";
import { type BackendOptions, shopBackend } from "./backend.ts";
import { LINDEN } from "./words.ts";

export const SHOP_PATH = "/demo/";

const FOLDER = join(import.meta.dirname, "page");
const FILES = [
  ...(["linden.css", "help.css", "mark.svg", "street.svg"] as const),
  ...(["shop.js", "settings.js", "points.js"] as const),
] as const;
const OWN = {
  page: "shop",
  look: " fraunces linden.css",
  controls: piece(FOLDER, "controls.html"),
  beside: '<span><data class="points" value="12480">12,480</data> <span data-text="points"></span></span>',
  picture: '<img src="street.svg" alt="" width="460" height="220">',
  below: piece(FOLDER, "account.html"),
};

/** The widget's languages: English is in the widget itself, the others are listed. */
const LANGUAGES = ["en", ...TAGS];

export interface ShopOptions extends BackendOptions {
  /** The token server's address for browsers. */
  readonly publicUrl: string;
}

export function createShop(options: ShopOptions): Hono {
  const app = new Hono();
  app.get("/", (c) => c.redirect(SHOP_PATH, 302));
  app.get("/demo", (c) => c.redirect(SHOP_PATH, 302));
  app.route(FONTS_PATH, demoFonts());
  app.use("/demo/*", async (c, next) => {
    await next();
    c.header("cache-control", "no-store");
  });
  app.route(SHOP_PATH, shopBackend(options));
  app.get(`${SHOP_PATH}choices`, (c) => c.json({ choices: options.choices, languages: LANGUAGES }));
  const policy = contentSecurityPolicy(options.publicUrl);
  app.route(SHOP_PATH, pageFiles({ folder: FOLDER, files: FILES, contentSecurityPolicy: policy }));
  const site = { site: "demo", words: LINDEN, contentSecurityPolicy: policy, own: OWN };
  app.route(SHOP_PATH, sitePage(site));
  return app;
}
