import { describe, expect, it } from "vitest";
import { makeEntry } from "../../../server/catalog/entry.ts";
import { closedBecause, readTime } from "../../../server/fulfillment/usable.ts";

describe("a date-time without a zone", () => {
  it.each([
    ["2026-11-20T12:00:00", Date.UTC(2026, 10, 20, 12)],
    ["2026-11-20T12:00:00Z", Date.UTC(2026, 10, 20, 12)],
    ["2026-11-20T12:00:00+02:00", Date.UTC(2026, 10, 20, 10)],
    ["2026-11-20", Date.UTC(2026, 10, 20)],
  ])("%s is UTC, wherever the server runs", (text, time) => {
    expect(new Date(time).getTimezoneOffset()).not.toBe(0);
    expect(readTime(text)).toBe(time);
  });
});

it("a promotion has started at its start, and has ended at its end", () => {
  const start = Date.UTC(2026, 10, 20, 12);
  const end = Date.UTC(2026, 10, 21, 12);
  const promotion = {
    id: "1",
    rewards: [],
    start_datetime: "2026-11-20T12:00:00Z",
    end_datetime: "2026-11-21T12:00:00Z",
  };
  const closed = [start - 1, start, end - 1, end].map((now) => closedBecause(promotion, now));
  expect(closed).toEqual(["not_started", undefined, undefined, "ended"]);
});

it("a reward that a promotion names twice is what the first one says", () => {
  const named = (name: string, status: string) => ({
    sku: "GIFT-10",
    name,
    variable_value: false,
    state: "ready",
    status,
  });
  const promotion = { id: "1", rewards: [named("First", "enabled"), named("Second", "paused")] };
  const { rewards, unusable } = makeEntry(promotion, new Map(), undefined, new Map());
  expect(rewards.map(({ name }) => name)).toEqual(["First"]);
  expect([...unusable]).toEqual([]);
});
