/**
 * An SQLite file behind threads: changes share a sync, each has its own outcome, and the answering thread never waits for the disk.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Ledger, RedemptionTaken } from "../../../server/ledger/ledger.ts";
import { openLedger } from "../../../server/ledger/open.ts";
import { SqliteStore } from "../../../server/ledger/sqlite-store.ts";
import { quiet } from "../../support/postgres.ts";
import { transactionsIn } from "../../support/wal.ts";
import { attempt, order } from "../redemption/orders.ts";

let folder: string;
let path: string;
let ledger: Ledger;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "threads-"));
  path = join(folder, "ledger.db");
  ledger = await openLedger({ kind: "sqlite", path }, quiet);
});
afterEach(async () => {
  await ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

const MANY = 40;
const ids = Array.from({ length: MANY }, (_, n) => `o-${n}`);
const key = (order_id: string) => ({ site: "shop", order_id });
const createAll = () => Promise.all(ids.map((order_id) => ledger.createOrder(order([], { order_id }))));

describe("changes that are asked for at once", () => {
  it("are done in a few transactions, and stand in the file when they are answered", async () => {
    const before = transactionsIn(path);
    expect(await createAll()).toEqual(ids.map(() => true));
    expect(transactionsIn(path) - before).toBeLessThanOrEqual(MANY / 8);
    const other = new SqliteStore(path);
    expect(other.read({ sql: "SELECT count(*) AS count FROM orders", values: [] })).toEqual({
      done: [{ count: MANY }],
    });
    other.close();
  });

  it("have each its own outcome: what one loses or may not do changes nothing for the others", async () => {
    await createAll();
    const one = order([attempt({ redemption_id: "AAAAA-1" })], { order_id: "o-0" });
    await ledger.replaceOrder(one);
    const before = transactionsIn(path);
    const changes = ids.map((order_id, n) => {
      // Every third one comes too late, and every fifth one names a redemption that belongs to the first order.
      const redemption_id = n % 5 === 1 ? "AAAAA-1" : `BBBBB-${n}`;
      const row = order([attempt({ redemption_id })], { order_id, version: n % 3 === 2 ? 7 : 1, due_at: n });
      return ledger.replaceOrder(row).then(
        (stored) => stored?.version,
        (error) => (error instanceof RedemptionTaken ? "taken" : error),
      );
    });
    const outcomes = await Promise.all(changes);
    const expected = ids.map((_, n) => {
      if (n === 0 || n % 3 === 2) return undefined;
      return n % 5 === 1 ? "taken" : 2;
    });
    expect(outcomes).toEqual(expected);
    expect(transactionsIn(path) - before).toBeLessThanOrEqual(MANY / 8);
    for (const [n, order_id] of ids.entries()) {
      const stored = await ledger.readOrder(key(order_id));
      if (n > 0) expect([stored?.version, stored?.due_at]).toEqual(expected[n] === 2 ? [2, n] : [1, null]);
      const owner = await ledger.orderOfRedemption(`BBBBB-${n}`);
      expect(owner).toEqual(expected[n] === 2 ? key(order_id) : undefined);
    }
  });

  it("of the same row are done one after the other: the first one wins", async () => {
    await createAll();
    const swaps = await Promise.all(
      Array.from({ length: MANY }, (_, n) => ledger.replaceOrder(order([], { order_id: "o-0", due_at: n }))),
    );
    expect(swaps.map((stored) => stored?.due_at)).toEqual([0, ...Array(MANY - 1).fill(undefined)]);
  });
});

describe("the file", () => {
  it("is written to with a log ahead, a sync for each transaction and nothing left of what was forgotten", () => {
    const store = new SqliteStore(path);
    const pragma = (name: string) => store.read({ sql: `PRAGMA ${name}`, values: [] });
    const FULL = 2;
    expect(pragma("synchronous")).toEqual({ done: [{ synchronous: FULL }] });
    expect(pragma("journal_mode")).toEqual({ done: [{ journal_mode: "wal" }] });
    expect(pragma("secure_delete")).toEqual({ done: [{ secure_delete: 1 }] });
    store.close();
  });

  it("that somebody locks holds up changes only: reads go on, and so does the process", async () => {
    await createAll();
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    let isDone = false;
    const change = ledger.replaceOrder(order([], { order_id: "o-1" })).finally(() => {
      isDone = true;
    });
    // A process that waited for the lock would come here only when it had given the change up.
    for (let read = 0; read < 100; read++) {
      expect((await ledger.readOrder(key("o-1")))?.version).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      expect(isDone).toBe(false);
    }
    other.exec("COMMIT");
    expect((await change)?.version).toBe(2);
    other.close();
  });
});
