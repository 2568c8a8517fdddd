import { describe, expect, it } from "vitest";
import { type Block, linesOf } from "../../../../demo/fulfillment/pdf/lines.ts";
import { widthOf } from "../../../../demo/fulfillment/pdf/widths.ts";

const MOST = 100;
const windows = new TextDecoder("windows-1252");
const broken = (text: string, more: Partial<Block> = {}) =>
  linesOf({ text, size: 10, ...more }, MOST).map(({ bytes }) => windows.decode(Uint8Array.from(bytes)));

describe("a text on paper", () => {
  it("is broken between words, and has no space at the break", () => {
    expect(broken("one two three four five six seven")).toEqual(["one two three four five", "six seven"]);
  });

  it.each(["regular", "bold", "mono"] as const)("is never wider than the paper in %s", (font) => {
    for (const text of ["W".repeat(200), "WWW iii ".repeat(40), "é€—".repeat(50), `${"x".repeat(90)} y`]) {
      for (const { bytes } of linesOf({ text, size: 13, font }, MOST)) {
        expect(bytes.reduce((sum, byte) => sum + widthOf(byte, font, 13), 0)).toBeLessThanOrEqual(MOST);
      }
    }
  });

  it("loses no letter of a too long word", () => {
    expect(broken("x".repeat(300)).join("")).toBe("x".repeat(300));
  });

  it("keeps its lines, empty lines and indentation", () => {
    expect(broken("a\r\n\r\n  b\u2028c\n")).toEqual(["a", "", "  b", "c", ""]);
  });

  it("has the space above it once", () => {
    const lines = linesOf({ text: "one two three four five six", size: 10, before: 7 }, MOST);
    expect(lines.map(({ before }) => before)).toEqual([7, 0]);
  });
});

describe("the width of a character", () => {
  it.each([
    ["i", "regular", 2.22],
    ["W", "regular", 9.44],
    ["é", "bold", 5.56],
    ["i", "mono", 6],
  ] as const)("%s in %s is %d at ten points", (char, font, width) => {
    expect(widthOf(char.charCodeAt(0), font, 10)).toBe(width);
  });
});
