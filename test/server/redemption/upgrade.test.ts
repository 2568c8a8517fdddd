/** Rows of earlier versions are read as rows of this one, also while both write. */
import { describe, expect, it } from "vitest";
import { isObserved, isOutdated } from "../../../server/redemption/evidence.ts";
import type { Attempt } from "../../../server/redemption/model.ts";
import { type StoredOrder, upgraded } from "../../../server/redemption/upgrade.ts";
import { attempt, order } from "./orders.ts";

/** As an earlier version stored it. */
function earlier(change: Partial<Attempt>, said: { looked?: boolean; checked?: boolean }): StoredOrder {
  const { revision: _, observed: __, ...old } = attempt(change);
  return { ...order(), attempts: [{ ...old, looked: false, checked: false, ...said }] };
}
const first = (row: StoredOrder, version = 1): Attempt => upgraded(row, version).attempts[0] as Attempt;

describe("of an earlier version,", () => {
  it.each([true, false])("an attempt in hand of which looked was %s", (looked) => {
    expect(isObserved(first(earlier({ phase: "redeeming" }, { looked })))).toBe(looked);
  });

  it.each<[Partial<Attempt>]>([
    [{ phase: "given_up" }],
    [{ phase: "refused" }],
    [{ phase: "stopped", stop: "later_attempt" }],
  ])("an attempt that nobody waits for is observed where it was checked: %o", (change) => {
    expect(isObserved(first(earlier(change, { looked: true })))).toBe(false);
    expect(isObserved(first(earlier(change, { checked: true })))).toBe(true);
  });

  it("nothing stays in the row", () => {
    expect(first(earlier({}, { looked: true }))).not.toHaveProperty("looked");
    expect(first(earlier({}, { looked: true }))).not.toHaveProperty("checked");
  });
});

it("a change by an earlier version outdates what this one asked for before it", () => {
  const own = attempt({ revision: 4, observed: 4 });
  const changed = first({ ...order(), attempts: [{ ...own, looked: false, checked: false }] }, 7);
  expect(isOutdated(changed, { asOf: own.revision })).toBe(true);
  expect(isObserved(changed)).toBe(false);
});

it("a row of this version is read as it is", () => {
  expect(upgraded(order(), 1)).toEqual(order());
});
