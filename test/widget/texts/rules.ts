/** Rules for the texts of every language, beside being good texts: each rule names the keys that break it. */

import type { Group, Language } from "../../../widget/texts/texts.ts";
import { languageOf } from "../../../widget/words/locale.ts";

export const GROUPS: readonly Group[] = ["first", "flow", "problems"];

/** The forms of a text with a count, in this order. Source: CLDR, plural rules. */
const CATEGORIES: readonly Intl.LDMLPluralRule[] = ["zero", "one", "two", "few", "many", "other"];
/** Far enough to meet each category's second number, if it has one; French and Spanish have one for millions. */
const NUMBERS = [...Array.from({ length: 1_000 }, (_, number) => number), 1_000_000, 2_000_000];

/** Words that are the same in English. */
const SHARED = new Set(["Code", "PIN", "OK"]);
/** Words that none of the other languages has: a sentence with one of them was not translated. */
const ENGLISH = /\b(the|your|you|please|rewards?|cannot|could|again|which)\b/i;

/**
 * The maximum length compared with the English text: the length that the layout is tested with (pseudo.ts), and some
 * room.
 */
const LONGEST = 1.7;
/** Short texts differ more. */
const LONGEST_SHORT = 26;

/** Source: CLDR, delimiters, and the languages' own rules of spelling. French quotes have a no-break space inside. */
const QUOTES: Readonly<Record<string, readonly [open: string, close: string]>> = {
  ar: ["”", "“"],
  bg: ["„", "“"],
  cs: ["„", "“"],
  da: ["»", "«"],
  de: ["„", "“"],
  el: ["«", "»"],
  en: ["“", "”"],
  es: ["«", "»"],
  et: ["„", "“"],
  fa: ["«", "»"],
  fi: ["”", "”"],
  fr: ["«\u00a0", "\u00a0»"],
  he: ["”", "”"],
  hr: ["„", "”"],
  hu: ["„", "”"],
  id: ["“", "”"],
  is: ["„", "“"],
  it: ["«", "»"],
  ja: ["「", "」"],
  ko: ["‘", "’"],
  lt: ["„", "“"],
  lv: ["“", "”"],
  nb: ["«", "»"],
  nl: ["‘", "’"],
  pl: ["„", "”"],
  "pt-BR": ["“", "”"],
  "pt-PT": ["«", "»"],
  ro: ["„", "”"],
  sk: ["„", "“"],
  sl: ["„", "“"],
  sr: ["„", "“"],
  "sr-Latn": ["„", "“"],
  sv: ["”", "”"],
  th: ["“", "”"],
  tr: ["“", "”"],
  uk: ["«", "»"],
  vi: ["“", "”"],
  "zh-Hans": ["“", "”"],
  "zh-Hant": ["「", "」"],
};

/** The letters of each script; Japanese has three scripts, Korean one. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  Arab: /\p{Script=Arabic}/u,
  Cyrl: /\p{Script=Cyrillic}/u,
  Grek: /\p{Script=Greek}/u,
  Hans: /\p{Script=Han}/u,
  Hant: /\p{Script=Han}/u,
  Hebr: /\p{Script=Hebrew}/u,
  Jpan: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Kore: /\p{Script=Hangul}/u,
  Latn: /\p{Script=Latin}/u,
  Thai: /\p{Script=Thai}/u,
};

const scriptOf = (tag: string): string => new Intl.Locale(tag).maximize().script ?? "";
const placesIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

/** The plural categories of a language, in the order of a text's forms. */
export function categoriesOf(tag: string): readonly Intl.LDMLPluralRule[] {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  return CATEGORIES.filter((category) => pluralCategories.includes(category));
}

/**
 * Whether the form is for a single number, so that the text may name it: "one left". No count is 0, which has texts of
 * its own (nothing found, out of stock), so the French form for 0 and 1 is for 1 alone.
 */
function isOfOneNumber(tag: string, category: Intl.LDMLPluralRule | undefined): boolean {
  const rules = new Intl.PluralRules(tag);
  return NUMBERS.filter((number) => number > 0 && rules.select(number) === category).length <= 1;
}

