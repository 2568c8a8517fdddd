import { describe, expect, it } from "vitest";
import { closedOf, referenceOf } from "../../../widget/calls/problem-members.ts";
import type { FailureCode } from "../../../widget/state/failure.ts";

const closed = (problem: Record<string, unknown> | undefined, code: FailureCode = "promotion_unavailable") =>
  closedOf({ code, problem });

describe("closedOf", () => {
  const START = "2027-01-01T09:00:00Z";
  const END = "2026-10-31T23:59:59Z";
  const both = { start_datetime: START, end_datetime: END };

  it("reads each reason with the date that belongs to it", () => {
    expect(closed({ promotion_reason: "not_started", ...both })?.date).to.equal(START);
    expect(closed({ promotion_reason: "ended", ...both })?.date).to.equal(END);
    for (const promotion_reason of ["not_enabled", "not_ready"])
      expect(closed({ promotion_reason, ...both })).to.deep.equal({
        reason: promotion_reason,
        date: undefined,
      });
  });

  const unsaid: [what: string, problem: Record<string, unknown> | undefined][] = [
    ["nothing came", undefined],
    ["no reason is named", { start_datetime: START }],
    ["a newer server names another one", { promotion_reason: "brand_new" }],
    ["it names a member that every object has", { promotion_reason: "toString" }],
    ["it is no text", { promotion_reason: 7 }],
  ];
  for (const [what, problem] of unsaid) {
    it(`finds no reason if ${what}`, () => expect(closed(problem)).to.equal(undefined));
  }

  it("finds no date if none can be read", () => {
    for (const end_datetime of [undefined, null, "", 1_234])
      expect(closed({ promotion_reason: "ended", end_datetime })).to.deep.equal({
        reason: "ended",
        date: undefined,
      });
  });

  it("applies to promotions only", () =>
    expect(closed({ promotion_reason: "ended" }, "out_of_stock")).to.equal(undefined));
});

describe("referenceOf", () => {
  it("is the text in the problem, if there is one", () => {
    expect(referenceOf({ code: "codes_unreadable", problem: { reference: "rd-9" } })).to.equal("rd-9");
    for (const problem of [undefined, {}, { reference: 9 }, { reference: "" }])
      expect(referenceOf({ code: "codes_unreadable", problem })).to.equal(undefined);
  });
});
