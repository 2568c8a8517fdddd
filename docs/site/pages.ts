/** The documents as pages: where each one stands, and where the links in it lead. */
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, matchesGlob, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { rootOf } from "./html.ts";
import { SECTIONS, SHORT_NAMES } from "./sections.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const IMAGES = "docs/images/";

export interface Page {
  /** From the project's root. */
  readonly path: string;
  /** From the site's folder: `start/react/`. */
  readonly address: string;
  /** The same as Markdown: `start/react.md`. */
  readonly twin: string;
  readonly section: string;
  readonly title: string;
  /** The title, or a shorter name for lists. */
  readonly name: string;
  readonly markdown: string;
}

/** Documents whose folder has another name for its readers. */
const PLACES: Readonly<Record<string, string>> = {
  "docs/README.md": "documents",
  "widget/README.md": "start/imports",
  "demo/backends/README.md": "start/backends",
};
/** `docs/start/react.md` becomes `start/react`, `CHANGELOG.md` `changelog`. */
const placeOf = (path: string): string =>
  PLACES[path] ?? path.replace(/^docs\/|\.md$/g, "").replace(/^[A-Z]+$/, (name) => name.toLowerCase());

/** Every page, in the order of the sections. @throws where the order has no place for one */
export function readPages(): Page[] {
  const paths = [
    ...globSync("docs/**/*.md", { cwd: ROOT }).sort(),
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "widget/README.md",
    "demo/backends/README.md",
  ];
  const patterns = SECTIONS.flatMap(({ pages }) => pages);
  const named = new Set(patterns.filter((each) => !each.includes("*")));
  const filling = (pattern: string): string[] =>
    paths.filter((path) => path === pattern || (!named.has(path) && matchesGlob(path, pattern)));
  const placed = SECTIONS.flatMap(({ name, pages }) =>
    pages.flatMap(filling).map((path): Page => {
      const markdown = readFileSync(join(ROOT, path), "utf8");
      const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll("`", "");
      if (!title) throw new Error(`${path} has no title`);
      const place = placeOf(path);
      const address = `${place.replace(/(^|\/)index$/, "")}/`.replace("//", "/");
      return {
        path,
        address,
        twin: `${place}.md`,
        section: name,
        title,
        name: SHORT_NAMES[path] ?? title,
        markdown,
      };
    }),
  );
  const lost = paths.filter((path) => !placed.some((page) => page.path === path));
  if (lost.length > 0) throw new Error(`docs/site/sections.ts has no place for ${lost.join(", ")}`);
  return placed;
}

/** Where the project's files are for everybody: `repository` of package.json, as an address of its host. */
export function readRepository(): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const url: string | undefined = repository?.url ?? repository;
  return url
    ?.replace(/^github:|^(?=[\w-]+\/[\w.-]+$)/, "https://github.com/")
    .replace(/^git\+/, "")
    .replace(/\.git$/, "");
}

/** The branch that the site is built of. */
const BRANCH = "main";

/** Where the host shows a file to be edited. */
export const editAddress = (repository: string, path: string): string =>
  `${repository}/edit/${BRANCH}/${path}`;

export interface Links {
  /**
   * @param from the page with the link
   * @param form which form of the other page it leads to
   * @returns undefined where the site has nothing and nobody knows the repository
   */
  resolve(from: Page, href: string, form: "page" | "twin"): string | undefined;
}

export function linksBetween(pages: readonly Page[], repository: string | undefined): Links {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return {
    resolve(from, href, form) {
      if (/^(?:[a-z]+:|#)/.test(href)) return href;
      const [relative = "", anchor] = href.split("#");
      const hash = anchor ? `#${anchor}` : "";
      const path = normalize(join(dirname(from.path), relative));
      const root = rootOf(from[form === "page" ? "address" : "twin"]);
      const to = byPath.get(path);
      if (to) return `${root}${form === "page" ? to.address : to.twin}${hash}`;
      if (path === "README.md") return root;
      if (path.startsWith(IMAGES)) return `${root}${path.replace("docs/", "")}`;
      if (!repository || !existsSync(join(ROOT, path))) return undefined;
      const kind = statSync(join(ROOT, path)).isDirectory() ? "tree" : "blob";
      return `${repository}/${kind}/${BRANCH}/${path}${hash}`;
    },
  };
}
