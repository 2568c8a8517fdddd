/** The documents stay short: one topic a document, and all of them an afternoon's reading. */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const WORDS_MOST = 1_500;
const WORDS_MOST_TOGETHER = 32_000;

/** As `wc -w` counts. */
const wordsIn = (path: string): number => readFileSync(join(ROOT, path), "utf8").match(/\S+/g)?.length ?? 0;
const sizes = globSync("docs/**/*.md", { cwd: ROOT }).map((page) => ({ page, words: wordsIn(page) }));

it("no document is longer than one topic needs", () => {
  expect(sizes.length).toBeGreaterThan(40);
  expect(sizes.filter(({ words }) => words > WORDS_MOST)).toEqual([]);
});

it("together they are no longer than somebody reads", () => {
  expect(sizes.reduce((sum, { words }) => sum + words, 0)).toBeLessThanOrEqual(WORDS_MOST_TOGETHER);
});

it("each begins with its one title", () => {
  const titles = (page: string): string[] =>
    readFileSync(join(ROOT, page), "utf8")
      .replace(/^ *```[\s\S]*?^ *```$/gm, "")
      .match(/^# .+$/gm) ?? [];
  expect(sizes.filter(({ page }) => titles(page).length !== 1).map(({ page }) => page)).toEqual([]);
});
