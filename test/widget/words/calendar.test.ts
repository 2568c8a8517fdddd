import { describe, expect, it } from "vitest";
import { calendarOf, type Entry } from "../../../widget/words/calendar.ts";
import { untilOf } from "../../../widget/words/format.ts";

const entry = (value: string, more: Partial<Entry> = {}): Entry => ({
  summary: "Kestrow",
  description: "Kestrow\nReference: rd-1",
  until: untilOf(value) ?? expect.fail("unreadable"),
  uid: "reward-rd-1",
  made: new Date("2026-11-21T10:00:00.123Z"),
  ...more,
});
const unfolded = (calendar: string): string[] => calendar.replaceAll("\r\n ", "").split("\r\n");
const lineOf = (calendar: string, name: string): string | undefined =>
  unfolded(calendar).find((line) => line.startsWith(name));

describe("calendarOf", () => {
  it("is an event with two alarms, and nothing that was not given", () => {
    const alarm = (trigger: string) =>
      ["BEGIN:VALARM", "ACTION:DISPLAY", `TRIGGER:${trigger}`, "DESCRIPTION:Kestrow", "END:VALARM"].join(
        "\r\n",
      );
    expect(calendarOf(entry("2027-03-31"))).toBe(`BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//reward-redemption//reward-redemption//EN\r
BEGIN:VEVENT\r
UID:reward-rd-1\r
DTSTAMP:20261121T100000Z\r
DTSTART;VALUE=DATE:20270331\r
SUMMARY:Kestrow\r
DESCRIPTION:Kestrow\\nReference: rd-1\r
TRANSP:TRANSPARENT\r
${alarm("-P6DT15H")}\r
${alarm("-PT15H")}\r
END:VEVENT\r
END:VCALENDAR\r
`);
  });

  // The tests run in St. John's, Newfoundland: UTC−3:30 in winter.
  const starts: [value: string, start: string][] = [
    ["2026-12-31", "DTSTART;VALUE=DATE:20261231"],
    ["2027-01-01T00:00:00-03:30", "DTSTART;VALUE=DATE:20261231"],
    ["2027-01-01T00:00:00Z", "DTSTART:20270101T000000Z"],
    ["2027-03-05T14:30:00.500+02:00", "DTSTART:20270305T123000Z"],
  ];
  for (const [value, start] of starts)
    it(`writes ${value} as ${start}`, () => expect(lineOf(calendarOf(entry(value)), "DTSTART")).toBe(start));

  it("reminds of an end with a time a week and a day before it, at that time", () => {
    const triggers = calendarOf(entry("2027-01-01T16:00:00Z")).match(/^TRIGGER:.*$/gm);
    expect(triggers?.map((line) => line.trim())).toEqual(["TRIGGER:-P7D", "TRIGGER:-P1D"]);
  });

  const texts: [text: string, written: string][] = [
    ["A; B, C: \\D", "A\\; B\\, C: \\\\D"],
    ["A\r\nB\rC\nD", "A\\nB\\nC\\nD"],
    ["A\nBEGIN:VALARM", "A\\nBEGIN:VALARM"],
    ["A\u0000\tB", "A  B"],
  ];
  for (const [text, written] of texts)
    it(`writes the text ${JSON.stringify(text)} as ${written}`, () =>
      expect(lineOf(calendarOf(entry("2027-03-31", { summary: text })), "SUMMARY")).toBe(
        `SUMMARY:${written}`,
      ));

  for (const summary of ["a".repeat(200), "ä".repeat(100), "a€".repeat(60), "🎁".repeat(50), "a".repeat(67)])
    it(`folds ${summary.slice(0, 4)}… into lines of 75 octets, between characters`, () => {
      const calendar = calendarOf(entry("2027-03-31", { summary }));
      const lines = calendar.split("\r\n");
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
      expect(calendar).toBe(Buffer.from(calendar).toString());
      expect(lineOf(calendar, "SUMMARY")).toBe(`SUMMARY:${summary}`);
      if (summary.length === 67) expect(lines).toContain(`SUMMARY:${summary}`);
    });
});
