import { describe, expect, it } from "vitest";
import { code128 } from "../../../widget/barcode/code128.ts";

describe("code128", () => {
  it("is as short as the standard allows: digits in pairs", () => {
    // Start, 8 pairs, check: 11 modules each; stop: 13.
    expect(code128("6006491286999911")?.rows[0]?.length).to.equal(10 * 11 + 13);
  });

  for (const payload of ["", "é", "a\n", "Ì", "ÈÓ", "１２", "\u0000", "a\u007f"]) {
    it(`leaves ${JSON.stringify(payload)} to its text`, () => expect(code128(payload)).to.equal(undefined));
  }
});
