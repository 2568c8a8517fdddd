/**
 * The entry of a calendar that reminds of an end. Source: RFC 5545. It knows nothing of codes, links, sessions and users:
 * calendars are shared, and read by assistants.
 */
import type { Until } from "./format.ts";

export interface Entry {
  readonly summary: string;
  readonly description: string;
  readonly until: Until;
  /** Names the entry, so that a calendar that gets it twice has it once. */
  readonly uid: string;
  /** When the entry was made. */
  readonly made: Date;
}

/**
 * When to remind: a week before the last day, because a week has days for shopping; and on the day before it, for what was
 * put off and for a reward that ends sooner. Whole days at nine in the morning, an end with a time at that time.
 */
const OF_DAYS = ["-P6DT15H", "-PT15H"] as const;
const OF_MOMENTS = ["-P7D", "-P1D"] as const;
/** Longer lines are folded. Source: RFC 5545, section 3.1. */
const LINE_OCTETS = 75;
const PRODUCT = "-//reward-redemption//reward-redemption//EN";

export function calendarOf({ summary, description, until, uid, made }: Entry): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:${PRODUCT}`,
    "BEGIN:VEVENT",
    `UID:${escaped(uid)}`,
    `DTSTAMP:${momentOf(made)}`,
    until.day ? `DTSTART;VALUE=DATE:${plain(until.day)}` : `DTSTART:${momentOf(until.end)}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    // The day is not taken up.
    "TRANSP:TRANSPARENT",
    ...(until.day ? OF_DAYS : OF_MOMENTS).flatMap((before) => [
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      `TRIGGER:${before}`,
      `DESCRIPTION:${escaped(summary)}`,
      "END:VALARM",
    ]),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const plain = (time: string): string => time.replace(/[-:]|\.\d+/g, "");

const momentOf = (date: Date): string => plain(date.toISOString());

/** Text as a value. No other control characters are allowed there. */
const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ");

/** Never inside a character, although the octets are counted. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let length = 0;
  return [...line]
    .map((sign) => {
      const octets = encoder.encode(sign).length;
      const isFull = length + octets > LINE_OCTETS;
      // The next line's blank counts.
      length = isFull ? 1 + octets : length + octets;
      return isFull ? `\r\n ${sign}` : sign;
    })
    .join("");
}
