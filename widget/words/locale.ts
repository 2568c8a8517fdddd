/** Which language the widget speaks, and how that one writes. */

const DEFAULT_LOCALE = "en";

/** The first usable of the wishes; `en_US` is read as `en-US`. */
export function resolveLocale(...wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes) {
    try {
      return `${new Intl.Locale((wish ?? "").trim().replaceAll("_", "-"))}`;
    } catch {
      // Not a language tag: the next wish counts.
    }
  }
  return DEFAULT_LOCALE;
}

export const languageOf = (locale: string): string => locale.split("-")[0] ?? locale;

/**
 * The language to speak for a locale: as written in its script, else in its region; undefined where there is none.
 * Norwegian is written Bokmål for both of its forms, and Portuguese as in Portugal everywhere but in Brazil.
 */
export function nearest(locale: string, tags: readonly string[]): string | undefined {
  const { language, script, region } = new Intl.Locale(locale).maximize();
  const spoken = /^n[on]$/.test(language) ? "nb" : language;
  return [`${spoken}-${script}`, `${spoken}-${region}`, spoken, `${spoken}-PT`].find((tag) =>
    tags.includes(tag),
  );
}

/** The direction that a locale's language is written in. */
export const directionOf = (locale: string): "rtl" | "ltr" =>
  /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(locale) ? "rtl" : "ltr";

/**
 * The locale that numbers and dates are written in: of the language that is really spoken, and with the digits and the
 * calendar that a code, an amount field and a till understand.
 */
export function formatLocale(locale: string, language: string): string {
  const spoken = languageOf(locale) === languageOf(language) ? locale : language;
  return `${new Intl.Locale(spoken, { numberingSystem: "latn", calendar: "gregory" })}`;
}

/**
 * A number, also inside of words that run from right to left: it runs from left to right with its currency.
 * @param currency three letters, where it is money of a known currency
 * @param to the end of a range that begins with the number, which most languages write with the currency once
 */
export function formatNumber(locale: string, value: number, currency?: string, to = value): string {
  const options = currency
    ? ({ style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const)
    : {};
  // Not a format of its own for each number: browsers keep the one behind this. Ranges are few.
  const text =
    to > value
      ? // Broken behind what stands between its amounts and nowhere else: not every browser breaks behind a hyphen.
        new Intl.NumberFormat(locale, options)
          .formatRange(value, to)
          .replace(/ (?=\S )/, "\u00a0")
          .replace(/[-~](?=\d)/, "$&\u200b")
      : value.toLocaleString(locale, options);
  // The language's own marks would turn a range round in there.
  return directionOf(locale) === "rtl" ? `\u2066${text.replace(/[\u200e\u200f]/g, "")}\u2069` : text;
}
