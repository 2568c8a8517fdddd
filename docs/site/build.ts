/**
 * Builds the documentation site: `npm run site` writes `dist/site/`. markdown-it and not Eleventy: the pages are the documents as they
 * are, without front matter and partly outside of `docs/`, so that of Eleventy only the writing of files was left.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build as bundle } from "esbuild";
import { buildSandbox } from "../../demo/sandbox/build.ts";
import { buildDemo } from "../../demo/static/build.ts";
import { BROWSERS } from "../../vite.config.ts";
import { frontPage } from "./front.ts";
import { rootOf } from "./html.ts";
import { documentPage, movedPage, SITE_NAME } from "./layout.ts";
import { type Rendered, renderer, twinOf } from "./markdown.ts";
import { MOVED } from "./moved.ts";
import { recordOpening } from "./opening.ts";
import { editAddress, linksBetween, type Page, ROOT, readPages, readRepository } from "./pages.ts";

const SITE = join(ROOT, "docs/site");
const FONTS = {
  inter: "inter/files/inter-latin-wght-normal.woff2",
  fraunces: "fraunces/files/fraunces-latin-wght-normal.woff2",
};

export interface SiteOptions {
  /** Where the project's files are; package.json says it. */
  readonly repository?: string | undefined;
  /** Where headings and pages have gone. */
  readonly moved?: Readonly<Record<string, string>>;
}

function write(outDir: string, path: string, text: string): void {
  const file = join(outDir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The element's current version, and the address that leads to it. @returns its first module */
function copyWidget(outDir: string): string {
  const built = spawnSync(process.execPath, ["widget/build.ts", "--if-stale"], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (built.status !== 0) throw new Error("the widget was not built");
  const dist = join(ROOT, "dist");
  const { version } = JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8"));
  for (const name of ["widget.js", "element.json"]) cpSync(join(dist, name), join(outDir, name));
  // A static host compresses by itself.
  const filter = (path: string): boolean => !/\.(?:br|gz)$/.test(path);
  cpSync(join(dist, "widget", version), join(outDir, "widget", version), { recursive: true, filter });
  return `widget/${version}/reward-redemption.js`;
}

/** The site's own scripts and style sheet. The search is fetched when it is used. */
async function bundleScripts(outDir: string): Promise<void> {
  await bundle({
    entryPoints: ["site.ts", "theme.ts", "site.css"].map((name) => join(SITE, "browser", name)),
    outdir: outDir,
    bundle: true,
    minify: true,
    format: "esm",
    target: BROWSERS,
    splitting: true,
    chunkNames: "[name]",
    external: ["./fonts/*"],
    logLevel: "warning",
  });
}

/** Of the packages whose files or code are in the site; the widget has its own beside it. */
const LICENSES = [
  "minisearch/LICENSE.txt",
  "@fontsource-variable/inter/LICENSE",
  "@fontsource-variable/fraunces/LICENSE",
];

function writeLicenses(outDir: string): void {
  const texts = LICENSES.map(
    (path) => `${dirname(path)}\n\n${readFileSync(join(ROOT, "node_modules", path), "utf8").trim()}\n`,
  );
  write(outDir, "licenses.txt", texts.join("\n---\n\n"));
}

function copyFonts(outDir: string): void {
  for (const [name, file] of Object.entries(FONTS))
    cpSync(join(ROOT, "node_modules/@fontsource-variable", file), join(outDir, "fonts", `${name}.woff2`));
}

/** Of each part: the address, the page, the heading, the words. */
const searchIndex = (pages: ReadonlyMap<Page, Rendered>): string =>
  JSON.stringify(
    [...pages].flatMap(([page, { parts }]) =>
      parts.map(({ heading, text }) => [
        heading.level === 1 ? page.address : `${page.address}#${heading.slug}`,
        page.title,
        heading.level === 1 ? "" : heading.text,
        text.trim(),
      ]),
    ),
  );

/** What the page at `address` knows of headings that have gone: each by its name, and its new address seen from there. */
function movedFrom(address: string, moved: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(moved).filter(([old]) => old.startsWith(`${address}#`));
  return Object.fromEntries(
    entries.map(([old, to]) => [old.slice(address.length + 1), `${rootOf(address)}${to}`]),
  );
}

function writeTexts(outDir: string, pages: readonly Page[], twins: ReadonlyMap<Page, string>): void {
  const sections = [...Map.groupBy(pages, ({ section }) => section)].map(
    ([name, inSection]) =>
      `## ${name}\n\n${inSection.map(({ title, twin }) => `- [${title}](${twin})`).join("\n")}`,
  );
  const { description } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const intro = `# ${SITE_NAME}\n\n> ${description}\n`;
  write(
    outDir,
    "llms.txt",
    `${intro}\nAll of it in one file: [llms-full.txt](llms-full.txt).\n\n${sections.join("\n\n")}\n`,
  );
  const texts = pages.map((page) => `<!-- ${page.twin} -->\n\n${twins.get(page)?.trim()}`);
  write(outDir, "llms-full.txt", `${intro}\n${texts.join("\n\n---\n\n")}\n`);
}

/** @param outDir an empty folder, or one that is not there */
export async function buildSite(outDir: string, options: SiteOptions = {}): Promise<void> {
  const { repository = readRepository(), moved = MOVED } = options;
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const pages = readPages();
  const links = linksBetween(pages, repository);
  const render = renderer(links);
  const rendered = new Map(pages.map((page) => [page, render(page)]));
  const twins = new Map(pages.map((page) => [page, twinOf(page, links)]));
  mkdirSync(outDir, { recursive: true });
  for (const [page, content] of rendered) {
    const edit = repository && editAddress(repository, page.path);
    const around = { pages, version, edit, moved: movedFrom(page.address, moved) };
    write(outDir, `${page.address}index.html`, documentPage(page, content, around));
    write(outDir, page.twin, twins.get(page) ?? "");
  }
  for (const [old, to] of Object.entries(moved)) {
    if (!old.endsWith("/")) continue;
    write(outDir, `${old}index.html`, movedPage(rootOf(old), `${rootOf(old)}${to}`, movedFrom(old, moved)));
  }
  const preloads = ["links.js", copyWidget(outDir)];
  write(outDir, "index.html", frontPage({ root: "./", version, pages, preloads }));
  write(outDir, "search.json", searchIndex(rendered));
  writeTexts(outDir, pages, twins);
  cpSync(join(ROOT, "docs/images"), join(outDir, "images"), { recursive: true });
  cpSync(join(SITE, "client"), outDir, { recursive: true });
  copyFonts(outDir);
  writeLicenses(outDir);
  await bundleScripts(outDir);
  await buildSandbox(outDir);
  write(outDir, "opening.json", await recordOpening(join(outDir, "sandbox.js")));
  await buildDemo(outDir);
}

if (import.meta.main) {
  const outDir = join(ROOT, "dist/site");
  rmSync(outDir, { recursive: true, force: true });
  await buildSite(outDir);
}
