/** The operator's page and the runbook say the same of each reason. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { REASONS } from "../../server/redemption/needs-person.ts";
import { ADVICE } from "../../widget/operator/advice.ts";
import { titleOf } from "../../widget/operator/words.ts";
import { ADVICE_FILE, adviceSource, parseReasons } from "./advice.ts";

it("the page has what the runbook says now", () => {
  expect(readFileSync(ADVICE_FILE, "utf8") === adviceSource(), "run `npm run docs`").toBe(true);
});

it("every reason has its advice and a title in words", () => {
  expect(Object.keys(ADVICE).sort()).toEqual([...REASONS].sort());
  for (const reason of REASONS) expect(titleOf(reason)).not.toBe(reason);
});

it("a reason without one of its lines is refused by its name", () => {
  expect(() => parseReasons("# R\n\n## `denied`\n\n- Means: it.\n")).toThrow('denied lacks "User sees"');
});
