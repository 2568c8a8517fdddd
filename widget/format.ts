/** How money, dates and times are written. */
import { formatNumber } from "./locale.ts";

/** Money with its currency where that is known; a currency is never guessed, and one that is none stands behind it. */
export function formatMoney(locale: string, amount: number, currency?: string): string {
  try {
    return formatNumber(locale, amount, currency);
  } catch {
    return `${formatNumber(locale, amount)} ${currency}`;
  }
}

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** A date as words; a date without a time is the same day everywhere. Unreadable ones are shown as they came. */
export function formatDate(locale: string, value: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  return new Intl.DateTimeFormat(locale, {
    dateStyle: "long",
    ...(DATE_ONLY.test(value) ? { timeZone: "UTC" } : { timeStyle: "short" }),
  }).format(date);
}

/** Minutes and seconds of a countdown. */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
