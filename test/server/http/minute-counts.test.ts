/** How often a key may come within its minute. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MinuteCounts } from "../../../server/http/minute-counts.ts";
import { MINUTE } from "../../support/rewards.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("a key may come as often as allowed, and then not before its minute is over", () => {
  const counts = new MinuteCounts(2);
  expect([counts.add("a"), counts.add("a")]).toEqual([undefined, undefined]);
  vi.advanceTimersByTime(20_000);
  expect(counts.add("a")).toBe(MINUTE - 20_000);
  vi.advanceTimersByTime(MINUTE - 20_001);
  expect(counts.add("a")).toBe(1);
  vi.advanceTimersByTime(1);
  expect(counts.add("a")).toBeUndefined();
});

it("keys are counted apart, each in a minute of its own", () => {
  const counts = new MinuteCounts(1);
  counts.add("a");
  vi.advanceTimersByTime(30_000);
  expect(counts.add("b")).toBeUndefined();
  vi.advanceTimersByTime(30_000);
  expect(counts.add("a")).toBeUndefined();
  expect(counts.add("b")).toBe(30_000);
});

it("asking whether a key is used up counts nothing", () => {
  const counts = new MinuteCounts(1);
  expect([counts.used("a"), counts.used("a")]).toEqual([undefined, undefined]);
  counts.add("a");
  expect(counts.used("a")).toBe(MINUTE);
  vi.advanceTimersByTime(MINUTE);
  expect(counts.used("a")).toBeUndefined();
});

it("with a limit of 0 every request is refused at once", () => {
  expect(new MinuteCounts(0).add("a")).toBe(MINUTE);
});

it("keys whose minute is long over are forgotten", () => {
  const counts = new MinuteCounts(1);
  for (let n = 0; n < 1_000; n++) counts.add(`a${n}`);
  vi.advanceTimersByTime(MINUTE);
  counts.add("b");
  expect(counts.size).toBe(1);
});
