import { expect } from "@open-wc/testing";
import { PROBLEM_CODES } from "../../../shared/problems.ts";
import { en } from "../../../widget/texts/en.ts";
import { enLater } from "../../../widget/texts/en-later.ts";
import { fr as frFirst } from "../../../widget/texts/fr.ts";
import { frLater } from "../../../widget/texts/fr-later.ts";
import { problemText } from "../../../widget/texts/problems.ts";
import { layTexts, type Texts, translator } from "../../../widget/texts/texts.ts";

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
const fr: Texts = { ...frFirst, ...frLater };
const LANGUAGES: Record<string, Texts> = { en: { ...en, ...enLater }, fr };
/** A sentence, not a label. */
const LEAST_WORDS = 4;
/** Charging is the order's matter; a problem's words may be shown before and after it. */
const CHARGE_CLAIM = /charged|débité/i;

for (const [language, texts] of Object.entries(LANGUAGES)) {
  describe(`texts in ${language}`, () => {
    for (const code of PROBLEM_CODES) {
      it(`say what ${code} means without claiming anything about charging`, () => {
        expect(texts.problem[code].split(" ").length).to.be.at.least(LEAST_WORDS);
        expect(texts.problem[code]).not.to.match(CHARGE_CLAIM);
      });
    }

    for (const state of TOLD) {
      it(`say what became of an order that is ${state}`, () => {
        expect(texts[`${state}_title`]).not.to.equal("");
        expect(texts[`${state}_text`].split(" ").length).to.be.at.least(LEAST_WORDS);
      });
    }

    it("have no empty one, and none without its end", () => {
      for (const [key, text] of [...Object.entries(texts), ...Object.entries(texts.problem)]) {
        if (typeof text !== "string") continue;
        expect(text, key).to.match(/^\S(.*\S)?$/s);
        if (/_text$/.test(key)) expect(text, key).to.match(/\.$/);
      }
    });
  });
}

describe("fr", () => {
  it("has the same keys and the same places to fill as en", () => {
    const places = (text: unknown) =>
      String(text)
        .match(/\{\w+\}/g)
        ?.sort() ?? [];
    const english = LANGUAGES.en ?? fr;
    expect(Object.keys(fr).sort()).to.deep.equal(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      expect(places(Reflect.get(fr, key)), key).to.deep.equal(places(text));
    }
  });
});

describe("layTexts", () => {
  it("lets a page replace single texts and keep the others", () => {
    const texts = layTexts(enLater, undefined, { confirm: "Go!", problem: { out_of_stock: "Gone." } });
    expect(translator(texts)("confirm")).to.equal("Go!");
    expect(translator(texts)("book")).to.equal(enLater.book);
    expect(problemText(texts, "out_of_stock")).to.equal("Gone.");
    expect(problemText(texts, "not_booked")).to.equal(enLater.problem.not_booked);
  });
});

describe("translator", () => {
  it("fills in values as text", () =>
    expect(translator({ range: "{min} to {max}" })("range", { min: 5, max: "<b>" })).to.equal("5 to <b>"));
  it("does not fill what a value brings", () =>
    expect(translator({ range: "{min} to {max}" })("range", { min: "{max}", max: 9 })).to.equal(
      "{max} to 9",
    ));
});

describe("problemText", () => {
  it("has general words for a code of a newer server", () =>
    expect(problemText(layTexts(enLater), "brand_new" as never)).to.equal(enLater.problem.unreadable));
  it("has words before the later ones are there", () =>
    expect(problemText(layTexts(), "offline")).to.equal(en.offline));
});
