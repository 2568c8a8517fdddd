import { describe, expect, it } from "vitest";
import { thresholdsOf } from "../../../server/operators/budget-watch.ts";
import { warningOf } from "../../../server/operators/warnings.ts";

describe("alerts", () => {
  it.each<[unknown[] | undefined, number[]]>([
    [undefined, []],
    [[], []],
    [
      [500, 100, 500],
      [100, 500],
    ],
    [
      ["250", "12.5"],
      [12.5, 250],
    ],
    [
      [{ threshold: 50 }, { amount: "20" }, { value: { amount: 5 } }],
      [5, 20, 50],
    ],
    [[null, true, "soon", {}, "1e3", Number.NaN, "-5"], []],
  ])("%j are amounts %j", (alerts, amounts) => expect(thresholdsOf(alerts)).toEqual(amounts));
});

describe("a balance", () => {
  it.each<[number, number[], string | undefined]>([
    [501, [100, 500], undefined],
    [500, [100, 500], "budget_low"],
    [99, [100, 500], "budget_low"],
    [1, [], undefined],
    [0, [], "budget_empty"],
    [-3, [100], "budget_empty"],
  ])("of %d with alerts at %j: %s", (balance, alerts, code) => expect(warningOf(balance, alerts)).toBe(code));
});
