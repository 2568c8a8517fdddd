/** Log lines leave together, soon, and in their order. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type LogLines, logLines } from "../../server/log-lines.ts";
import { LOG_WRITTEN_WITHIN } from "../../server/timing.ts";

let written: string[];
let lines: LogLines;

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  lines = logLines((text) => written.push(text));
});
afterEach(() => void vi.useRealTimers());

it("lines are written together, within their time", () => {
  lines.write("a\n", "info");
  vi.advanceTimersByTime(LOG_WRITTEN_WITHIN - 1);
  lines.write("b\n", "debug");
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(written).toEqual(["a\nb\n"]);
  lines.write("c\n", "info");
  vi.advanceTimersByTime(LOG_WRITTEN_WITHIN);
  expect(written).toEqual(["a\nb\n", "c\n"]);
});

it.each(["warn", "error"] as const)("what is at level %s is written at once, after what waits", (level) => {
  lines.write("a\n", "info");
  lines.write("b\n", level);
  expect(written).toEqual(["a\nb\n"]);
  vi.advanceTimersByTime(LOG_WRITTEN_WITHIN);
  expect(written).toHaveLength(1);
});

it("a process that ends writes what waits", () => {
  lines.write("a\n", "info");
  lines.flush();
  lines.flush();
  expect(written).toEqual(["a\n"]);
});
