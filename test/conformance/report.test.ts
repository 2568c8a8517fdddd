/** The report: its shape, its words, and the checks that it is about. */
import { describe, expect, it } from "vitest";
import { IN_FULL, run, suite } from "../support/conformance.ts";
import { CHECKS } from "./checks/all.ts";
import { endText, ReportSchema, resultText } from "./report.ts";

describe("the report", () => {
  it("is of the documented shape", async () => {
    const report = await run(suite(IN_FULL, { deviations: ["any_token"] }));
    expect(ReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
    const { holds, differs, not_supported } = report.summary;
    expect(holds + differs + not_supported).toBe(CHECKS.length);
    expect(differs).toBe(1);
  });

  it("says what was expected and what came", async () => {
    const report = await run(suite(IN_FULL, { deviations: ["hold_of_20_minutes"] }));
    expect(report.checks.find(({ result }) => result === "differs")).toMatchObject({
      id: "hold.lasts",
      section: "Limits, Booking hold",
      expected: 'state "booked"',
      actual: '"canceled"',
    });
  });

  it("every check has an id of its own, a section, a title and a rule", () => {
    expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
    for (const { id, section, title, rule } of CHECKS) {
      expect(id).toMatch(/^[a-z]+\.[a-z-]+$/);
      expect(section).not.toBe("");
      expect(title).not.toBe("");
      expect(rule).toMatch(/^[A-Z].*\.$/);
    }
  });

  it("in lines: a word, the id, and what was expected where it differs", async () => {
    const report = await run(suite(IN_FULL, { deviations: ["hold_of_20_minutes"] }));
    const lines = report.checks.map(resultText);
    expect(lines).toContain("holds          book.booked\n");
    expect(lines).toContain("not supported  refund.debited-hold: holds of this reward are not debited\n");
    expect(lines.find((line) => line.startsWith("differs"))).toBe(
      [
        "differs        hold.lasts (Limits, Booking hold)",
        "               A minute before its half hour is over, a hold is still booked.",
        '               expected: state "booked"',
        '               actual:   "canceled"',
        "",
      ].join("\n"),
    );
    expect(endText(report)).toMatch(
      /^\d+ hold, 1 differ, 2 not supported\.\nMade 14 redemptions and 5 codes\.\nLeft redeemed: conformance\.\S+\n$/,
    );
  });
});
