/** How amounts, dates and times are written. */

import { lastDayOf, WHOLE_DAY } from "../../shared/whole-days.ts";
import { matchesMedia } from "../page/platform.ts";
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

/** A date as words, with its time if the time means something. An unreadable date is shown as it came. */
export const formatDate = (locale: string, value: string): string =>
  dateText(locale, value, { timeStyle: "short" });

const MINUTE_MS = 60_000;

/** The end of something, and its last day if the service means whole days. */
export interface Until {
  readonly end: Date;
  readonly day?: string;
}

/**
 * When something ends, never later than it ends. The service writes whole days as the midnight after them, or as their last
 * minute: such a day stands alone, unless the user's own clock is behind, and the day would end later for them.
 * @returns undefined if the date is unreadable
 */
export function untilOf(value: string): Until | undefined {
  const end = new Date(value);
  if (Number.isNaN(end.getTime())) return undefined;
  const day = lastDayOf(value);
  if (!day) return { end };
  const isAlone = day === value || endOf(day).getTime() <= end.getTime() + MINUTE_MS;
  return isAlone ? { end: endOf(day), day } : { end };
}

/** An end as words. Where the time of day matters it stands there with its zone. An unreadable date is shown as it came. */
export function formatUntil(locale: string, value: string): string {
  const { end, day } = untilOf(value) ?? {};
  if (!end) return value;
  if (day) return formatDay(locale, day);
  const zoned = { ...DAY_PARTS, hour: "numeric", minute: "numeric", timeZoneName: "short" } as const;
  const whole = new Intl.DateTimeFormat(locale, zoned).format(end);
  return whole.replace(new Intl.DateTimeFormat(locale, DAY_PARTS).format(end), unbroken);
}

const DAY_PARTS = { year: "numeric", month: "long", day: "numeric" } as const;

/** The end of a day in the user's time zone. */
function endOf(day: string): Date {
  const end = new Date(`${day}T00:00:00`);
  end.setHours(24);
  return end;
}

/** The day alone. A whole day is the same everywhere; the day of a moment is that of the user's time zone. */
export const formatDay = (locale: string, value: string): string => dateText(locale, value, {});

/** A small phone with large texts: a date is longer than a line there. */
const CRAMPED = "(max-width: 16em)";

/**
 * Keeps a date in one line, because a broken date looks like two. The text around the date may break. If no line has
 * room for the date, it breaks between its words, and not inside a number.
 */
const unbroken = (text: string): string => text.replace(/\s/g, matchesMedia(CRAMPED) ? " " : "\u00a0");

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
