import { describe, expect, it } from "vitest";
import { moduleSize } from "../../../widget/barcode/fit.ts";

describe("moduleSize", () => {
  const table: [columns: number, available: number, ratio: number, size: number][] = [
    [100, 600, 1, 6],
    [100, 450, 1, 4],
    [100, 260, 1, 2],
    [100, 150, 1, 1],
    [100, 150, 2, 1.5],
    [100, 60, 1, 1],
    [100, 60, 2, 0.5],
    [100, 150, 3, 4 / 3],
    [100, 0, 2, 0.5],
    [100, 450, 0, 4],
  ];
  for (const [columns, available, ratio, size] of table) {
    it(`${columns} modules on ${available} px at ratio ${ratio} are ${size} px each`, () =>
      expect(moduleSize(columns, available, ratio)).to.equal(size));
  }

  it("is never more than the maximum, whatever fits", () => {
    expect(moduleSize(100, 900, 1, { most: 3 })).to.equal(3);
    expect(moduleSize(100, 900, 1.5, { most: 3 })).to.be.closeTo(8 / 3, 1e-9);
  });

  it("is the minimum even if that does not fit", () => {
    expect(moduleSize(100, 150, 1, { least: 2 })).to.equal(2);
    expect(moduleSize(100, 150, 2, { least: 2 })).to.equal(1.5);
  });

  it("is always a whole number of device pixels, one or more", () => {
    for (const ratio of [1, 1.25, 1.5, 2, 2.625, 3]) {
      for (let available = 0; available < 900; available += 7) {
        const pixels = moduleSize(123, available, ratio) * ratio;
        expect(pixels).to.be.at.least(1);
        expect(Math.abs(pixels - Math.round(pixels))).to.be.below(1e-9);
      }
    }
  });
});
