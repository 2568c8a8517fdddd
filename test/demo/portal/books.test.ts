/** The portal's books: a clerk's limit of the day, and the second person above 50. */
import { describe, expect, it } from "vitest";
import { createBooks, LIMITS, type Wish } from "../../../demo/portal/books.ts";

const WISH: Wish = {
  clerk: "Jana",
  customer: "1",
  reason: "Goodwill",
  note: "",
  amount: 30,
  way: "link",
  language: "en",
};

function setUp() {
  const told = new Map<string, { state: string; attempt?: number }>();
  let now = Date.UTC(2026, 5, 15, 12);
  const books = createBooks({
    about: (id) => ({ standing: told.get(id) as never }),
    now: () => now,
  });
  const wish = (more: Partial<Wish> = {}) => {
    const gift = books.wish({ ...WISH, ...more });
    if (!gift) throw new Error("above the limit");
    return gift;
  };
  const reserve = (order_id: string, amount: number, attempt = 1) =>
    books.reserve({ order_id, attempt, value: { amount, currency: "EUR" } });
  return { books, told, wish, reserve, tomorrow: () => (now += 24 * 60 * 60_000) };
}

describe("the day's limit", () => {
  it("is what a confirmation takes, and no wish; asked again, the same confirmation takes it once", () => {
    const { books, wish, reserve } = setUp();
    const { id } = wish();
    expect(books.leftOf("Jana")).toBe(LIMITS.day);
    for (const _ of [1, 2]) expect(reserve(id, 30)).toBeUndefined();
    expect(books.leftOf("Jana")).toBe(LIMITS.day - 30);
    expect(books.leftOf("Deniz")).toBe(LIMITS.day);
  });

  it.each([
    ["activated", 1, 170],
    ["redeemed", 1, 170],
    ["booked", 1, 170],
    ["open", 1, 200],
    ["canceled", undefined, 200],
    ["refunded", 1, 200],
    // Another choice is made: the first one was not confirmed.
    ["booked", 2, 200],
  ])("after an event with %s of attempt %s has %i left", (state, attempt, left) => {
    const { books, told, wish, reserve } = setUp();
    const { id } = wish();
    reserve(id, 30);
    told.set(id, { state, ...(attempt && { attempt }) });
    expect(books.leftOf("Jana")).toBe(left);
  });

  it("counts a later attempt that is asked about after the first was given back", () => {
    const { books, told, wish, reserve } = setUp();
    const { id } = wish();
    reserve(id, 30);
    told.set(id, { state: "open", attempt: 1 });
    reserve(id, 30, 2);
    expect(books.leftOf("Jana")).toBe(170);
  });

  it("refuses the confirmation that would pass it, although each wish was within it", () => {
    const { wish, reserve, books } = setUp();
    const five = [1, 2, 3, 4, 5].map(() => wish({ amount: 50 }));
    expect(five.map(({ id }) => reserve(id, 50) ?? "allowed")).toEqual([
      ...Array.from({ length: 4 }, () => "allowed"),
      expect.stringContaining("limit"),
    ]);
    expect(books.leftOf("Jana")).toBe(0);
    // What is taken already is not taken from itself.
    expect(reserve(five[3]?.id ?? "", 50)).toBeUndefined();
    expect(books.wish(WISH)).toBeUndefined();
  });

  it("is whole again tomorrow", () => {
    const { books, wish, reserve, tomorrow } = setUp();
    reserve(wish().id, 30);
    tomorrow();
    expect(books.leftOf("Jana")).toBe(200);
  });

  it("is that of the day of the confirmation, not of the wish", () => {
    const { books, wish, reserve, tomorrow } = setUp();
    const { id } = wish();
    tomorrow();
    reserve(id, 30);
    expect(books.leftOf("Jana")).toBe(170);
  });
});

describe("four eyes", () => {
  it("are needed above 50, and are two people's", () => {
    const { books, wish, reserve } = setUp();
    expect(reserve(wish({ amount: 50 }).id, 50)).toBeUndefined();
    const { id } = wish({ amount: 51 });
    expect(reserve(id, 51)).toMatch("second person");
    expect(books.decide(id, "Jana", true)).toBeUndefined();
    expect(reserve(id, 51)).toMatch("second person");
    expect(books.decide(id, "Ruth", true)).toMatchObject({ decision: { by: "Ruth", yes: true } });
    expect(reserve(id, 51)).toBeUndefined();
  });

  it("decide once, and nothing where one person is enough", () => {
    const { books, wish, reserve } = setUp();
    const { id } = wish({ amount: 80 });
    books.decide(id, "Ruth", false);
    expect(books.decide(id, "Deniz", true)).toBeUndefined();
    expect(reserve(id, 80)).toMatch("second person");
    expect(books.decide(wish().id, "Ruth", false)).toBeUndefined();
  });
});

it("allows no other amount than the entered one, no reward without a value, and no order that it does not know", () => {
  const { books, wish, reserve } = setUp();
  const { id } = wish();
  expect(reserve(id, 50)).toMatch("amount");
  expect(books.reserve({ order_id: id, attempt: 1 })).toMatch("amount");
  expect(reserve("another", 30)).toMatch("know");
  expect(books.reserve({ order_id: id, attempt: 1, amount: "30" })).toBeUndefined();
});

it("says why in the clerk's language", () => {
  const { wish, reserve } = setUp();
  expect(reserve(wish({ amount: 80, language: "de" }).id, 80)).toMatch("zweite Person");
});
