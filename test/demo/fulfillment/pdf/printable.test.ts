import { describe, expect, it } from "vitest";
import { printable, winAnsi } from "../../../../demo/fulfillment/pdf/printable.ts";

describe("printable text", () => {
  it.each(["plain", "é à ü ß Ø Æ ñ ¿", "€ ‚ ƒ „ … Š š Œ œ Ž ž Ÿ ™ ‘ ’ “ ” • – —", ""])(
    "%s stays as it is",
    (text) => {
      expect(printable(text)).toEqual({ text, complete: true });
    },
  );

  it.each([
    ["e\u0301", "é", "composed"],
    ["5\u202f€", "5 €", "a narrow space"],
    ["a\tb", "a b", "a tab"],
    ["a\u2011b", "a-b", "a hyphen that does not break"],
    ["a\u200bb\u202ec\u00ad\u0007", "abc", "what nobody sees"],
  ])("%j is %j: %s", (text, printed) => {
    expect(printable(text)).toEqual({ text: printed, complete: true });
  });

  it.each([
    ["Łódź", "Lódz"],
    ["ąčęłőřş", "acelors"],
    ["Nguyễn Thị", "Nguyen Thi"],
    ["ﬁn Ａ５ ℃", "fin A5 °C"],
  ])("%s is written with the nearest letters: %s", (text, printed) => {
    expect(printable(text)).toEqual({ text: printed, complete: false });
  });

  it.each([
    ["日本", "??"],
    ["안녕", "??"],
    ["Привет", "??????"],
    ["🎁", "?"],
    ["👩‍👩‍👧‍👦 🇫🇷 👍🏽 ❤️", "? ? ? ?"],
    ["\ud83c", "?"],
    ["שלום", "????"],
  ])("%s has no letters here: one question mark for each character", (text, printed) => {
    expect(printable(text)).toEqual({ text: printed, complete: false });
  });

  it("contains only characters that have a byte, for every character", () => {
    for (let code = 0; code <= 0x2fff; code += 1) {
      for (const char of printable(String.fromCodePoint(code)).text) {
        expect(winAnsi(char), code.toString(16)).toBeDefined();
      }
    }
  });

  it("has the bytes of Windows-1252", () => {
    const windows = new TextDecoder("windows-1252");
    for (let byte = 0x20; byte <= 0xff; byte += 1) {
      const own = winAnsi(windows.decode(Uint8Array.of(byte)));
      expect(own ?? byte, byte.toString(16)).toBe(byte);
    }
  });
});
