/** The texts: what a language has to provide, and how a text is looked up. The English texts are the list of keys. */
import { formatNumber } from "../words/locale.ts";
import type { en } from "./en.ts";
import type { enFlow } from "./en-flow.ts";
import type { enPhone } from "./en-phone.ts";
import type { enProblems } from "./en-problems.ts";
import type { enStaff } from "./en-staff.ts";
import type { enWallet } from "./en-wallet.ts";

/** The contents of a language's file. */
export interface Language {
  /** The first screen. */
  readonly first: Readonly<typeof en>;
  /** The screens after it. */
  readonly flow: Readonly<typeof enFlow>;
  readonly problems: Readonly<typeof enProblems>;
  /** A grant's balance, and the list of what a user has. */
  readonly wallet: Readonly<typeof enWallet>;
  /** For somebody who redeems for a customer. */
  readonly staff: Readonly<typeof enStaff>;
  /** A code as a pass for the phone's own wallet. */
  readonly phone: Readonly<typeof enPhone>;
}

export type Group = keyof Language;
/** A group's texts in the order of its keys. Keys are not sent, because the English texts are already loaded. */
export type Values = readonly string[];

type Own = Language["first"] & Language["flow"] & Language["wallet"] & Language["staff"] & Language["phone"];

export type TextKey = keyof Own;

/**
 * The texts that a host page may replace: any text, and any problem's. The object may hold anything; only strings
 * count.
 */
export type Messages = Partial<Own> & {
  /** What is said of a problem, by its code. */
  readonly problem?: Partial<Language["problems"]>;
};

/** Texts by precedence: the page's, then the widget's that are loaded. */
export type Texts = readonly (Messages | undefined)[];

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** A group's texts by key. */
export const keyed = <T extends object>(english: T, values: Values): T =>
  Object.fromEntries(Object.keys(english).map((key, at) => [key, values[at]])) as T;

/** A group's texts in the widget's language, by key; null while they are loading. */
export type TableOf = <G extends Group>(group: G, english: Language[G]) => Language[G] | null;

export const isText = (found: unknown): found is string => typeof found === "string";

/**
 * Looks texts up and fills in their values. A `count` also chooses the plural form.
 * @param locale the locale of numbers
 */
export function translator(texts: Texts, locale: string): Translate {
  const find = (key: TextKey): string => texts.map((table) => table?.[key]).find(isText) ?? "";
  return (key, given = {}) => {
    const values = { ...given };
    const { count } = given;
    let text = find(key);
    if (typeof count === "number") {
      const forms = text.split("|");
      // If the page's own text has fewer forms, its last one is used.
      text =
        forms[find("forms").split("|").indexOf(new Intl.PluralRules(locale).select(count))] ??
        forms.at(-1) ??
        text;
      values.count = formatNumber(locale, count);
    }
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => `${values[name] ?? whole}`);
  };
}
