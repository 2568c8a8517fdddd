/** The portal in each of its languages: complete tables, no English left, and the translated page. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";

const PAGE = resolve(import.meta.dirname, "../../../../demo/portal/page");
const html = readFileSync(join(PAGE, "index.html"), "utf8");
const { TEXTS, languageFor, speak, t } = (await import(pathToFileURL(join(PAGE, "language.js")).href)) as {
  TEXTS: Record<string, Record<string, string>>;
  languageFor(wishes: readonly (string | null)[]): string;
  speak(language: string): void;
  t(key: string, values?: Record<string, string | number>): string;
};
const { en: english = {}, ...others } = TEXTS;

/** The same in both languages: loanwords, units, and texts of placeholders only. */
const SAME: Record<string, readonly string[]> = {
  de: ["name", "delivery_redeem", "delivery_activate", "seconds", "minutes"],
};
/** A letter of the language's own script, if that is not the Latin one. */
const SCRIPT: Record<string, RegExp> = { ar: /\p{sc=Arab}/u };
/** A text of placeholders and signs only, which may be the same in every language. */
const isOnlyPlaces = (text: string) => !/\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ""));
const placesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the page", () => {
  const marked = [...html.matchAll(/data-text="([^"]+)"[^>]*>([^<]*)</g)];

  it("has the table's English text at every mark", () => {
    for (const [, key = "", text = ""] of marked) expect(text, key).toBe(english[key]);
    for (const [, text = "", key = ""] of html.matchAll(/aria-label="([^"]+)" data-label="([^"]+)"/g))
      expect(text).toBe(english[key]);
    expect(marked.length).toBeGreaterThan(60);
  });

  it("has no text without a mark except names, languages, and the text without JavaScript", () => {
    const left = html
      .replace(
        /<!--.*?-->|<title>.*?<\/title>|<noscript>.*?<\/noscript>|<option [^>]*lang=.*?<\/option>/gs,
        "",
      )
      .replace(/<([a-z0-9]+)\b[^>]*\bdata-text="[^>]*>[^<]*<\/\1>/g, "");
    const texts = [...left.matchAll(/>([^<]*[A-Za-z][^<]*)</g)].map(([, text]) => text?.trim());
    // The demo's own button is no part of the desk.
    expect(texts).toEqual(["Corvane", "Start the demo over"]);
  });

  it("offers each language that has a table, one of them from right to left", () => {
    const select = /<select id="language".*?<\/select>/s.exec(html)?.[0] ?? "";
    const offered = [...select.matchAll(/value="([^"]+)"/g)].map(([, value]) => value);
    expect(offered).toEqual(Object.keys(TEXTS));
    expect(offered).toEqual(["en", "de", "ar"]);
  });
});

describe.each(Object.entries(others))("%s", (language, texts) => {
  it("has every English key, and no other", () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english));
  });

  it("leaves no text empty or in English", () => {
    for (const [key, text] of Object.entries(texts).filter(([name]) => name !== "forms")) {
      expect(text.trim(), key).not.toBe("");
      if (isOnlyPlaces(text)) continue;
      expect(text, key).toMatch(SCRIPT[language] ?? /\p{sc=Latn}/u);
      if (!SAME[language]?.includes(key)) expect(text, key).not.toBe(english[key]);
    }
  });

  it("has the placeholders of the English text, and a form for each of its plurals", () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const forms = texts.forms?.split("|") ?? [];
    expect(new Set(forms)).toEqual(new Set(pluralCategories));
    for (const [key, text] of Object.entries(texts).filter(([name]) => name !== "forms")) {
      expect(placesOf(text), key).toEqual(placesOf(english[key] ?? ""));
      expect(text.split("|").length, key).toBe(english[key]?.includes("|") ? forms.length : 1);
    }
  });
});

describe("languageFor", () => {
  it.each([
    [[], "en"],
    [["de"], "de"],
    [[null, "de-AT", "en"], "de"],
    [["ja", "ar-AE"], "ar"],
    [["ar-EG"], "ar"],
    [["constructor", "xx"], "en"],
  ])("of %j is %s", (wishes, language) => expect(languageFor(wishes)).toBe(language));
});

describe("speak", () => {
  it.each(Object.keys(TEXTS))(
    "%s: the document's language and direction, texts, labels, plurals",
    (language) => {
      const text = { dataset: { text: "orders" }, textContent: "" };
      const label = { dataset: { label: "filters" }, setAttribute: vi.fn() };
      const field = { dataset: { placeholder: "term_short" }, placeholder: "" };
      const found: Record<string, object[]> = {
        "[data-text]": [text],
        "[data-label]": [label],
        "[data-placeholder]": [field],
      };
      const documentElement = { lang: "", dir: "" };
      vi.stubGlobal("document", { documentElement, querySelectorAll: (each: string) => found[each] ?? [] });
      speak(language);
      expect(documentElement).toEqual({ lang: language, dir: language === "ar" ? "rtl" : "ltr" });
      expect(text.textContent).toBe(TEXTS[language]?.orders);
      expect(label.setAttribute).toHaveBeenCalledWith("aria-label", TEXTS[language]?.filters);
      expect(field.placeholder).toBe(TEXTS[language]?.term_short);
      const several = t("entries", { count: 5 });
      expect(several).toContain("5");
      expect(several).not.toMatch(/[{|}]/);
      speak("en");
    },
  );

  it("keeps the direction of placeholders' values inside Arabic text", () => {
    vi.stubGlobal("document", { documentElement: {}, querySelectorAll: () => [] });
    speak("ar");
    expect(t("order_title", { order: "CV-1042" })).toContain("\u2068CV-1042\u2069");
    speak("en");
    expect(t("order_title", { order: "CV-1042" })).toBe("Order CV-1042");
  });
});
