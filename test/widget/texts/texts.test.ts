import { expect } from "@open-wc/testing";
import { PROBLEM_CODES } from "../../../shared/problems.ts";
import { enFlow } from "../../../widget/texts/en-flow.ts";
import { enProblems } from "../../../widget/texts/en-problems.ts";
import { language as french } from "../../../widget/texts/fr.ts";
import { problemText } from "../../../widget/texts/problems.ts";
import { keyed, type Messages, type Texts, translator } from "../../../widget/texts/texts.ts";
import { formatLocale } from "../../../widget/words/locale.ts";
import { ENGLISH } from "./english.ts";
import { categoriesOf } from "./rules.ts";

const TOLD = [
  "activated",
  "notified",
  "canceled",
  "refunded",
  "failed",
  "denied",
  "blocked",
  "expired",
] as const;
const LANGUAGES = { en: ENGLISH, fr: french };
/** The text is a sentence, not a label. */
const LEAST_WORDS = 4;
/** The order's state says whether it is charged. A problem's text may be shown before and after that. */
const CHARGE_CLAIM = /charged|débité/i;

for (const [language, texts] of Object.entries(LANGUAGES)) {
  describe(`texts in ${language}`, () => {
    for (const code of PROBLEM_CODES) {
      it(`say what ${code} means without claiming anything about charging`, () => {
        expect(texts.problems[code].split(" ").length).to.be.at.least(LEAST_WORDS);
        expect(texts.problems[code]).not.to.match(CHARGE_CLAIM);
      });
    }

    for (const state of TOLD) {
      it(`say the outcome of an order that is ${state}`, () => {
        expect(texts.flow[`${state}_title`]).not.to.equal("");
        expect(texts.flow[`${state}_text`].split(" ").length).to.be.at.least(LEAST_WORDS);
      });
    }
  });
}

/** The widget's own texts, after those of a page. */
const withReplaced = (replaced?: Messages): Texts => [replaced, enFlow, { problem: enProblems }];

describe("the texts of a page", () => {
  it("replace single texts and keep the others", () => {
    const texts = withReplaced({ confirm: "Go!", problem: { out_of_stock: "Gone." } });
    expect(translator(texts, "en")("confirm")).to.equal("Go!");
    expect(translator(texts, "en")("book")).to.equal(enFlow.book);
    expect(problemText(texts, "out_of_stock")).to.equal("Gone.");
    expect(problemText(texts, "not_booked")).to.equal(enProblems.not_booked);
  });
});

describe("keyed", () => {
  it("gives words the keys of the English ones, in their order", () =>
    expect(keyed({ yes: "yes", no: "no" }, ["oui", "non"])).to.deep.equal({ yes: "oui", no: "non" }));
});

describe("translator", () => {
  it("fills in values as text", () =>
    expect(
      translator([{ amount_between: "{min} to {max}" }], "en")("amount_between", { min: 5, max: "<b>" }),
    ).to.equal("5 to <b>"));
  it("does not replace placeholders in a value", () =>
    expect(
      translator([{ amount_between: "{min} to {max}" }], "en")("amount_between", { min: "{max}", max: 9 }),
    ).to.equal("{max} to 9"));
  it("leaves a bar alone without a count", () =>
    expect(translator([{ book: "Take it | leave it" }], "en")("book")).to.equal("Take it | leave it"));
  const plurals: [locale: string, text: string, forms: Record<number, string>][] = [
    ["en", "{count} reward|{count} rewards", { 0: "0 rewards", 1: "1 reward", 1200: "1,200 rewards" }],
    ["en-GB", "one|{count} of them", { 1: "one", 2: "2 of them" }],
    ["fr-CH", "{count} prix|{count} de prix|{count} des prix", { 0: "0 prix", 2: "2 des prix" }],
    [
      "uk",
      "{count} а|{count} б|{count} в|{count} г",
      { 1: "1 а", 21: "21 а", 3: "3 б", 11: "11 в", 25: "25 в" },
    ],
    ["ar", "0|1|2|few|many|other", { 0: "0", 1: "1", 2: "2", 3: "few", 11: "many", 100: "other" }],
    ["lv", "{count} n|{count} v|{count} d", { 0: "0 n", 10: "10 n", 21: "21 v", 2: "2 d" }],
    ["ja", "{count}点", { 1: "1点", 5: "5点" }],
    // A page's own text, with one form for all counts.
    ["uk", "{count} подарунків", { 1: "1 подарунків", 3: "3 подарунків" }],
  ];
  for (const [locale, text, forms] of plurals) {
    for (const [count, said] of Object.entries(forms)) {
      it(`says ${said} for ${count} in ${locale}`, () =>
        expect(
          translator([{ found: text, forms: categoriesOf(locale).join("|") }], formatLocale(locale, locale))(
            "found",
            { count: Number(count) },
          ),
        ).to.equal(said));
    }
  }
});

describe("problemText", () => {
  it("has general words for a code of a newer server", () =>
    expect(problemText(withReplaced(), "brand_new" as never)).to.equal(enProblems.unreadable));
  it("is empty, not another problem's text, while its own is loading", () =>
    expect(problemText([enFlow], "out_of_stock")).to.equal(""));
});
