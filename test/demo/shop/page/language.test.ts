import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";

const PAGE = resolve(import.meta.dirname, "../../../../demo/shop/page");
const html = readFileSync(join(PAGE, "index.html"), "utf8");
const { TEXTS, speak } = (await import(pathToFileURL(join(PAGE, "language.js")).href)) as {
  TEXTS: Record<string, Record<string, string>>;
  speak(language: string): void;
};

const named = [...html.matchAll(/data-(?:text|label)="([^"]+)"/g)].map(([, name]) => name ?? "");
/** The name of each text with the English that stands in the page. */
const english = new Map(
  [...html.matchAll(/data-text="([^"]+)"[^>]*>([^<]*)</g)].map(([, name = "", text = ""]) => [name, text]),
);

/** Written alike in both languages. */
const SAME: Record<string, readonly string[]> = { fr: ["points"] };
/** A letter of the language's own script, where that is not the Latin one. */
const SCRIPT: Record<string, RegExp> = { ja: /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u, ar: /\p{sc=Arab}/u };

describe("the shop's languages", () => {
  it("are at least six, with the English of the page, and each can be chosen", () => {
    const offered = /<select id="language".*?<\/select>/s.exec(html)?.[0] ?? "";
    const values = [...offered.matchAll(/value="([^"]+)"/g)].map(([, value]) => value);
    expect(values).toEqual(["auto", "en", ...Object.keys(TEXTS)]);
    expect(values.length - 1).toBeGreaterThanOrEqual(6);
  });
});

describe.each(Object.entries(TEXTS))("the shop's texts in %s", (language, texts) => {
  it("are every text of the page, and no other", () => {
    expect(Object.keys(texts).sort()).toEqual([...new Set(named)].sort());
    expect(named.length).toBeGreaterThan(30);
  });

  it.each([...english])("say %s in other words than the English", (name, text) => {
    expect(text.trim()).not.toBe("");
    expect(texts[name]?.trim()).not.toBe("");
    expect(texts[name]).toMatch(SCRIPT[language] ?? /\p{sc=Latn}/u);
    if (SAME[language]?.includes(name)) expect(texts[name]).toBe(text);
    else expect(texts[name]).not.toBe(text.replaceAll("&amp;", "&"));
  });

  // Japanese writes small numbers with digits, where the others have words.
  it.skipIf(language === "ja")(
    "have no number that the page could not write by the language's own rules",
    () => {
      const numbered = Object.keys(texts).filter((name) => /\d/.test(texts[name] ?? ""));
      const addresses = ["grocer", "bikes", "bakery", "grocer_bonus", "bikes_bonus"];
      expect(addresses).toEqual(expect.arrayContaining(numbered));
    },
  );
});

describe("speak", () => {
  /** A page of one text, one label and one number. */
  function page() {
    const text = { dataset: { text: "reward" }, textContent: "Your gift card" };
    const attributes = new Map([["aria-label", "Main"]]);
    const label = {
      dataset: { label: "nav" },
      getAttribute: (name: string) => attributes.get(name),
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

  it.each([...Object.keys(TEXTS), "en"])("%s: language, direction, texts and labels", (language) => {
    const { documentElement, text, attributes, number } = page();
    for (const other of ["ar", "fr"]) speak(other);
    speak(language);
    expect(documentElement).toEqual({ lang: language, dir: language === "ar" ? "rtl" : "ltr" });
    expect(text.textContent).toBe(TEXTS[language]?.reward ?? "Your gift card");
    expect(attributes.get("aria-label")).toBe(TEXTS[language]?.nav ?? "Main");
    expect(number.textContent).toMatch(/^12\D?480$/);
  });
});

describe("the shop's English", () => {
  it("is the whole of what the shop says: what has no name is a name itself, or the demo's", () => {
    const shop = html
      .replace(/<!--.*?-->/gs, "")
      .replace(/<(aside|section) class="demo.*?<\/\1>/gs, "")
      .replace(/<noscript>.*?<\/noscript>/gs, "")
      .replace(/<([a-z0-9]+)\b[^>]*\bdata-text="[^>]*>[^<]*<\/\1>/g, "");
    const left = [...shop.matchAll(/>([^<]*[A-Za-z][^<]*)</g)].map(([, text]) => text?.trim());
    const names = ["Linden Club", "Mara Okafor", "MO", "Corner Grocer", "Spoke &amp; Son", "Quayside Bakery"];
    expect([...new Set(left)].sort()).toEqual(names.sort());
  });
});
