import { expect } from "@open-wc/testing";
import type { Language } from "../../../widget/texts/texts.ts";
import { mistakesIn } from "./rules.ts";

/** A language with one text; the rules need no more. */
const only = (text: string): Language =>
  ({ first: { found: text }, flow: {}, problems: {} }) as unknown as Language;

describe("the rules for words", () => {
  const table: [tag: string, english: string, text: string, mistake: RegExp | undefined][] = [
    ["de", "Choose", "Wählen", undefined],
    ["de", "Choose", " Wählen", /blank/],
    ["de", "Choose", "", /blank/],
    ["de", "Choose", "<b>Wählen</b>", /HTML/],
    ["de", "Choose", "Wählen Sie's", /typewriter/],
    ["ar", "Choose", "اختر\u200f", /directions/],
    ["de", "{count} left|{count} left", "noch {count}|noch {count}", undefined],
    ["de", "{count} left|{count} left", "nur noch einer|noch {count}", undefined],
    ["de", "{count} left|{count} left", "noch {count}", /1 plural forms, not 2/],
    ["uk", "{count} left|{count} left", "одна|{count} штуки|{count} штук|{count} штуки", /one does not have/],
    ["fr", "{count} left|{count} left", "plus qu’une|{count}|{count}", undefined],
    ["ja", "{count} left|{count} left", "残り{count}点", undefined],
    ["de", "From {min} to {max}", "Von {min} bis {min}", /places/],
    ["de", "Choose", "Wählen | nehmen", /2 plural forms, not 1/],
    ["de", "Search rewards", "Search rewards", /English/],
    ["de", "Choose one", "Wählen Sie your Prämie", /English/],
    ["de", "PIN", "PIN", undefined],
    ["el", "Choose", "Wählen", /script/],
    ["sr-Latn", "Choose", "Изабери", /script/],
    ["pl", "Choose", "Wybiеrz", /mixes/],
    ["de", "No “{query}” found", "Kein „{query}“ gefunden", undefined],
    ["de", "No “{query}” found", "Kein “{query}” gefunden", /has no „/],
    ["fr", "Balance: {amount}", "Solde : {amount}", /no-break/],
    ["fr", "Balance: {amount}", "Solde\u00a0: {amount}", undefined],
    ["ja", "Please wait.", "お待ちください。", undefined],
    ["de", "Please wait.", "Bitte warten", /ends otherwise/],
    ["de", "Wait", "Warten.", /ends otherwise/],
    ["de", "Wait", "Bitte gedulden Sie sich einen Augenblick", /too long/],
  ];
  for (const [tag, english, text, mistake] of table) {
    it(`${mistake ? "refuse" : "take"} “${text}” for “${english}” in ${tag}`, () => {
      const found = mistakesIn(tag, only(text), only(english)).join("\n");
      if (mistake) expect(found).to.match(mistake);
      else expect(found).to.equal("");
    });
  }

  it("refuse keys in another order", () => {
    const language = { first: { b: "b", a: "a" }, flow: {}, problems: {} } as unknown as Language;
    const english = { first: { a: "a", b: "b" }, flow: {}, problems: {} } as unknown as Language;
    expect(mistakesIn("de", language, english).join()).to.match(/order/);
  });
});
