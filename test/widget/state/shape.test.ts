import { describe, expect, it } from "vitest";
import type { Codes, Usage } from "../../../shared/usages.ts";
import { type MainAction, mainActionOf } from "../../../widget/state/shape.ts";

const codes = (values: Partial<Record<Usage, string>>, type?: "c128" | "qrcode"): Codes => ({
  reward_format: { usages: Object.keys(values) as Usage[], barcode_type: type ?? "none" },
  items: Object.entries(values).map(([usage, value]) => ({
    name: "",
    usage: usage as Usage,
    value,
    format: /^https/.test(value) ? "url" : "string",
  })),
  ...(type && { barcode: { type, value: "1" } }),
});

describe("the main action", () => {
  const table: [what: string, codes: Codes, action: MainAction][] = [
    ["a code with a barcode", codes({ primary: "ABCD" }, "c128"), "till"],
    ["a code with a QR code", codes({ primary: "ABCD" }, "qrcode"), "till"],
    ["a card's number with its PIN", codes({ primary: "6006491286999911", security: "48" }), "till"],
    [
      "a card's number in groups with its PIN",
      codes({ primary: "6006-4912 8699-9911", security: "48" }),
      "till",
    ],
    ["a code alone", codes({ primary: "ABCD-EFGH" }), "copy"],
    ["a number alone", codes({ primary: "6006491286999911" }), "copy"],
    ["letters with a PIN", codes({ primary: "ABCD-EFGH-JKLM", security: "48" }), "copy"],
    ["a link", codes({ url: "https://x.example/" }), "open"],
    ["a link with a QR code", codes({ url: "https://x.example/" }, "qrcode"), "open"],
    ["a link with its code", codes({ security_url: "https://x.example/", security_url_code: "1" }), "open"],
  ];
  for (const [what, given, action] of table)
    it(`of ${what} is ${action}`, () => expect(mainActionOf(given)).to.equal(action));
});
