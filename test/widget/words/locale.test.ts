import { expect } from "@open-wc/testing";
import {
  directionOf,
  formatLocale,
  formatNumber,
  languageOf,
  nearest,
  resolveLocale,
} from "../../../widget/words/locale.ts";

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
    ["pt-AO", "pt-PT", "pt-AO-u-ca-gregory-nu-latn"],
    ["zh-TW", "zh-Hant", "zh-TW-u-ca-gregory-nu-latn"],
    ["nn-NO", "nb", "nb-u-ca-gregory-nu-latn"],
    ["fa-IR", "fa", "fa-IR-u-ca-gregory-nu-latn"],
    ["en-u-nu-thai", "en", "en-u-ca-gregory-nu-latn"],
  ];
  for (const [locale, language, text] of table) {
    it(`of ${locale} in ${language} is ${text}`, () => expect(formatLocale(locale, language)).to.equal(text));
  }
});

/** All languages that must exist. */
const TAGS =
  "ar bg cs da de el es et fa fi fr he hr hu id is it ja ko lt lv nb nl pl pt-PT pt-BR ro sk sl sr sr-Latn sv th tr uk vi zh-Hans zh-Hant".split(
    " ",
  );

describe("nearest", () => {
  const table: [wish: string, tag: string | undefined][] = [
    ["fr", "fr"],
    ["fr_CH", "fr"],
    ["de-AT", "de"],
    ["es-419", "es"],
    ["en-GB", undefined],
    ["pt", "pt-BR"],
    ["pt-BR", "pt-BR"],
    ["pt-PT", "pt-PT"],
    ["pt-AO", "pt-PT"],
    ["pt-MZ", "pt-PT"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-SG", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-Hant", "zh-Hant"],
    ["zh-Hant-HK", "zh-Hant"],
    ["zh-Hans-HK", "zh-Hans"],
    ["sr", "sr"],
    ["sr-RS", "sr"],
    ["sr-Cyrl-BA", "sr"],
    ["sr-Latn", "sr-Latn"],
    ["sr-Latn-RS", "sr-Latn"],
    ["sr-ME", "sr-Latn"],
    ["nb-NO", "nb"],
    ["no", "nb"],
    ["nn", "nb"],
    ["nn-NO", "nb"],
    ["iw", "he"],
    ["iw-IL", "he"],
    ["he-IL", "he"],
    ["in", "id"],
    ["in_ID", "id"],
    ["ar-EG", "ar"],
    ["fa-AF", "fa"],
    ["ja-JP-u-ca-japanese", "ja"],
    ["uk-UA", "uk"],
    ["th-TH-u-nu-thai", "th"],
    // Not available.
    ["sw", undefined],
    ["xx", undefined],
    ["und", undefined],
  ];
  for (const [wish, tag] of table) {
    it(`to ${wish} is ${tag ?? "none of them"}`, () =>
      expect(nearest(resolveLocale(wish), TAGS)).to.equal(tag));
  }
});

describe("directionOf", () => {
  const table: [locale: string, direction: string][] = [
    ["ar", "rtl"],
    ["ar-u-ca-gregory-nu-latn", "rtl"],
    ["he-IL", "rtl"],
    ["fa", "rtl"],
    ["ur", "rtl"],
    ["en", "ltr"],
    ["ja", "ltr"],
    ["xx", "ltr"],
  ];
  for (const [locale, direction] of table) {
    it(`of ${locale} is ${direction}`, () => expect(directionOf(locale)).to.equal(direction));
  }
});

describe("formatNumber", () => {
  it("keeps an amount from left to right inside text that runs from right to left", () => {
    const amount = formatNumber(formatLocale("ar-AE", "ar"), 25, "AED");
    expect(amount).to.match(/^\u2066.*25.*\u2069$/);
    expect(formatNumber("en", 25, "USD")).to.equal("$25");
  });
});

describe("a range", () => {
  const table: [locale: string, currency: string | undefined, text: RegExp][] = [
    ["en", "USD", /^\$5\u00a0– \$2,500$/],
    ["sk", "EUR", /^5\u00a0– 2\u00a0500\u00a0€$/],
    ["pt-PT", "EUR", /^5\u00a0- 2500\u00a0€$/],
    ["da", "DKK", /^5-\u200b2\.500\u00a0kr\.$/],
    ["nl", undefined, /^5-\u200b2\.500$/],
    ["de", "EUR", /^5–2\.500\u00a0€$/],
    ["ar", "AED", /^\u20665–2,500\u00a0د\.إ\.\u2069$/],
  ];
  for (const [locale, currency, text] of table) {
    it(`may break only after the sign between its amounts, in ${locale}`, () =>
      expect(formatNumber(formatLocale(locale, locale), 5, currency, 2500)).to.match(text));
  }
});

describe("languageOf", () => {
  it("is the part before the region", () => expect(languageOf("fr-CA")).to.equal("fr"));
});
