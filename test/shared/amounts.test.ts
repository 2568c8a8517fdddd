import { describe, expect, it } from "vitest";
import { refuseAmount } from "../../shared/amount-refusal.ts";
import { limitRange, parseAmount, parseRange } from "../../shared/amounts.ts";

describe("an amount has one spelling", () => {
  it.each(["1", "50", "999999999"])("%s is read", (text) => expect(parseAmount(text)).toBe(Number(text)));

  it.each([
    "",
    "0",
    "05",
    "1e2",
    "5.00",
    "5,00",
    "-5",
    "+5",
    " 5",
    "5 ",
    "1000000000",
    "٥٠",
    "５０",
    "0x10",
    "Infinity",
    50,
    null,
    undefined,
    ["50"],
  ])("%j is refused", (value) => expect(parseAmount(value)).toBeUndefined());
});

describe("a range is whole units", () => {
  it.each([
    ["5..150", { min: 5, max: 150 }],
    ["5.00..150.00", { min: 5, max: 150 }],
    [" 1 .. 999999999 ", { min: 1, max: 999_999_999 }],
    ["50000..20000000", { min: 50_000, max: 20_000_000 }],
    ["0..20", { min: 1, max: 20 }],
    ["20..20", { min: 20, max: 20 }],
  ])("%s is read", (text, range) => expect(parseRange(text)).toEqual(range));

  it.each(["", "150..5", "5.50..20", "5...20", "5-20", "..20", "5..", "a..b", null, undefined, 5])(
    "%j has no readable meaning",
    (value) => expect(parseRange(value)).toBeUndefined(),
  );
});

describe("a session limits the range", () => {
  const range = { min: 5, max: 150 };
  it.each([
    [{ amount: "50" }, { min: 50, max: 50 }],
    [{ max_amount: "40" }, { min: 5, max: 40 }],
    [{ max_amount: "400" }, { min: 5, max: 150 }],
    [
      { amount: "50", max_amount: "60" },
      { min: 50, max: 50 },
    ],
    [{ amount: "200" }, undefined],
    [{ amount: "50", max_amount: "40" }, undefined],
    [{ max_amount: "4" }, undefined],
    [{}, undefined],
  ])("%j leaves %j", (limits, left) => expect(limitRange(range, limits)).toEqual(left));
});

describe("an amount is held against the reward", () => {
  const free = { free_value: true, range: { min: 5, max: 150 } };
  it.each([
    ["5", free, undefined],
    ["150", free, undefined],
    ["4", free, "amount_out_of_range"],
    ["151", free, "amount_out_of_range"],
    [undefined, free, "amount_required"],
    ["1e2", free, "amount_invalid"],
    [50, free, "amount_invalid"],
    ["50", { free_value: true }, "amount_out_of_range"],
    [undefined, { free_value: false }, undefined],
    ["50", { free_value: false }, "amount_not_allowed"],
  ])("%j for %j: %s", (amount, reward, refusal) => expect(refuseAmount(amount, reward)).toBe(refusal));
});
