/** The table of docs/proof/course.md is that of the code. `npm run docs` renews it. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withEffects } from "./effects.ts";

it("docs/proof/course.md shows the table that the server uses", () => {
  const page = readFileSync(new URL("../../docs/proof/course.md", import.meta.url), "utf8");
  expect(withEffects(page) === page, "run `npm run docs`").toBe(true);
});
