import { describe, expect, it } from "vitest";
import { type RawCodes, readCodes } from "../../shared/usages.ts";

const item = (usage: string, value: unknown, format = "string") => ({ name: usage, value, format, usage });
const LINK = "https://redeem.example/abc";

describe("items are chosen by the usages list, in its order", () => {
  it.each<[string[], RawCodes["codes"], string[]]>([
    [["primary"], [item("primary", "A")], ["A"]],
    [
      ["primary", "security"],
      [item("security", "PIN"), item("extra", "X"), item("primary", "A")],
      ["A", "PIN"],
    ],
    [["url"], [item("primary", "ignored"), item("url", LINK, "url")], [LINK]],
    [
      ["security_url", "security_url_code"],
      [item("security_url_code", "9"), item("security_url", LINK)],
      [LINK, "9"],
    ],
  ])("%j", (usages, codes, values) => {
    const read = readCodes({ usages, barcode_type: "none", codes });
    expect(read?.items.map((each) => each.value)).toEqual(values);
    expect(read?.reward_format.usages).toEqual(usages);
  });
});

describe("codes are unreadable", () => {
  it.each<[string, RawCodes]>([
    ["without a usages list", { codes: [item("primary", "A")] }],
    ["with a list that is not one of the four", { usages: ["security"], codes: [item("security", "A")] }],
    [
      "with the list in another order",
      { usages: ["security", "primary"], codes: [item("primary", "A"), item("security", "B")] },
    ],
    ["when a listed usage is missing", { usages: ["primary", "security"], codes: [item("primary", "A")] }],
    ["when a listed value is empty", { usages: ["primary"], codes: [item("primary", "")] }],
    ["when a listed value is not text", { usages: ["primary"], codes: [item("primary", { a: 1 })] }],
    ["when a link is a script", { usages: ["url"], codes: [item("url", "javascript:alert(1)", "url")] }],
    [
      "when a code of format url is a script",
      { usages: ["primary"], codes: [item("primary", "javascript:alert(1)", "url")] },
    ],
    ["without codes", { usages: ["primary"] }],
  ])("%s", (_, raw) => expect(readCodes({ barcode_type: "none", ...raw })).toBeUndefined());
});

describe("the barcode", () => {
  const primary = [item("primary", "A1")];
  const barcodeOf = (usages: string[], barcode_type: unknown, codes: RawCodes["codes"]) =>
    readCodes({ usages, barcode_type, codes })?.barcode;

  it("takes the item made for it", () =>
    expect(barcodeOf(["primary"], "c128", [...primary, item("barcode", "B2")])).toEqual({
      type: "c128",
      value: "B2",
    }));
  it("else the primary code", () =>
    expect(barcodeOf(["primary"], "qrcode", primary)).toEqual({ type: "qrcode", value: "A1" }));
  it("of a link is a QR code of the link", () =>
    expect(barcodeOf(["url"], "qrcode", [item("url", LINK), item("barcode", "B2")])).toEqual({
      type: "qrcode",
      value: LINK,
    }));
  it("of a link is never Code 128", () =>
    expect(barcodeOf(["url"], "c128", [item("url", LINK)])).toBeUndefined());
  it.each(["none", "ean13", null, undefined])("is not drawn for type %j", (type) =>
    expect(barcodeOf(["primary"], type, primary)).toBeUndefined(),
  );
});

describe("beside the items", () => {
  const read = (codes: RawCodes["codes"], expiration_datetime?: unknown) =>
    readCodes({ usages: ["primary"], barcode_type: "none", codes, expiration_datetime });

  it("a printable document's address is passed on", () =>
    expect(read([item("primary", "A"), item("printable_document_url", LINK)])?.printable_document_url).toBe(
      LINK,
    ));
  it("a document with a refused address is left out, the code is not", () => {
    const codes = read([item("primary", "A"), item("printable_document_url", "javascript:alert(1)")]);
    expect(codes?.items).toHaveLength(1);
    expect(codes).not.toHaveProperty("printable_document_url");
  });
  it("the expiry is passed on when there is one", () => {
    expect(read([item("primary", "A")], "2027-01-31T23:59:59Z")?.expiration_datetime).toBe(
      "2027-01-31T23:59:59Z",
    );
    expect(read([item("primary", "A")], null)).not.toHaveProperty("expiration_datetime");
  });
});
