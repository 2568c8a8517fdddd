/** Which of the widget's languages a wish for a language gets: the widget and the server choose alike. */

const DEFAULT_LOCALE = "en";

/** The first wish that is a usable language tag; `en_US` is read as `en-US`. */
export function resolveLocale(...wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes) {
    try {
      return `${new Intl.Locale((wish ?? "").trim().replaceAll("_", "-"))}`;
    } catch {
      // This wish is no language tag: the next wish counts.
    }
  }
  return DEFAULT_LOCALE;
}

/**
 * The widget's language for a locale: the one in the locale's script, otherwise in its region; undefined if there is
 * none. Both forms of Norwegian get Bokmål. Portuguese is that of Portugal, except in Brazil.
 */
export function nearest(locale: string, tags: readonly string[]): string | undefined {
  const { language, script, region } = new Intl.Locale(locale).maximize();
  const spoken = /^n[on]$/.test(language) ? "nb" : language;
  return [`${spoken}-${script}`, `${spoken}-${region}`, spoken, `${spoken}-PT`].find((tag) =>
    tags.includes(tag),
  );
}

export const languageOf = (locale: string): string => locale.split("-")[0] ?? locale;

/**
 * The locale for numbers and dates: of the language that the widget really uses, and with the digits and the calendar
 * that a code, an amount field and a till understand.
 */
export function formatLocale(locale: string, language: string): string {
  const spoken = languageOf(locale) === languageOf(language) ? locale : language;
  return `${new Intl.Locale(spoken, { numberingSystem: "latn", calendar: "gregory" })}`;
}
