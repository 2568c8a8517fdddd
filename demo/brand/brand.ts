/**
 * `/demo/brand/`: a visitor makes a brand of their own, with the code that embeds it. `/demo/brands/{site}/`: the page of a brand,
 * three data sets and the visitor's own, on one page of code.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { logoSvg, planned } from "../fulfillment/app.ts";
import { contentSecurityPolicy, DOCUMENT, pageFiles } from "../page-files.ts";
import {
  BRAND_PATH,
  type BrandOptions,
  type BrandSite,
  brandBackend,
  SITE_IDS,
  versionOf,
} from "./backend.ts";
import { SETS, TEAM } from "./sets.ts";
import { siteFiles, sitePage, TEAM_PIECE } from "./site.ts";
import { snippetFiles } from "./snippets.ts";
import { planOf } from "./spec.ts";
import { COMMON, type WordsByLanguage } from "./words.ts";

export const BRANDS_PATH = "/demo/brands/";

/** Of the page's icon: that of the data set, or of a present that is still to be unwrapped. */
function lookOf(site: BrandSite): Parameters<typeof logoSvg>[0] {
  const spec = versionOf(site)?.spec;
  return spec
    ? planned(planOf(spec), 0).promotion.sender
    : { name: "", colors: ["#2747c7", "#5b7cff"], mark: "gem" };
}

/** The words of the site's page, without what its backend says. */
const wordsAt = (site: BrandSite): WordsByLanguage =>
  site === "yours"
    ? COMMON
    : Object.fromEntries(
        Object.entries(SETS[site].versions).map(([language, { spec, message: _, ...words }]) => [
          language,
          { name: spec.name, ...words },
        ]),
      );

const LANGUAGE_CONTROL = '<p><label for="language">Language</label> <select id="language"></select></p>';

const OF_MAKER = [
  "page.css",
  "page.js",
  "dom.js",
  "form.js",
  "knobs.js",
  "code.js",
  "snippets.js",
  "heard.js",
  "frame.js",
  "json.js",
  "texts.js",
] as const;
/** What may be set on the element, as the widget's build describes it. */
const DESCRIPTION = join(import.meta.dirname, "../../dist/element.json");

/** @returns the pages, and the answer to the token server's questions about the visitor's own brand, for a listener of the site's own */
export function createBrands(options: BrandOptions): { readonly app: Hono; readonly asked: Hono } {
  const { publicUrl } = options;
  const app = new Hono();
  const backend = brandBackend(options);
  app.route("/", backend.app);
  app.get(`${BRAND_PATH}sets.json`, (c) => c.json({ sets: SETS, team: TEAM.map(({ name }) => name) }));
  // Read now, so that a missing file stops the start.
  const snippets = snippetFiles(publicUrl);
  app.get(`${BRAND_PATH}snippets.json`, (c) => c.json(snippets));
  const element = JSON.parse(readFileSync(DESCRIPTION, "utf8"));
  app.get(`${BRAND_PATH}element.json`, (c) => c.json(element));

  const folder = (name: string): string => join(import.meta.dirname, name);
  const own = contentSecurityPolicy(publicUrl);
  /** The maker shows a brand's page in a frame; a logo is in the address of both. */
  const framed = own.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
  const withLogo = (policy: string): string => policy.replace("img-src ", "img-src data: blob: ");
  app.route(
    BRAND_PATH,
    pageFiles({
      folder: folder("page"),
      files: [DOCUMENT, ...OF_MAKER],
      contentSecurityPolicy: `${withLogo(own)}; frame-src 'self'`,
    }),
  );
  app.route(BRANDS_PATH, siteFiles(own));
  for (const site of SITE_IDS) {
    app.get(`${BRANDS_PATH}${site}`, (c) => c.redirect(`${BRANDS_PATH}${site}/`, 302));
    app.get(`${BRANDS_PATH}${site}/mark.svg`, (c) =>
      c.body(logoSvg(lookOf(site)), 200, { "content-type": "image/svg+xml" }),
    );
    const words = wordsAt(site);
    app.route(
      `${BRANDS_PATH}${site}/`,
      sitePage({
        site,
        words,
        contentSecurityPolicy: site === "yours" ? withLogo(framed) : framed,
        own: {
          ...(site !== "yours" && Object.keys(words).length > 1 && { controls: LANGUAGE_CONTROL }),
          ...(site === "employer" && { below: TEAM_PIECE }),
        },
      }),
    );
  }
  app.get(BRAND_PATH.slice(0, -1), (c) => c.redirect(BRAND_PATH, 302));
  return { app, asked: backend.asked };
}
