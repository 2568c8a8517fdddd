import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { wordsOf } from "../../../../demo/brand/words.ts";
import { LINDEN } from "../../../../demo/shop/words.ts";
import { TAGS } from "../../../../widget/texts/languages.ts";

const DEMO = resolve(import.meta.dirname, "../../../../demo");
const html = ["brand/site/index.html", "shop/page/account.html"]
  .map((file) => readFileSync(join(DEMO, file), "utf8"))
  .join();
const { askedFor, choiceIn, ownName, speak, spokenOf } = (await import(
  pathToFileURL(join(DEMO, "brand/site/words.js")).href
)) as {
  askedFor(promotion: string, browser: string): string | undefined;
  choiceIn(choice: { id: string; translations?: Record<string, string> }, locale: string): string;
  ownName(tag: string): string;
  speak(language: string, words: object): void;
  spokenOf(locale: string, words: object): string;
};
const TEXTS = wordsOf(LINDEN) as Record<string, Record<string, string>>;

const named = [...html.matchAll(/data-(?:text|label)="([^"]+)"/g)].map(([, name]) => name ?? "");

describe("the shop's languages", () => {
  it("are at least six, and the widget has all of them", () => {
    expect(["en", ...TAGS]).toEqual(expect.arrayContaining(Object.keys(TEXTS)));
    expect(Object.keys(TEXTS).length).toBeGreaterThanOrEqual(6);
  });

  it.each([
    ["fr", "Français"],
    ["ja", "日本語"],
    ["ar", "العربية"],
    ["pt-BR", "Português (Brasil)"],
    ["sr-Latn", "Srpski (latinica)"],
  ])("%s is offered as %s", (tag, name) => expect(ownName(tag)).toBe(name));
});

describe.each(Object.entries(TEXTS))("the shop's texts in %s", (language, texts) => {
  it("are every text of the page, and no other", () => {
    // Written by the script: the title, the lists, and what the page says of a closed offer or a failed session.
    const others = ["closed", "nav", "offline", "refused", "title"];
    expect(Object.keys(texts).sort()).toEqual([...new Set([...named, ...others])].sort());
    expect(named.length).toBeGreaterThan(20);
  });

  // Japanese writes small numbers with digits, the other languages with words.
  it.skipIf(language === "ja")(
    "have no number that the page could write by the rules of the language itself",
    () => {
      const numbered = Object.keys(texts).filter((name) => /\d/.test(texts[name] ?? ""));
      expect(numbered).toEqual([]);
    },
  );
});

describe("the language without a choice", () => {
  it.each([
    ["en", "de-AT", "de-AT"],
    ["en", "it", "it"],
    ["en", "en-GB", undefined],
    ["fr", "de-AT", undefined],
    ["fr", "fr-CA", undefined],
    // WebKit's value on a machine without a language: no tag at all.
    ["en", "C", undefined],
  ])("promotion %s, browser %s: the widget gets %s", (promotion, browser, asked) => {
    expect(askedFor(promotion, browser)).toBe(asked);
  });
});

describe("the choice for a language", () => {
  const whole = { id: "whole", translations: { de: "german" } };
  it.each([
    [whole, "de-AT", "german"],
    [whole, "en-GB", "whole"],
    [whole, "it", "whole"],
    [whole, "C", "whole"],
    [{ id: "single" }, "de", "single"],
  ])("%o, %s: %s", (choice, locale, id) => expect(choiceIn(choice, locale)).toBe(id));
});

describe("speak", () => {
  /** A page with one text, one label and one number. */
  function page() {
    const text = { dataset: { text: "reward" }, textContent: "Your gift card" };
    const attributes = new Map<string, string>();
    const label = {
      dataset: { label: "navigation" },
      setAttribute: (name: string, value: string) => attributes.set(name, value),
    };
    const number = { dataset: {}, value: "12480", textContent: "12,480" };
    const found: Record<string, object[]> = {
      "[data-text]": [text],
      "[data-label]": [label],
      data: [number],
    };
    const documentElement = { lang: "en", dir: "" };
    vi.stubGlobal("document", {
      documentElement,
      querySelectorAll: (selector: string) => found[selector] ?? [],
    });
    return { documentElement, text, attributes, number };
  }
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["de-AT", "de"],
    ["ar-EG", "ar"],
    ["it", "en"],
    ["zh-Hant", "en"],
    ["en-GB", "en"],
  ])("%s: the shop's %s", (locale, language) => {
    expect(spokenOf(locale, TEXTS)).toBe(language);
  });

  it.each(Object.keys(TEXTS))("%s: language, direction, texts and labels", (language) => {
    const { documentElement, text, attributes, number } = page();
    for (const other of ["ar", "fr", language]) speak(other, TEXTS[other] ?? {});
    expect(documentElement).toEqual({ lang: language, dir: language === "ar" ? "rtl" : "ltr" });
    expect(text.textContent).toBe(TEXTS[language]?.reward);
    expect(attributes.get("aria-label")).toBe(TEXTS[language]?.navigation);
    expect(number.textContent).toMatch(/^12\D?480$/);
  });
});
