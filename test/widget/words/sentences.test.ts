import { expect } from "@open-wc/testing";
import { joinSentences, withSingleStops } from "../../../widget/words/sentences.ts";

describe("joinSentences", () => {
  const table: [locale: string, sentences: string[], text: string][] = [
    ["en", ["Wait.", "Then go."], "Wait. Then go."],
    ["en", ["", "Go."], "Go."],
    ["ja-JP", ["お待ちください。", "次へ。"], "お待ちください。次へ。"],
    ["zh-Hant-u-nu-latn", ["請稍候。", "繼續。"], "請稍候。繼續。"],
    ["th", ["รอสักครู่", "ไปต่อ"], "รอสักครู่ ไปต่อ"],
    ["ko", ["기다려 주세요.", "계속."], "기다려 주세요. 계속."],
  ];
  for (const [locale, sentences, text] of table)
    it(`writes ${text} in ${locale}`, () => expect(joinSentences(locale, ...sentences)).to.equal(text));
});

describe("withSingleStops", () => {
  const table: [text: string, written: string][] = [
    ["Mellem 5 kr. og 500 kr..", "Mellem 5 kr. og 500 kr."],
    ["Pabaiga: kovo 1 d.. Dovanų nebėra.", "Pabaiga: kovo 1 d. Dovanų nebėra."],
    ["بين ٥ و\u206650 ر.س.\u200f\u2069.", "بين ٥ و\u206650 ر.س.\u200f\u2069"],
    ["Between $5 and $500.", "Between $5 and $500."],
  ];
  for (const [text, written] of table)
    it(`writes ${written}`, () => expect(withSingleStops(text)).to.equal(written));
});
