/** Days and moments as people read them, in UTC, which is the service's time zone. */
import type { Language } from "./catalog/texts.ts";

const LOCALES = { en: "en-US", fr: "fr-FR" } as const satisfies Record<Language, string>;

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const make = (language: Language) =>
    new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: "UTC" });
  const made = { en: make("en"), fr: make("fr") };
  return (epochMs: number, language: Language): string => made[language].format(epochMs);
};

/** `March 10, 2027` */
export const dayOf = formatter({ dateStyle: "long" });
/** `March 10, 2027 at 9:00 AM` */
export const momentOf = formatter({ dateStyle: "long", timeStyle: "short" });

/** Whole units, as all amounts are (rule R9). */
export const moneyOf = (amount: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { style: "currency", currency, maximumFractionDigits: 0 }).format(
    amount,
  );
