/**
 * The interface's sentences outside of the rows of docs/interface.md: each has a check that finds a planted deviation,
 * or the reason why no check can see it.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { sectionsOf, spansIn } from "../docs/page.ts";
import { FOUND_BY } from "../support/planted.ts";
import { CHECKS } from "./checks/all.ts";

const PAGE = readFileSync(resolve(import.meta.dirname, "../../docs/conformance.md"), "utf8");
const COLUMN = "check, or why there is none";
const rows = sectionsOf(PAGE).get("Other sentences of the interface")?.rows ?? [];
const UNSEEN = /^not seen from outside: \S+ \S+/;

/**
 * Sections of the interface with the number of their sentences in the table. A new row must be counted here; a row may
 * be removed only if the interface no longer has the sentence.
 */
const SECTIONS = {
  "What the service does": 8,
  Resources: 1,
  Promotion: 1,
  "Promotion reward": 2,
  Reward: 7,
  Redemption: 5,
  reward_format: 1,
  reward_codes: 1,
  Discount: 1,
  Client: 1,
  Summary: 1,
  "Request bodies": 5,
  Authentication: 2,
  "Token request": 3,
  Errors: 1,
};

describe("the sentences of the interface", () => {
  it("are there for each section, and none twice", () => {
    const counts: Record<string, number> = {};
    for (const { section = "" } of rows) counts[section] = (counts[section] ?? 0) + 1;
    expect(Object.entries(counts)).toEqual(Object.entries(SECTIONS));
    const sentences = rows.map(({ section, sentence }) => `${section}: ${sentence}`);
    expect(sentences.filter((each, at) => sentences.indexOf(each) !== at)).toEqual([]);
    const numbered = rows.flatMap(({ section, sentence = "" }) =>
      section === "What the service does" ? [Number.parseInt(sentence, 10)] : [],
    );
    expect(numbered).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it.each(rows.map((row) => [row.sentence ?? "", row[COLUMN] ?? ""]))("%s", (_sentence, cell) => {
    if (UNSEEN.test(cell)) return;
    const ids = spansIn(cell);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => !CHECKS.some((check) => check.id === id))).toEqual([]);
    const found = Object.values(FOUND_BY).flatMap((each) => each.split(" "));
    expect(ids.filter((id) => !found.includes(id))).toEqual([]);
  });
});
