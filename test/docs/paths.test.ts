/** What the documents point at exists: files and folders of the project, other documents, and their headings. */
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { spansIn } from "./page.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PAGES = [
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...globSync(["docs/**/*.md", "{demo,widget,server}/*/README.md", "{widget,server}/README.md"], {
    cwd: ROOT,
    exclude: (name) => /node_modules|dist/.test(name),
  }).sort(),
];
const read = (page: string): string => readFileSync(join(ROOT, page), "utf8");
const withoutBlocks = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```$/gm, "");

/** The anchors of a page's headings, as GitHub makes them: small letters, no signs, a hyphen for a blank, `-1` for a second one. */
function anchorsOf(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const slugs = [...withoutBlocks(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").trim();
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
      .replace(/ /g, "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count ? `${slug}-${count}` : slug;
  });
  return new Set(slugs);
}

/** Relative links of a page: the path from the project's root, and the anchor. */
const linksOf = (page: string): { path: string; anchor: string | undefined }[] =>
  [...withoutBlocks(read(page)).matchAll(/\]\(([^)#:\s]*)(?:#([^)]*))?\)/g)].map(([, path = "", anchor]) => ({
    path: path ? join(dirname(page), path) : page,
    anchor,
  }));

describe.each(PAGES)("%s", (page) => {
  it("names only paths that exist", () => {
    const named = spansIn(read(page)).filter((span) =>
      /^(server|shared|widget|demo|test|deploy|docs)\/[\w./-]+$/.test(span),
    );
    const linked = linksOf(page).map(({ path }) => path);
    expect([...named, ...linked].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("links only to headings that exist", () => {
    const lost = linksOf(page).filter(
      ({ path, anchor }) =>
        anchor !== undefined &&
        (!path.endsWith(".md") || !statSync(join(ROOT, path)).isFile() || !anchorsOf(path).has(anchor)),
    );
    expect(lost).toEqual([]);
  });
});
