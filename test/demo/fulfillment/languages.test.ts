/** The texts for end users of the simulated service, in each language: the mail, and the page behind its link. */
import { describe, expect, it } from "vitest";
import { PROMOTIONS } from "../../../demo/fulfillment/app.ts";
import { FLOW_WORDS } from "../../../demo/fulfillment/flow/words.ts";
import { SPOKEN, type Spoken } from "../../../demo/fulfillment/languages.ts";
import { MAIL_WORDS } from "../../../demo/fulfillment/mail.ts";
import { SKU, setUp } from "./harness.ts";

/** Every text of a table by its path; functions are called with names that are no words. */
function textsOf(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return textsOf(value("X1", "Y2"), path);
  return Object.entries(value as object).flatMap(([key, each]) => textsOf(each, `${path}.${key}`));
}

const TABLES = { page: FLOW_WORDS, mail: MAIL_WORDS } as const;
const OTHERS = SPOKEN.filter((language) => language !== "en");

/** The same in both languages. */
const SAME: Partial<Record<Spoken, readonly string[]>> = { fr: [".testing"] };
/** A letter of the language's own script. */
const SCRIPT: Partial<Record<Spoken, RegExp>> = {
  ja: /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u,
  ar: /\p{sc=Arab}/u,
};

describe.each(Object.entries(TABLES))("the words of the %s", (_name, tables) => {
  const english = new Map(textsOf(tables.en));

  it.each(OTHERS)("%s: every English text is translated, none is empty or still in English", (language) => {
    const texts = textsOf(tables[language]);
    expect(texts.map(([path]) => path)).toEqual([...english.keys()]);
    for (const [path, text] of texts) {
      expect(text.trim(), path).not.toBe("");
      if (!SAME[language]?.includes(path)) expect(text, path).not.toBe(english.get(path));
      expect(text, path).toMatch(SCRIPT[language] ?? /\p{sc=Latn}/u);
    }
  });

  it.each(SPOKEN)("%s: contains the given names", (language) => {
    const said = textsOf(tables[language])
      .map(([, text]) => text)
      .join("\n");
    expect(said).toContain("X1");
    if (tables === TABLES.mail) expect(said).toContain("Y2");
  });
});

describe("a promotion that notifies", () => {
  it.each([
    [PROMOTIONS.notifying, "en", ""],
    [PROMOTIONS.notifyingGerman, "de", ""],
    [PROMOTIONS.notifyingSpanish, "es", ""],
    [PROMOTIONS.notifyingJapanese, "ja", ""],
    [PROMOTIONS.notifyingArabic, "ar", ' dir="rtl"'],
  ] as const)("%i: mail and page in %s", async (promotion, language, direction) => {
    const { create, call, control } = setUp();
    const sku = language === "en" ? SKU.fixed : `${language.toUpperCase()}-KESTROW-CODE-PLAIN-25`;
    const { data } = await create({ promotion, sku });
    const [mail] = control.outbox();
    expect(mail?.text).toContain(MAIL_WORDS[language]("", "").lines[1]);
    expect(mail?.text.split("\n")).toContain(data.url);
    const { pathname, search } = new URL(data.url);
    const { text } = await call("GET", pathname + search, undefined, {});
    expect(text).toContain(`<html lang="${language}"${direction}>`);
    expect(text).toContain(FLOW_WORDS[language].ready.title);
    // The reward's own texts have its language, and their own direction.
    expect(text).toContain(`<h1 lang="${language}" dir="auto">`);
  });
});
