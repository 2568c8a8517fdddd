/**
 * The demo as a folder of files for any static host: the pages and scripts that `npm start` serves, and beside them the backends that
 * those ask, which run in the visitor's tab.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { Hono } from "hono";
import { BRAND_SITES } from "../brand/backend.ts";
import { BRANDS_PATH, createBrands } from "../brand/brand.ts";
import { SETS } from "../brand/sets.ts";
import { HELP_PATH } from "../help.ts";
import { DOCUMENT, pageFiles } from "../page-files.ts";
import { PROOF_PATH } from "../proof/backend.ts";
import { proofPage } from "../proof/proof.ts";
import { buildForBrowsers } from "../sandbox/build.ts";
import { CHOICES } from "../shop/choices.ts";
import { createShop, SHOP_PATH } from "../shop/shop.ts";

const ROOT = join(import.meta.dirname, "../..");
const DIST = join(ROOT, "dist");
/** The token server of the code that the maker prints: the site's own. */
const EXAMPLE = "https://rewards.example";
const WIDGET = "reward-redemption.js";

/** As the server's, for a page whose pictures are data; a page cannot forbid frames by itself. */
export const STATIC_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const NOTE = "Nothing here is real. All of it runs in this tab, and ends when you leave or reload the page.";
const OPENED_NOTE =
  "Nothing here is real. The tab that the link came from shows it, and it ends with that tab.";
/** What "Pull the plug" says of the programs behind it. */
const OF_TAB = {
  killed: "It stops in the middle of the confirmation, and another one starts on its ledger.",
  real: "Phone, token server, ledger and provider run in this tab: the same programs, with no network between them. What is killed goes no further. Only the provider’s goods are invented, and nothing leaves the tab.",
};

/** What `npm start` serves below `/demo/`, without what answers questions. */
function served(): Hono {
  const nobody = { tokenServer: "", siteKey: "", origins: [], publicUrl: EXAMPLE };
  const sites = Object.fromEntries(Object.keys(BRAND_SITES).map((id) => [id, {}])) as never;
  const files = (folder: string, ...names: Parameters<typeof pageFiles>[0]["files"]): Hono =>
    pageFiles({ folder: join(import.meta.dirname, folder), files: names, contentSecurityPolicy: "" });
  const opened = files("page", DOCUMENT);
  const app = new Hono()
    .route("/", createShop({ ...nobody, choices: CHOICES }))
    .route("/", createBrands({ ...nobody, sites, secrets: [], setUp: () => 0 }).app)
    .route(PROOF_PATH, proofPage("", OF_TAB))
    .route("/demo", files("../bar/page", "bar.css", "bar.js", "german.js"))
    .route("/demo", files("page", "tab.js"))
    .route("/demo/opened/", opened)
    .route("/demo/opened/", files("page", "opened.css", "opened.js"));
  // A help page's address is its own; what it shows is asked in the same way.
  for (const id of ["demo", ...Object.keys(BRAND_SITES)]) app.route(`${HELP_PATH}${id}/`, opened);
  return app;
}

/** What a page's script fetches first, from beside the page. */
const FETCHED = ["words", "choices", "sets.json", "element.json"];
const IMPORTS = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;

/** @param outDir the site's folder, in which the widget is: `demo/` is written there */
export async function buildDemo(outDir: string): Promise<void> {
  const folder = join(outDir, "demo");
  const { version } = JSON.parse(readFileSync(join(DIST, "manifest.json"), "utf8"));
  const write = (path: string, content: string | Uint8Array): void => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const app = served();
  const documents: string[] = [];
  const paths = app.routes.filter(({ method, path }) => method === "GET" && !/[:*]/.test(path));
  for (const { path } of paths) {
    const answer = await app.request(path);
    if (answer.status !== 200) continue;
    const below = path.slice(SHOP_PATH.length);
    if (answer.headers.get("content-type")?.startsWith("text/html")) documents.push(below);
    else write(below, new Uint8Array(await answer.arrayBuffer()));
  }
  write("bar.json", JSON.stringify({ links: linksOf(), mayAsk: false, isOpen: false }));

  const integrity = JSON.parse(readFileSync(join(DIST, "widget", version, "integrity.json"), "utf8"));
  const script = `${EXAMPLE}/widget/${version}/${WIDGET}`;
  const snippet = `<script type="module" src="${script}" integrity="${integrity[WIDGET]}" crossorigin="anonymous"></script>
<reward-redemption session="SESSION_TOKEN"></reward-redemption>`;
  write("../widget/latest.json", JSON.stringify({ script, snippet }));
  await buildForBrowsers(folder, { backends: "demo/static/backends.ts" });

  /** A script and all that it imports, from the demo's folder. */
  const scriptsOf = (path: string, found = new Set<string>()): Set<string> => {
    if (found.has(path)) return found;
    found.add(path);
    for (const [, name = ""] of readFileSync(join(folder, path), "utf8").matchAll(IMPORTS))
      scriptsOf(posix.join(posix.dirname(path), name), found);
    return found;
  };
  for (const path of documents) {
    const up = posix.relative(path, ".") ? `${posix.relative(path, ".")}/` : "";
    const page = await (await app.request(SHOP_PATH + path)).text();
    // A page of a tab has the tab's scripts before its own.
    const scripts = [...page.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, src = ""]) =>
      src.startsWith("/") ? posix.relative(SHOP_PATH, src) : posix.join(path, src),
    );
    const isOpened = /^(opened|help)\//.test(path);
    const loaded = new Set(
      scripts.filter((name) => !name.startsWith("..")).flatMap((name) => [...scriptsOf(name)]),
    );
    // The small ones first: they draw the page while the large ones load.
    const early = isOpened ? [] : [...loaded, `../widget/${version}/${WIDGET}`, "backends.js"];
    const asked = isOpened ? [] : FETCHED.filter((name) => existsSync(join(folder, path, name)));
    const head = [
      `<meta http-equiv="content-security-policy" content="${STATIC_POLICY}">`,
      ...early.map((name) => `<link rel="modulepreload" href="${up}${name}">`),
      ...asked.map((name) => `<link rel="preload" as="fetch" href="${name}" crossorigin>`),
      ...(isOpened ? [] : [`<script type="module" src="${up}tab.js"></script>`]),
    ];
    const placed = page
      .replace(/(?<=<meta charset="utf-8">)/, `\n    ${head.join("\n    ")}`)
      .replace(
        "</aside>",
        `<p class="demo-note">${isOpened ? OPENED_NOTE : NOTE} <a href="${up}../">What this is</a></p></aside>`,
      )
      .replaceAll(/(?<= (?:href|src)=")\/(demo\/)?/g, (_, isHere) => (isHere ? up : `${up}../`))
      // Letters of the page’s own come after the first card, which on a slow line waits half a second for them. See tab.js.
      .replaceAll(/<link rel="preload" [^>]*as="font"[^>]*>/g, "")
      .replaceAll(/(<link rel="stylesheet" href="[^"]*fonts\/[^"]*")/g, '$1 media="print" data-later');
    write(`${path}${DOCUMENT}`, placed);
  }
}

/** Of the bar: the pages that work without a server. */
function linksOf(): Record<string, string> {
  const brands = Object.keys(SETS).map((id) => [id, `.${BRANDS_PATH.slice(SHOP_PATH.length - 1)}${id}/`]);
  return { shop: "./", yours: "./brand/", ...Object.fromEntries(brands), proof: "./proof/" };
}
