/** Which share of the last minutes failed: what the lamps count, as the alerts do. */
import { beforeEach, expect, it } from "vitest";
import { Failures } from "../../../server/observing/failures.ts";
import { FAILURES_WITHIN } from "../../../server/timing.ts";

let now: number;
let failures: Failures;
const count = (all: number, failed: number): void => {
  for (let at = 0; at < all; at++) failures.count(at < failed);
};
beforeEach(() => {
  now = 0;
  failures = new Failures({ monotonic: () => now });
});

it("nothing is told where nothing happened, or one in twenty failed", () => {
  expect(failures.share()).toBeUndefined();
  count(100, 5);
  expect(failures.share()).toBeUndefined();
});

it("more than one in twenty is told, as a share of all", () => {
  count(100, 6);
  expect(failures.share()).toBe(0.06);
});

it("one or two failures are no disturbance, whatever their share", () => {
  count(2, 2);
  expect(failures.share()).toBeUndefined();
  count(1, 1);
  expect(failures.share()).toBe(1);
});

it("what is over is forgotten, a part of the time at once", () => {
  count(10, 10);
  now += FAILURES_WITHIN / 2;
  count(10, 0);
  expect(failures.share()).toBe(0.5);
  now += FAILURES_WITHIN / 2;
  expect(failures.share()).toBeUndefined();
});
