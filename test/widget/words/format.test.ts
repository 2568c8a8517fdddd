import { expect } from "@open-wc/testing";
import { LANGUAGES } from "../../../widget/texts/languages.ts";
import {
  formatCountdown,
  formatDate,
  formatDay,
  formatMoney,
  formatUntil,
} from "../../../widget/words/format.ts";

describe("formatMoney", () => {
  const table: [locale: string, amount: number, currency: string | undefined, text: string][] = [
    ["en-US", 25, "USD", "$25"],
    ["en-US", 25.5, "USD", "$25.50"],
    ["ja-JP", 500, "JPY", "￥500"],
    ["en", 50, undefined, "50"],
    ["en", 50, "POINTS", "50\u00a0POINTS"],
  ];
  for (const [locale, amount, currency, text] of table) {
    it(`${amount} ${currency} in ${locale} is ${text}`, () =>
      expect(formatMoney(locale, amount, currency)).to.equal(text));
  }
});

describe("formatDate", () => {
  it("keeps the day of a date without time in every time zone", () =>
    expect(formatDate("en", "2027-03-31")).to.equal("March\u00a031,\u00a02027"));
  it("shows the time if there is one", () =>
    expect(formatDate("en", "2027-03-31T12:00:00Z")).to.match(/2027 at \d/));
  it("breaks no date, in any language, except before its time", () => {
    const moment = "2027-11-23T12:00:00Z";
    for (const locale of ["en", ...Object.keys(LANGUAGES)]) {
      const day = formatDay(locale, moment);
      expect(day).not.to.match(/[^\S\u00a0]/);
      expect(formatDate(locale, moment)).to.contain(day);
      expect(formatDate(locale, "2027-11-23")).to.equal(day);
    }
  });
  it("shows an unreadable date unchanged", () =>
    expect(formatDate("en", "end of May")).to.equal("end of May"));
});

describe("formatUntil", () => {
  // The tests' browsers are in St. John's, Newfoundland: UTC−3:30 in winter.
  const table: [value: string, text: string, why: string][] = [
    ["2026-12-31", "December 31, 2026", "a day"],
    ["2027-01-01T00:00:00-03:30", "December 31, 2026", "the midnight after a day of the user's zone"],
    ["2026-12-31T23:59:59-03:30", "December 31, 2026", "the last minute of a day of the user's zone"],
    ["2027-01-01T00:00:00-08:00", "December 31, 2026", "a day that ends later than the user's"],
    ["2027-01-01T00:00:00Z", "December 31, 2026 at 8:30 PM GMT-3:30", "a day that ends before the user's"],
    ["2026-12-31T23:59:59Z", "December 31, 2026 at 8:29 PM GMT-3:30", "the last minute of such a day"],
    ["2027-03-05T14:30:00Z", "March 5, 2027 at 11:00 AM GMT-3:30", "a moment"],
    ["end of May", "end of May", "an unreadable date"],
    ["2026-13-45T00:00:00Z", "2026-13-45T00:00:00Z", "an unreadable midnight"],
  ];
  for (const [value, text, why] of table)
    it(`${value} reads ${text}: ${why}`, () =>
      expect(formatUntil("en", value).replace(/[\u00a0\u202f]/g, " ")).to.equal(text));
});

describe("formatCountdown", () => {
  const table: [seconds: number, text: string][] = [
    [1_800, "30:00"],
    [61, "1:01"],
    [59, "0:59"],
    [0, "0:00"],
  ];
  for (const [seconds, text] of table) {
    it(`${seconds} s are ${text}`, () => expect(formatCountdown(seconds)).to.equal(text));
  }
});
