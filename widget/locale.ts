/** Which language the widget speaks. */

const DEFAULT_LOCALE = "en";

/** The first usable of the wishes; `en_US` is read as `en-US`. */
export function resolveLocale(...wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes) {
    try {
      const [locale] = Intl.getCanonicalLocales((wish ?? "").trim().replaceAll("_", "-"));
      if (locale) return locale;
    } catch {
      // Not a language tag: the next wish counts.
    }
  }
  return DEFAULT_LOCALE;
}

export const languageOf = (locale: string): string => locale.split("-")[0] ?? locale;

/**
 * The locale that numbers and dates are written in: of the language that is really spoken, and with the digits and the
 * calendar that a code, an amount field and a till understand.
 */
export function formatLocale(locale: string, language: string): string {
  const spoken = languageOf(locale) === language ? locale : language;
  return `${new Intl.Locale(spoken, { numberingSystem: "latn", calendar: "gregory" })}`;
}

/** @param currency three letters, where it is money of a known currency */
export const formatNumber = (locale: string, value: number, currency?: string): string =>
  // Not a format of its own for each: browsers keep the one behind this.
  value.toLocaleString(
    locale,
    currency ? { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } : {},
  );
