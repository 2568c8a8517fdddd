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

export const formatNumber = (locale: string, value: number): string =>
  new Intl.NumberFormat(locale).format(value);
