/** The pictures of the documents, as the pages show them. */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
export const FOLDER = join(ROOT, "docs/images");
/** The README's, which moves: `test/journey/film.ts`. */
export const FILM = "film.webp";
const PAGES = ["README.md", ...globSync("docs/**/*.md", { cwd: ROOT }).sort()];
/** As an element and not in Markdown, which has no width: a picture has more pixels than the page gives it. */
const IMAGE = /^<img src="(?:docs\/|(?:\.\.\/)*)images\/([\w-]+\.webp)" width="(\d+)" alt="([^"]*)">$/;

export interface ShownImage {
  readonly page: string;
  readonly name: string;
  /** In the page's own pixels, where there is room for it. */
  readonly width: number;
  /** What it shows, in words. */
  readonly alt: string;
}

const imagesOf = (page: string): ShownImage[] =>
  readFileSync(join(ROOT, page), "utf8")
    .split("\n")
    .filter((line) => /!\[|<img/.test(line))
    .map((line) => {
      const [, name, width, alt = ""] = IMAGE.exec(line) ?? [];
      if (!name) throw new Error(`${page} shows a picture in another way than all others: ${line}`);
      return { page, name, width: Number(width), alt };
    });

export const shownImages = (): ShownImage[] => PAGES.flatMap(imagesOf);
