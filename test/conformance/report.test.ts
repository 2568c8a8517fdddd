/** The report: its shape, its words, and its checks. */
import { describe, expect, it } from "vitest";
import { IN_FULL, run, suite } from "../support/conformance.ts";
import { CHECKS } from "./checks/all.ts";
import { endText, ReportSchema, resultText } from "./report.ts";

describe("the report", () => {
  it("is of the documented shape", async () => {
    const report = await run(suite(IN_FULL, { deviations: ["hold_of_20_minutes"] }));
    expect(ReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
    const { holds, differs, not_supported } = report.summary;
    expect(holds + differs + not_supported).toBe(CHECKS.length);
    expect(differs).toBe(1);
  });

  it("says what was expected and what was found", async () => {
    const report = await run(suite(IN_FULL, { deviations: ["hold_of_20_minutes"] }));
    expect(report.checks.find(({ result }) => result === "differs")).toMatchObject({
      id: "hold.lasts",
      section: "Limits, Booking hold",
      expected: 'state "booked"',
      actual: '"canceled"',
    });
  });

  it("names the judged requests with their queries, and the ids of the items that differ", async () => {
    const report = await run(suite(IN_FULL, { deviations: ["state_filter_ignored"] }));
    const found = report.checks.find(({ id }) => id === "filter.state");
    if (found?.result !== "differs") throw new Error("filter.state holds");
    expect(found.requests.at(-1)).toMatchObject({
      operation: "List redemptions",
      method: "GET",
      path: "/fulfillment/v2/promotions/4001/redemptions",
      query: { state: "pending" },
      status: 200,
    });
    expect(found.ids.length).toBeGreaterThan(0);
    for (const id of found.ids) expect(id).toMatch(/^\w{5}-\w{5}$/);
  });

  it("contains no e-mail address of a query", async () => {
    const report = await run(suite(IN_FULL, { deviations: ["email_filter_by_beginning"] }));
    const found = report.checks.find(({ id }) => id === "filter.email-other");
    if (found?.result !== "differs") throw new Error("filter.email-other holds");
    expect(found.requests.at(-1)?.query).toEqual({
      email: "(an e-mail address)",
      order_id: expect.stringMatching(/^conformance\./),
    });
    expect(found.ids.length).toBeGreaterThan(0);
  });

  it("names only those requests of a scenario whose answers the check read", async () => {
    const report = await run(suite(IN_FULL, { deviations: ["cancel_of_hold"] }));
    const found = report.checks.find(({ id }) => id === "book.not-canceled");
    if (found?.result !== "differs") throw new Error("book.not-canceled holds");
    expect(found.requests.map(({ operation }) => operation)).toEqual([
      "Get a redemption",
      "Get a redemption",
    ]);
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

  it("as text: a word, the id, and the expectation if the check differs", async () => {
    const report = await run(suite(IN_FULL, { deviations: ["hold_of_20_minutes"] }));
    const lines = report.checks.map(resultText);
    expect(lines).toContain("holds          book.booked\n");
    expect(lines).toContain("not supported  refund.debited-hold: holds of this reward are not debited\n");
    expect(lines.find((line) => line.startsWith("differs"))?.split("\n")).toEqual([
      "differs        hold.lasts (Limits, Booking hold)",
      "               A minute before its half hour is over, a hold is still booked.",
      '               expected: state "booked"',
      '               actual:   "canceled"',
      expect.stringMatching(
        /^ {15}request: {2}GET \/fulfillment\/v2\/redemptions\/\w{5}-\w{5} answered 200 with \w{5}-\w{5}$/,
      ),
      "",
    ]);
    expect(endText(report)).toMatch(
      /^\d+ hold, 1 differ, 5 not supported\.\nMade 23 redemptions and 9 codes\.\nLeft redeemed: conformance\.\S+\n$/,
    );
  });
});
