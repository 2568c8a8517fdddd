/** Rows of earlier versions are read as rows of this one, also while both write. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { fromStored, type StoredOrder, toStored } from "../../../server/ledger/stored-order.ts";
import { stateOf } from "../../../server/orders/view.ts";
import { attentionOf } from "../../../server/redemption/attention.ts";
import { isObserved, isOfOlderRevision } from "../../../server/redemption/evidence.ts";
import type { Attempt } from "../../../server/redemption/model.ts";
import { next } from "../../../server/redemption/next.ts";
import { attempt, delivered, order, type Shape } from "../redemption/orders.ts";

/** As an earlier version stored it. */
function earlier(change: Shape, said: { looked?: boolean; checked?: boolean }): StoredOrder {
  const [stored] = toStored(order([attempt(change)])).attempts;
  const { revision: _, observed: __, ...old } = stored as StoredOrder["attempts"][number];
  return { ...order(), attempts: [{ ...old, looked: false, checked: false, ...said }] };
}
const first = (row: StoredOrder, version = 1): Attempt => fromStored(row, version).attempts[0] as Attempt;

describe("of an earlier version,", () => {
  it.each([true, false])("a current attempt of which looked was %s", (looked) => {
    expect(isObserved(first(earlier({ phase: "confirmed" }, { looked })))).toBe(looked);
  });

  it.each<[Shape]>([
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
  const [stored] = toStored(order([own])).attempts;
  const written = { ...(stored as StoredOrder["attempts"][number]), looked: false, checked: false };
  const changed = first({ ...order(), attempts: [written] }, 7);
  expect(isOfOlderRevision(changed, { asOf: own.evidence.revision })).toBe(true);
  expect(isObserved(changed)).toBe(false);
});

it("a row of this version is read as it was written", () => {
  expect(fromStored(toStored(order()), 1)).toEqual(order());
});

it.each([
  ["redeem", "confirmed", "redeeming"],
  ["activate", "confirmed", "activating"],
  ["notify", "confirmed", "creating"],
  ["activate", "linked", "activated"],
  ["notify", "linked", "notified"],
] as const)("of the delivery %s an attempt that is %s is stored as %s", (delivery, phase, as) => {
  const row = order([attempt({ phase })], { pins: { ...order().pins, delivery } });
  expect(toStored(row).attempts).toMatchObject([{ phase: as }]);
  expect(fromStored(toStored(row), 1)).toEqual(row);
});

describe("what a person was called for", () => {
  it("is kept of a row that an earlier version wrote", () => {
    const codeless = toStored(order([attempt({ phase: "redeemed" })], { attention: "codes_unreadable" }));
    expect(fromStored(codeless, 1).attempts).toMatchObject([{ evidence: { unreadable: true } }]);
    const foreign = attempt({ phase: "stopped", stop: "other_parameters" });
    const taken = toStored(order([foreign], { attention: "redemption_taken" }));
    expect(fromStored(taken, 1).attempts).toMatchObject([{ stop: "redemption_taken" }]);
    expect(
      fromStored(toStored(order([foreign], { attention: "other_parameters" })), 1).attempts,
    ).toMatchObject([{ stop: "other_parameters" }]);
  });

  it("is stored as an earlier version names it", () => {
    const taken = attempt({ phase: "stopped", stop: "redemption_taken" });
    const row = order([taken], { attention: "redemption_taken" });
    expect(toStored(row).attempts).toMatchObject([{ stop: "other_parameters" }]);
    expect(fromStored(toStored(row), 1)).toEqual(row);
    const left = order([attempt({ phase: "given_up", state: "pending" })], { current: null });
    const linked = delivered("activate", left);
    expect(toStored(linked).attempts).toMatchObject([{ linked: true }]);
    expect(fromStored(toStored(linked), 1)).toEqual(linked);
  });
});

/** Rows as the version before this one stored them, with the state that it told of each. */
const STORED = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "fixtures/rows-of-0.1.0.json"), "utf8"),
) as { name: string; state: string; row: StoredOrder & { version: number; updated_at: number } }[];

describe("a row that the version before wrote,", () => {
  it.each(STORED)("of an order that is $name, tells the same state", ({ state, row }) => {
    expect(stateOf(fromStored(row, row.version), row.updated_at)).toBe(state);
  });

  it.each(STORED)("of an order that is $name, is stored with the same members", ({ row }) => {
    const { attempts, ...rest } = toStored(fromStored(row, row.version));
    const { attempts: before, ...restBefore } = row;
    expect(rest).toEqual(restBefore);
    expect(attempts).toEqual(before);
  });

  it.each(STORED)("of an order that is $name, needs a person as before and is worked on", ({ row }) => {
    const read = fromStored(row, row.version);
    expect(attentionOf(read, row.updated_at)).toBe(row.attention);
    const isAtRest = next(read, { now: row.updated_at, instance: "me", isGateOpen: true }).do === "rest";
    // What a person was called for was not read again by the version before.
    expect(isAtRest).toBe(row.due_at === null && row.attention === null);
  });
});
