import { expect } from "@open-wc/testing";
import { qrcode } from "../../../widget/barcode/qr.ts";

const VERSION_1 = 21;
const MORE_THAN_ANY_SYMBOL = 5_000;

describe("qrcode", () => {
  it("writes digits in the numeric mode", () =>
    expect(qrcode("1".repeat(30))?.rows.length).to.equal(VERSION_1));
  it("leaves what no symbol holds to its text", () =>
    expect(qrcode("x".repeat(MORE_THAN_ANY_SYMBOL))).to.equal(undefined));
});
