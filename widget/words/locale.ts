/** The widget's language, and its way of writing numbers and dates. */

export { formatLocale, languageOf, nearest, resolveLocale } from "../../shared/locale.ts";

/** The direction in which the locale's language is written. */
export const directionOf = (locale: string): "rtl" | "ltr" =>
  /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(locale) ? "rtl" : "ltr";

/**
 * A number or amount, written from left to right with its currency, also inside a text that runs from right to left.
 * @param currency three letters, if the number is an amount in a known currency
 * @param to the end of a range that begins with the number; most languages write the currency of a range once
 */
export function formatNumber(locale: string, value: number, currency?: string, to = value): string {
  const options = currency
    ? ({ style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const)
    : {};
  // No formatter is kept for each number, because browsers cache them. Ranges are few.
  const text =
    to > value
      ? // A range may break only after the sign between its amounts. Not every browser breaks after a hyphen by itself.
        rangeOf(new Intl.NumberFormat(locale, options), value, to)
          .replace(/ (?=\S )/, "\u00a0")
          .replace(/[-~](?=\d)/, "$&\u200b")
      : value.toLocaleString(locale, options);
  // The language's own direction marks would turn a range round inside the isolate.
  return directionOf(locale) === "rtl" ? `\u2066${text.replace(/[\u200e\u200f]/g, "")}\u2069` : text;
}

/** Firefox writes ranges from 116. */
const rangeOf = (format: Intl.NumberFormat, from: number, to: number): string =>
  "formatRange" in Intl.NumberFormat.prototype
    ? format.formatRange(from, to)
    : `${format.format(from)}–${format.format(to)}`;
