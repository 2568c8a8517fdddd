/**
 * The addresses of pages and headings that people may have links to. Once in the list an address never dies: it is there, or
 * `moved.ts` says where it has gone. `npm run docs` adds what is new.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Rendered, renderer } from "./markdown.ts";
import { linksBetween, readPages } from "./pages.ts";

const FILE = fileURLToPath(new URL("anchors.txt", import.meta.url));

/** Seen from the site's folder: `start/react/`, `start/#in-your-framework`. */
export const readAnchors = (): string[] => readFileSync(FILE, "utf8").split("\n").filter(Boolean);

export function currentAnchors(): string[] {
  const pages = readPages();
  const render = renderer(linksBetween(pages, undefined));
  const anchorsOf = ({ parts }: Rendered): string[] => parts.map(({ heading }) => `#${heading.slug}`);
  return pages.flatMap((page) => ["", ...anchorsOf(render(page))].map((anchor) => page.address + anchor));
}

if (import.meta.main) {
  const all = new Set([...readAnchors(), ...currentAnchors()]);
  writeFileSync(FILE, `${[...all].sort().join("\n")}\n`);
}
