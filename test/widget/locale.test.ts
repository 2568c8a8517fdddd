import { expect } from "@open-wc/testing";
import { languageOf, resolveLocale } from "../../widget/locale.ts";

describe("resolveLocale", () => {
  const table: [wishes: (string | null | undefined)[], locale: string][] = [
    [["fr", "de", "en"], "fr"],
    [["en_US"], "en-US"],
    [["fr_ca"], "fr-CA"],
    [[undefined, "fr-FR", "en"], "fr-FR"],
    [["", null, "fr"], "fr"],
    [["not a locale!", "fr"], "fr"],
    [[" fr "], "fr"],
    [[], "en"],
    [[undefined, null, ""], "en"],
  ];
  for (const [wishes, locale] of table) {
    it(`${JSON.stringify(wishes)} is ${locale}`, () => expect(resolveLocale(...wishes)).to.equal(locale));
  }
});

describe("languageOf", () => {
  it("is the part before the region", () => expect(languageOf("fr-CA")).to.equal("fr"));
});
