import { expect } from "@open-wc/testing";
import { formatLocale, languageOf, resolveLocale } from "../../widget/locale.ts";

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

describe("formatLocale", () => {
  const table: [locale: string, language: string, text: string][] = [
    ["en-GB", "en", "en-GB-u-ca-gregory-nu-latn"],
    ["ar-EG", "en", "en-u-ca-gregory-nu-latn"],
    ["fr-CA", "fr", "fr-CA-u-ca-gregory-nu-latn"],
    ["en-u-nu-thai", "en", "en-u-ca-gregory-nu-latn"],
  ];
  for (const [locale, language, text] of table) {
    it(`of ${locale} in ${language} is ${text}`, () => expect(formatLocale(locale, language)).to.equal(text));
  }
});

describe("languageOf", () => {
  it("is the part before the region", () => expect(languageOf("fr-CA")).to.equal("fr"));
});