type Rule = (text: string, english: string, tag: string) => string | false | undefined;

const RULES: readonly Rule[] = [
  (text) => !/^\S(.*\S)?$/s.test(text) && "is empty or begins or ends with a blank",
  (text) => /<|&\w+;/.test(text) && "has HTML",
  (text) => /["']|\.\.\./.test(text) && "has quotes or dots of a typewriter: use “ ” ’ …",
  (text) => /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text) && "has signs that steer directions",
  (text, english, tag) => {
    const forms = text.split("|");
    const categories = english.includes("|") ? categoriesOf(tag) : ["other" as const];
    if (forms.length !== categories.length)
      return `has ${forms.length} plural forms, not ${categories.length} (${categories.join(", ")})`;
    const places = placesIn(english);
    return forms
      .map((form, at) => {
        const missing = places.filter((place) => !form.includes(place));
        const strange = placesIn(form).filter((place) => !places.includes(place));
        const mayMissCount = english.includes("|") && isOfOneNumber(tag, categories[at]);
        const isWrong = missing.some((place) => !mayMissCount || place !== "{count}") || strange.length > 0;
        return isWrong && `${categories[at]} does not have the places ${places.join(" ")}`;
      })
      .find(Boolean);
  },
  (text, english, tag) =>
    languageOf(tag) !== "en" &&
    ((text === english && !SHARED.has(text)) || ENGLISH.test(text.replace(/\{\w+\}/g, ""))) &&
    "is English",
  (text, _, tag) => {
    const script = SCRIPTS[scriptOf(tag)];
    const letters = text.replace(/\{\w+\}/g, "").match(/\p{L}/gu) ?? [];
    const own = letters.filter((letter) => script?.test(letter));
    return own.length * 2 < letters.length && !SHARED.has(text) && "is not in the language’s script";
  },
  (text, _, tag) =>
    scriptOf(tag) === "Latn" && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text) && "mixes scripts",
  (text, english, tag) => {
    if (!english.includes("“")) return false;
    const [open, close] = QUOTES[tag] ?? ["", ""];
    return (
      !(text.includes(open) && text.lastIndexOf(close) > text.indexOf(open)) && `has no ${open} ${close}`
    );
  },
  (text, _, tag) =>
    languageOf(tag) === "fr" &&
    /[^\u00a0\u202f][;:!?»]|«[^\u00a0\u202f]/.test(text) &&
    "has no no-break space at : ; ! ? « »",
  // Thai has no full stop.
  (text, english, tag) =>
    languageOf(tag) !== "th" &&
    /[.…]$/.test(english) !== /[.…。!?؟]$/.test(text) &&
    "ends otherwise: a sentence has its stop, a label none",
  (text, english) => {
    const longest = Math.max(LONGEST_SHORT, (english.split("|").at(-1)?.length ?? 0) * LONGEST);
    const length = Math.max(...text.split("|").map((form) => form.length));
    return length > longest && `is too long (${length} of ${Math.floor(longest)})`;
  },
];

const ofForms: Rule = (text, _, tag) =>
  text !== categoriesOf(tag).join("|") && `is not ${categoriesOf(tag).join("|")}`;

/** The mistakes in a language's texts, one line each. */
export function mistakesIn(tag: string, language: Language, english: Language): string[] {
  return GROUPS.flatMap((group) => {
    const texts: Readonly<Record<string, string>> = language[group];
    const originals: Readonly<Record<string, string>> = english[group];
    const keys = Object.keys(originals);
    if (Object.keys(texts).join() !== keys.join())
      return [`${group}: not the keys of English in their order`];
    return keys.flatMap((key) =>
      (key === "forms" ? [ofForms] : RULES)
        .map((rule) => rule(texts[key] ?? "", originals[key] ?? "", tag))
        .filter((mistake) => mistake)
        .map((mistake) => `${group}.${key} ${mistake}: ${texts[key]}`),
    );
  });
}
