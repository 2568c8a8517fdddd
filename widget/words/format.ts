/** How money, dates and times are written. */
import { formatNumber } from "./locale.ts";

/** Money with its currency where that is known; a currency is never guessed, and one that is none stands behind it. */
export function formatMoney(locale: string, amount: number, currency?: string): string {
  try {
    return formatNumber(locale, amount, currency);
  } catch {
    return `${formatNumber(locale, amount)}\u00a0${currency}`;
  }
}

/** A currency's sign, and whether the language writes it after the number; none where it is not known. */
export function signOf(locale: string, currency: string | undefined): { sign: string; isLast: boolean } {
  try {
    const parts = new Intl.NumberFormat(locale, { style: "currency", currency }).formatToParts(1);
    const at = parts.findIndex(({ type }) => type === "currency");
    return { sign: parts[at]?.value ?? "", isLast: at > parts.findIndex(({ type }) => type === "integer") };
  } catch {
    return { sign: currency ?? "", isLast: true };
  }
}

/** A day, alone or with a time that only says "from its beginning" or "to its end" where the service writes it. */
const WHOLE_DAY =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](?:00:00(?::00(?:\.0+)?)?|23:59(?::59(?:\.\d+)?)?)(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** A date as words, with its time where that means something. Unreadable ones are shown as they came. */
export const formatDate = (locale: string, value: string): string =>
  dateText(locale, value, { timeStyle: "short" });

/** The day alone. A whole day is the same everywhere; a moment's is the person's own. */
export const formatDay = (locale: string, value: string): string => dateText(locale, value, {});

/** A small phone with large texts: a date is longer than a line there. */
const CRAMPED = "(max-width: 16em)";

/**
 * In one line: a date that breaks looks like two. What is written around it may break. Where no line has room for it, it breaks
 * between its words, and not inside a number.
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
  // Before the time, too, it may break: both together are as long as a line of the narrowest phone.
  return write(day ? {} : time).replace(write({}), unbroken);
}

/** A time of this day, as it stands on the person's clock. */
export const formatTime = (locale: string, date: Date): string =>
  unbroken(new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(date));

/** Minutes and seconds of a countdown. */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
