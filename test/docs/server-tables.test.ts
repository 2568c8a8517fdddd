/** The table of docs/server/problems.md has the problem codes that the server answers by. `npm run docs` renews it. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PROBLEMS } from "../../shared/problems.ts";
import { withProblems } from "./server-tables.ts";

const page = readFileSync(new URL("../../docs/server/problems.md", import.meta.url), "utf8");

it("the page shows the problem codes as they are now", () => {
  expect(withProblems(page) === page, "run `npm run docs`").toBe(true);
});

it("a code that changes its meaning changes the page", () => {
  const changed = { ...PROBLEMS, not_found: { ...PROBLEMS.not_found, title: "Another meaning" } };
  expect(withProblems(page, changed as typeof PROBLEMS)).toContain("Another meaning");
});
