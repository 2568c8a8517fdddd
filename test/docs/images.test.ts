/** The pictures of the documents: each that is named exists, and each that exists is named. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const PAGES = ["README.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith(".md"),
);
const IMAGE = /!\[([^\]]*)\]\((?:docs\/)?images\/([\w-]+\.png)\)/g;

const named = PAGES.flatMap((page) =>
  [...readFileSync(join(ROOT, page), "utf8").matchAll(IMAGE)].map(([, alt = "", name = ""]) => ({
    page,
    alt,
    name,
  })),
);

describe("the pictures of the documents", () => {
  it("are those of the folder docs/images, no more and no fewer", () => {
    const files = readdirSync(join(ROOT, "docs/images")).sort();
    expect(files.length).toBeGreaterThan(15);
    expect([...new Set(named.map(({ name }) => name))].sort()).toEqual(files);
  });

  it("say in words what they show", () => {
    expect(named.filter(({ alt }) => alt.split(" ").length < 3)).toEqual([]);
  });
});
