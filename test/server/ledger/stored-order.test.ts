/** Rows of earlier versions are read as rows of this one, also while both write. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { fromStored, type StoredOrder, toStored } from "../../../server/ledger/stored-order.ts";
import { stateOf } from "../../../server/orders/view.ts";
import { attentionOf } from "../../../server/redemption/attention.ts";
import { isObserved, isOfOlderRevision } from "../../../server/redemption/evidence.ts";
import type { Attempt, Order } from "../../../server/redemption/model.ts";
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
    const beside = order([taken, attempt({ n: 2 })], { current: 2, attention: "debited_hold" });
    expect(fromStored(toStored(beside), 1), "also beside the current attempt").toEqual(beside);
    const left = order([attempt({ phase: "given_up", state: "pending" })], { current: null });
    const linked = delivered("activate", left);
    expect(toStored(linked).attempts).toMatchObject([{ linked: true }]);
    expect(fromStored(toStored(linked), 1)).toEqual(linked);
  });
});

/**
 * Rows as an older server stored them, with what it told of each at that time. One a line, made once by revision f3584a2, whose
 * rows have no `revision` and `observed`: its own server on an SQLite file before its own simulated service, on virtual time
 * (its test/support/world.ts); its routes and the service's faults brought each order there. After each one its site asked
 * for the order, the operator for the list, and the row was read from the file, the columns beside its body. `next`: what
 * that revision's next.ts would do with it. "In a lost ledger": a second file before the same service. The script that did
 * it runs only there, and is not kept.
 */
interface Old {
  readonly name: string;
  readonly at: number;
  readonly told: {
    readonly state: string;
    readonly attention: string | null;
    readonly next: "rest" | "wait";
  };
  readonly row: Record<"site" | "order_id", string> & {
    readonly version: number;
    readonly due_at: number | null;
    readonly attention: string | null;
    /** Its own version is the one before: it was written before the column rose. */
    readonly body: StoredOrder;
  };
}
const OLD = readFileSync(resolve(import.meta.dirname, "fixtures/rows-of-f3584a2.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line): Old => JSON.parse(line));
const readOf = ({ row }: Old): Order => fromStored(row.body, row.version);

/** Members that the older server can do without: where one is absent it asks the service again. */
const MISSABLE = ["looked", "guarded", "checked", "closing_from"];

describe("a row of an older server:", () => {
  it.each(OLD)("$name: the order has the state and the need of a person that were told", (old) => {
    const read = readOf(old);
    expect([stateOf(read, old.at), attentionOf(read, old.at)]).toEqual([old.told.state, old.told.attention]);
  });

  it.each(OLD)("$name: what waited goes on, and what rested is at most asked about", (old) => {
    const read = readOf(old);
    // Since then an attempt that needs or needed a person is read from time to time, in case it ends by itself.
    const isLookedAfter =
      old.told.attention !== null || read.attempts.some(({ released_at }) => released_at !== undefined);
    const resting = isLookedAfter ? ["rest", "wait", "read"] : ["rest"];
    const action = next(read, { now: old.at, instance: "me", isGateOpen: true });
    expect(old.told.next === "rest" ? resting : ["wait", "read", "list"]).toContain(action.do);
  });

  it.each(OLD)("$name: what is stored of it has all that the older server needs", (old) => {
    const { version: _, attempts: before, ...rest } = old.row.body;
    const needed = before.map((each) =>
      Object.fromEntries(Object.entries(each).filter(([member]) => !MISSABLE.includes(member))),
    );
    const stored = toStored(readOf(old));
    expect(stored).toMatchObject({ ...rest, attempts: needed });
    expect(fromStored(stored, old.row.version)).toEqual(readOf(old));
  });
});

it("a ledger of an older server lists what is due and what needs a person as it did", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "older-")), "ledger.db");
  const ledger = openSqliteLedger(path);
  const db = new DatabaseSync(path);
  const insert = db.prepare(
    "INSERT INTO orders (site, order_id, version, due_at, attention, body) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const { row } of OLD) {
    const { site, order_id, version, due_at, attention, body } = row;
    insert.run(site, order_id, version, due_at, attention, JSON.stringify(body));
  }
  db.close();
  for (const old of OLD) expect(await ledger.readOrder(old.row)).toEqual(readOf(old));
  const idsOf = (rows: readonly { order_id: string }[]) => rows.map(({ order_id }) => order_id).toSorted();
  const rowsWhere = (is: (old: Old) => boolean) => idsOf(OLD.filter(is).map(({ row }) => row));
  expect(idsOf(await ledger.ordersNeedingAttention(100))).toEqual(
    rowsWhere(({ told }) => told.attention !== null),
  );
  expect(idsOf(await ledger.dueOrders(Number.MAX_SAFE_INTEGER, 100))).toEqual(
    rowsWhere(({ told }) => told.next === "wait"),
  );
  await ledger.close();
});
