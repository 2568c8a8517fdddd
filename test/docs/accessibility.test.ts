/** The page of the accessibility criteria: all of them are there, and what it names exists. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const page = readFileSync(resolve(ROOT, "docs/accessibility.md"), "utf8");

/** Source: WCAG 2.2, levels A and AA; 4.1.1 is obsolete. */
const CRITERIA = `
  1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5
  1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13
  2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11
  2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8
  3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3`
  .trim()
  .split(/\s+/);

const rows = [...page.matchAll(/^\| (\d\.\d\.\d+) .*?\((AA?)\) \| (.+) \| (.+) \|$/gm)].map(
  ([, criterion = "", , how = "", decided = ""]) => ({ criterion, how, decided }),
);

describe("docs/accessibility.md", () => {
  it("has a row for each criterion of WCAG 2.2 at levels A and AA, in their order", () => {
    expect(rows.map(({ criterion }) => criterion)).toEqual(CRITERIA);
  });

  it.each(rows)("$criterion is decided by tests that there are", ({ decided }) => {
    const paths = [...decided.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
    expect(paths.length > 0 || decided.startsWith("gallery")).toBe(true);
    for (const path of paths) expect(existsSync(resolve(ROOT, path)), path).toBe(true);
  });
});
