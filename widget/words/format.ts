/** How amounts, dates and times are written. */
import { formatNumber } from "./locale.ts";

/**
 * An amount with its currency, if the currency is known. A currency is never guessed; a currency code that is none is
 * written after the amount.
 */
export function formatMoney(locale: string, amount: number, currency?: string): string {
  try {
    return formatNumber(locale, amount, currency);
  } catch {
    return `${formatNumber(locale, amount)}\u00a0${currency}`;
  }
}

/**
 * A currency's sign, and whether the language writes it after the number. The sign is empty if the currency is unknown.
 */
export function signOf(locale: string, currency: string | undefined): { sign: string; isLast: boolean } {
  try {
    const parts = new Intl.NumberFormat(locale, { style: "currency", currency }).formatToParts(1);
    const at = parts.findIndex(({ type }) => type === "currency");
    return { sign: parts[at]?.value ?? "", isLast: at > parts.findIndex(({ type }) => type === "integer") };
  } catch {
    return { sign: currency ?? "", isLast: true };
  }
}

/** A day, alone or with a time that only means the day's beginning or end in the service's notation. */
const WHOLE_DAY =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](?:00:00(?::00(?:\.0+)?)?|23:59(?::59(?:\.\d+)?)?)(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** A date as words, with its time if the time means something. An unreadable date is shown as it came. */
export const formatDate = (locale: string, value: string): string =>
  dateText(locale, value, { timeStyle: "short" });

/** The day alone. A whole day is the same everywhere; the day of a moment is that of the user's time zone. */
export const formatDay = (locale: string, value: string): string => dateText(locale, value, {});

/** A small phone with large texts: a date is longer than a line there. */
const CRAMPED = "(max-width: 16em)";

/**
 * Keeps a date in one line, because a broken date looks like two. The text around the date may break. If no line has
 * room for the date, it breaks between its words, and not inside a number.
 */
const unbroken = (text: string): string => text.replace(/\s/g, matchMedia(CRAMPED).matches ? " " : "\u00a0");

function dateText(locale: string, value: string, time: Intl.DateTimeFormatOptions): string {
  const [, day] = WHOLE_DAY.exec(value) ?? [];
  const date = new Date(day ?? value);
  if (Number.isNaN(date.getTime())) return value;
  const write = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: "long",
      ...(day && { timeZone: "UTC" }),
      ...options,
    }).format(date);
  // The text may also break before the time: date and time together are as long as a line of the narrowest phone.
  return write(day ? {} : time).replace(write({}), unbroken);
}

/** A time of this day, in the user's time zone. */
export const formatTime = (locale: string, date: Date): string =>
  unbroken(new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(date));

/** Minutes and seconds of a countdown. */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
