/** What the documents point at exists: files and folders of the project, and other documents. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { spansIn } from "./page.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PAGES = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...readdirSync(join(ROOT, "docs"), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

it.each(PAGES)("%s names only paths that exist", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const named = spansIn(text).filter((span) =>
    /^(server|shared|widget|demo|test|deploy)\/[\w./-]+$/.test(span),
  );
  const linked = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) =>
    join(dirname(page), path),
  );
  expect([...named, ...linked].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
