import { describe, expect, it } from "vitest";
import { safeSupport } from "../../../widget/page/support.ts";

describe("safeSupport", () => {
  for (const address of [
    "https://shop.example/help?order=1#top",
    "mailto:help@shop.example",
    "MAILTO:help@shop.example?subject=My%20reward&body=Hello",
    "http://127.0.0.1:4000/help",
  ])
    it(`follows ${address}`, () => expect(safeSupport(address)).to.equal(address));

  for (const address of [
    "",
    null,
    undefined,
    "javascript:alert(1)",
    "http://shop.example/help",
    "mailto:",
    "mailto:a@b.example,c@d.example",
    "mailto:a@b.example\nbcc:c@d.example",
    "mailto:<a@b.example>",
    "https://a@evil.example/",
    "tel:112",
    "/help",
  ])
    it(`refuses ${JSON.stringify(address)}`, () => expect(safeSupport(address)).to.equal(undefined));
});
