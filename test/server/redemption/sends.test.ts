/** The announced calls of an attempt: the call of each answer, claims, and when the next call may leave. */

import { describe, expect, it } from "vitest";
import type { Send } from "../../../server/redemption/model.ts";
import { later } from "../../../server/redemption/repeat.ts";
import {
  announce,
  answered,
  budgetFrom,
  claim,
  confirmationKnownSent,
  hasCallInDoubt,
  sendableFrom,
} from "../../../server/redemption/sends.ts";
import {
  BOOK_SENDS_MAX,
  CLAIM,
  CLOCK_SPREAD,
  SEND_GAPS,
  SEND_WINDOW,
  WAIT_MAX,
} from "../../../server/timing.ts";
import { attempt, MINUTE, NOW } from "./orders.ts";

const SECOND = 1_000;
const sentAt = (at: number, change: Partial<Send> = {}): Send => ({
  operation: "redeem",
  at,
  by: "me",
  outcome: "unanswered",
  ...change,
});

describe("an answer", () => {
  it("belongs to the call of its operation that its process announced last", () => {
    const sends = [sentAt(NOW - MINUTE), sentAt(NOW)];
    expect(answered(attempt({ sends }), "redeem", "me", "clear", NOW).sends).toEqual([
      sends[0],
      { ...sends[1], outcome: "clear" },
    ]);
  });

  it("takes back the last call where that provably never left", () => {
    const sends = [sentAt(NOW - MINUTE), sentAt(NOW)];
    expect(answered(attempt({ sends }), "redeem", "me", "not_sent", NOW).sends).toEqual([sends[0]]);
  });
});

describe("what is kept of the calls of half an hour ago when the next one is announced", () => {
  const LONG_AGO = NOW - 30 * MINUTE;
  const create = (n: number, outcome: Send["outcome"]): Send =>
    sentAt(LONG_AGO + n * SECOND, { operation: "create", outcome });

  it.each<[string, Send["outcome"], Send["outcome"]]>([
    ["a call in doubt, after one that was refused for its token", "turned_away", "doubt"],
    ["a call without an answer, after one that was refused for its token", "turned_away", "unanswered"],
    ["a call in doubt, after one without an answer", "unanswered", "doubt"],
  ])("%s", (_, first, second) => {
    const calls = attempt({ phase: "confirmed", sends: [create(0, first), create(1, second)] });
    const after = announce(calls, "create", "me", NOW);
    expect(after.sends.map(({ outcome }) => outcome)).toEqual([first, second, "unanswered"]);
    const refused = answered(after, "create", "me", "clear", NOW);
    expect(hasCallInDoubt(refused)).toBe(true);
  });

  it.each<Send["outcome"]>(["doubt", "clear"])(
    "that a confirmation left, also after one that did not (%s)",
    (outcome) => {
      const calls = attempt({ phase: "confirmed", sends: [create(0, "turned_away"), create(1, outcome)] });
      expect(confirmationKnownSent(calls)).toBe(true);
      expect(confirmationKnownSent(announce(calls, "create", "me", NOW))).toBe(true);
    },
  );

  it("one of each operation and outcome, however many there were", () => {
    const many = Array.from({ length: 500 }, (_, n) => create(n, n % 2 === 0 ? "doubt" : "turned_away"));
    expect(announce(attempt({ sends: many }), "create", "me", NOW).sends).toHaveLength(3);
  });
});

describe("a call without an answer", () => {
  it.each([
    ["a moment ago", NOW - 1, true],
    ["as long ago as a claim lasts", NOW - CLAIM, false],
    ["a little ahead, by another process's clock", NOW + CLOCK_SPREAD, true],
  ])("that was announced %s: somebody waits for it is %s", (_, at, isWaited) => {
    expect(claim(attempt({ sends: [sentAt(at as number)] }), NOW) !== undefined).toBe(isWaited);
  });
});

describe("books", () => {
  it("leave the confirmation its share of the calls", () => {
    const sends = Array.from({ length: BOOK_SENDS_MAX }, (_, n) =>
      sentAt(NOW - n * SECOND, { operation: "book", outcome: "doubt" }),
    ).toReversed();
    const booked = attempt({ sends });
    expect(budgetFrom(booked, "book", NOW)).toBe(NOW - (BOOK_SENDS_MAX - 1) * SECOND + SEND_WINDOW);
    expect(budgetFrom(booked, "redeem", NOW)).toBe(NOW);
  });
});

describe("the wait between two tries", () => {
  it("ends when a call may be repeated, however long it would be otherwise", () => {
    const last = NOW - 25 * SECOND;
    const sends = [sentAt(NOW - MINUTE, { outcome: "doubt" }), sentAt(last, { outcome: "doubt" })];
    const waiting = attempt({ phase: "confirmed", sends, tries: 5 });
    const turn = last + SEND_GAPS[1];
    expect(sendableFrom(waiting, "redeem", NOW)).toBe(turn);
    expect(later(waiting, NOW).retry.until).toBe(turn);
  });

  it("is never longer than any wait, also where the service asks for more", () => {
    expect(later(attempt(), NOW, 10 * WAIT_MAX).retry.until).toBe(NOW + WAIT_MAX);
  });
});
