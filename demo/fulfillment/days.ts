/** Days and times for readers, in UTC, the service's time zone. */
import { isRightToLeft, SPOKEN, type Spoken } from "./languages.ts";

/** Digits are 0 to 9 in Arabic as well, as in codes. */
const LOCALES = {
  en: "en-US",
  fr: "fr-FR",
  de: "de-DE",
  es: "es-ES",
  ja: "ja-JP",
  ar: "ar-u-nu-latn",
} as const satisfies Record<Spoken, string>;

const FORMATS = new Map(
  SPOKEN.map((language) => [
    language,
    new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" }),
  ]),
);
/** `March 10, 2027` */
export const dayOf = (epochMs: number, language: Spoken): string =>
  FORMATS.get(language)?.format(epochMs) ?? "";

/** Making one takes longer than all that it formats. */
const MONEY = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string, language: Spoken): Intl.NumberFormat {
  const key = `${currency} ${language}`;
  const options = { style: "currency", currency, maximumFractionDigits: 0 } as const;
  const format = MONEY.get(key) ?? new Intl.NumberFormat(LOCALES[language], options);
  MONEY.set(key, format);
  return format;
}

/**
 * Whole units, like all amounts (docs/proof/interface.md, R9). Number and currency run from left to right in Arabic as well, as on
 * the card itself: the language's own direction marks would turn them round.
 */
export function moneyOf(amount: number, currency: string, language: Spoken): string {
  const text = moneyFormat(currency, language).format(amount);
  return isRightToLeft(language) ? `\u2066${text.replace(/[\u200e\u200f]/g, "")}\u2069` : text;
}
