import { expect } from "@open-wc/testing";
import { importTexts, isolated, LANGUAGES } from "../../../widget/texts/languages.ts";
import { ENGLISH } from "./english.ts";
import { mistakesIn } from "./rules.ts";

describe("importTexts", () => {
  it("returns the texts in the order of the English ones", async () =>
    expect(await importTexts("fr", "first")).to.deep.equal(
      Object.values((await LANGUAGES.fr?.())?.language.first ?? {}),
    ));
});

describe("isolated", () => {
  it("keeps the direction of a placeholder's value", () =>
    expect(isolated("מספר {reference}.")).to.equal("מספר \u2068{reference}\u2069."));
});

describe("the words of", () => {
  it("English keep to the rules", () => expect(mistakesIn("en", ENGLISH, ENGLISH)).to.deep.equal([]));

  for (const [tag, load] of Object.entries(LANGUAGES)) {
    it(`${tag} keep to the rules`, async () => {
      const { language } = await load();
      expect(mistakesIn(tag, language, ENGLISH)).to.deep.equal([]);
    });
  }
});
