/** The table of words: what a language has to bring, and how one is looked up. The list of keys is the English words. */
import { formatNumber } from "../words/locale.ts";
import type { en } from "./en.ts";
import type { enFlow } from "./en-flow.ts";
import type { enProblems } from "./en-problems.ts";

/** What a language's file brings. */
export interface Language {
  /** The first screen. */
  readonly first: Readonly<Record<keyof typeof en, string>>;
  /** The screens after it. */
  readonly flow: Readonly<Record<keyof typeof enFlow, string>>;
  readonly problems: Readonly<Record<keyof typeof enProblems, string>>;
}

export type Group = keyof Language;
/** A group's words in the order of its keys: what is sent, because the keys are here already. */
export type Values = readonly string[];

export type TextKey = keyof Language["first"] | keyof Language["flow"];

/** What a host page may replace: any text, and any problem's. It may hold anything; only texts count. */
export type Messages = Partial<Record<TextKey, string>> & {
  readonly problem?: Partial<Language["problems"]>;
};

/** Words in the order in which they count: the page's, then the widget's, as far as they are here. */
export type Texts = readonly (Messages | undefined)[];

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** A group's values under their keys. */
export const keyed = <T extends object>(english: T, values: Values): T =>
  Object.fromEntries(Object.keys(english).map((key, at) => [key, values[at]])) as T;

/** A group's words by their keys in the language that is spoken; null while they are being fetched. */
export type TableOf = <G extends Group>(group: G, english: Language[G]) => Language[G] | null;

export const isText = (found: unknown): found is string => typeof found === "string";

/**
 * Looks words up and fills their places with values. A `count` also chooses among plural forms.
 * @param locale what numbers are written in
 */
export function translator(texts: Texts, locale: string): Translate {
  const find = (key: TextKey): string => texts.map((table) => table?.[key]).find(isText) ?? "";
  return (key, given = {}) => {
    const values = { ...given };
    const { count } = given;
    let text = find(key);
    if (typeof count === "number") {
      const forms = text.split("|");
      // The last one where a page's own words have one for all.
      text =
        forms[find("forms").split("|").indexOf(new Intl.PluralRules(locale).select(count))] ??
        forms.at(-1) ??
        text;
      values.count = formatNumber(locale, count);
    }
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => `${values[name] ?? whole}`);
  };
}
