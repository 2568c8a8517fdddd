/** What a person copies from `docs/start/` is the file of `demo/embed/` that is tried (`npm run prove -- --only frameworks`). */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const SNIPPET = /^`(demo\/embed\/[^`]+)`:\n\n```\w+\n(.*?)^```$/gms;

it("the pages show every file for people to copy, as it is", () => {
  const shown = globSync("docs/start/*.md", { cwd: ROOT }).flatMap((page) => [
    ...read(page).matchAll(SNIPPET),
  ]);
  for (const [, path = "", text] of shown) expect(text, path).toBe(read(path));
  expect(shown.map(([, path]) => path).sort()).toEqual(globSync("demo/embed/**/*.*", { cwd: ROOT }).sort());
});

it("the test that docs/start/testing.md has for people to copy is the one that runs in happy-dom and jsdom", () => {
  expect(read("docs/start/testing.md")).toContain(read("test/frameworks/unit-tests/sandbox.test.js"));
});
