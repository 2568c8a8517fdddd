import { describe, expect, it } from "vitest";
import { quickAmounts } from "../../../widget/catalog/quick-amounts.ts";

describe("quickAmounts", () => {
  const table: [min: number, max: number, amounts: number[]][] = [
    [5, 100, [5, 10, 25, 50, 100]],
    [5, 150, [5, 10, 25, 50, 100]],
    [20, 40, [25]],
    [3, 4, []],
    [50, 50, []],
    [1, 1_000, [1, 5, 50, 200, 1_000]],
    [250_000, 9_999_999, [250_000, 500_000, 1_000_000, 2_000_000, 5_000_000]],
  ];
  for (const [min, max, amounts] of table) {
    it(`${min} to ${max}: ${amounts.join(", ") || "none"}`, () =>
      expect(quickAmounts({ min, max })).to.deep.equal(amounts));
  }

  it("are never outside the range, and ascend", () => {
    for (let min = 1; min < 3_000; min += 97) {
      for (let max = min; max < 300_000; max = max * 3 + 1) {
        const amounts = quickAmounts({ min, max });
        expect(amounts.every((amount) => amount >= min && amount <= max)).to.equal(true);
        expect(amounts).to.deep.equal([...new Set(amounts)].sort((a, b) => a - b));
      }
    }
  });
});
