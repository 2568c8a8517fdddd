/** The embedded ledger's file: one thread owns it, changes share a sync, and others on the file are known. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Ledger, RedemptionTaken } from "../../../server/ledger/ledger.ts";
import { openLedger } from "../../../server/ledger/open.ts";
import { createLog } from "../../../server/observing/log.ts";
import { LedgerUnavailable } from "../../../server/problems/ledger-unavailable.ts";
import { quiet } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";
import { transactionsIn } from "../../support/wal.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { claiming, EMAIL, keyOf, order, PINS } from "./rows.ts";

const FREE = { kind: "free" } as const;
const MANY = 40;
const ids = Array.from({ length: MANY }, (_, n) => `o-${n}`);

let folder: string;
let path: string;
let ledger: Ledger;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sqlite-"));
  path = join(folder, "sub", "ledger.db");
  ledger = await openLedger({ kind: "sqlite", path }, quiet);
});
afterEach(async () => {
  await ledger.close();
  rmSync(folder, { recursive: true, force: true });
});
const createAll = () => Promise.all(ids.map((order_id) => ledger.createOrder(order({ order_id }))));
const reopen = async (): Promise<void> => {
  await ledger.close();
  ledger = await openLedger({ kind: "sqlite", path }, quiet);
};

describe("changes that are asked for at once", () => {
  it("share transactions, and stand in the file when they are answered", async () => {
    const before = transactionsIn(path);
    expect(await createAll()).toEqual(ids.map(() => true));
    expect(transactionsIn(path) - before).toBeLessThanOrEqual(MANY / 8);
    const db = new DatabaseSync(path, { readOnly: true });
    expect(db.prepare("SELECT count(*) AS count FROM orders").get()).toEqual({ count: MANY });
    db.close();
  });

  it("have each its own outcome: what one loses or may not do changes nothing for the others", async () => {
    await createAll();
    await ledger.replaceOrder(claiming(order({ order_id: "o-0" }), "AAAAA-1"), FREE);
    const outcomes = await Promise.all(
      ids.map((order_id, n) => {
        // Every third one comes too late, and every fifth one names a redemption of the first order.
        const row = order({ order_id, version: n % 3 === 2 ? 7 : 1 });
        return ledger.replaceOrder(claiming(row, n % 5 === 1 ? "AAAAA-1" : `BBBBB-${n}`), FREE).then(
          (stored) => stored?.order.version,
          (error) => (error instanceof RedemptionTaken ? "taken" : error),
        );
      }),
    );
    const expected = ids.map((_, n) => (n === 0 || n % 3 === 2 ? undefined : n % 5 === 1 ? "taken" : 2));
    expect(outcomes).toEqual(expected);
    const stored = await Promise.all(ids.map((order_id) => ledger.readOrder(keyOf(order_id))));
    expect(stored.slice(1).map((row) => row?.order.version)).toEqual(
      expected.slice(1).map((outcome) => (outcome === 2 ? 2 : 1)),
    );
  });
});

describe("the file", () => {
  it("is readable by its owner only, and survives closing", async () => {
    await ledger.createOrder(order());
    await reopen();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await ledger.readOrder(keyOf("o-1")))?.order).toEqual(order());
  });

  it("has no byte of an address that an order's row lost", async () => {
    for (const order_id of ids)
      await ledger.createOrder(order({ order_id, pins: { ...PINS, email: `${order_id}-${EMAIL}` } }));
    for (const order_id of ids)
      await ledger.replaceOrder(order({ order_id, pins: { ...PINS, email: null } }), FREE);
    await ledger.close();
    for (const name of readdirSync(join(folder, "sub")))
      expect(readFileSync(join(folder, "sub", name)).includes(EMAIL), name).toBe(false);
    ledger = await openLedger({ kind: "sqlite", path }, quiet);
  });

  it("that somebody locks holds up changes only: reads go on, and so does the process", async () => {
    await createAll();
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    let isDone = false;
    const change = ledger.replaceOrder(order(), FREE).finally(() => {
      isDone = true;
    });
    // A process that waited for the lock would come here only when it had given the change up.
    for (let read = 0; read < 20; read++) {
      expect((await ledger.readOrder(keyOf("o-1")))?.order.version).toBe(1);
      expect(isDone).toBe(false);
    }
    other.exec("COMMIT");
    expect((await change)?.order.version).toBe(2);
    other.close();
  });
});

describe("a lease of a process that has ended", () => {
  const lease = async () => (await ledger.readOrder(keyOf("o-1")))?.lease?.name;
  beforeEach(async () => {
    await ledger.createOrder(order());
    await ledger.replaceOrder(order(), { kind: "claim", name: "before" });
  });

  it("is ended by a start that is alone on the file", async () => {
    expect(await lease()).toBe("before");
    await reopen();
    expect(await lease()).toBeUndefined();
  });

  it("stays where another process has the file open, also one that was not the first", async () => {
    const second = await openLedger({ kind: "sqlite", path }, quiet);
    await reopen();
    expect(await lease()).toBe("before");
    await second.close();
    await reopen();
    expect(await lease()).toBeUndefined();
  });
});

describe("a thread that ends", () => {
  const reasonOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "done",
      (error) => (error instanceof LedgerUnavailable ? error.reason : String(error)),
    );
  /** The threads that were started from now on. */
  const threads: Worker[] = [];
  let lines: string[];
  beforeEach(async () => {
    await ledger.close();
    threads.length = 0;
    lines = [];
    const { postMessage } = Worker.prototype;
    vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, message: unknown) {
      if (!threads.includes(this)) threads.push(this);
      postMessage.call(this, message);
    });
    const log = createLog("info", new VirtualClock(), (line) => lines.push(line));
    ledger = await openLedger({ kind: "sqlite", path }, log);
    await ledger.createOrder(order());
    await ledger.replaceOrder(order(), { kind: "claim", name: "me" });
    return () => void vi.restoreAllMocks();
  });

  it("fails what it had in hand, and the next request has another one; both are said", async () => {
    let lost = 0;
    ledger.onConnectionLost(() => lost++);
    const inHand = reasonOf(ledger.readOrder(keyOf("o-1")));
    await Promise.resolve();
    await threads[0]?.terminate();
    expect(["thread_ended", "done"]).toContain(await inHand);
    expect(await reasonOf(ledger.readOrder(keyOf("o-1")))).toBe("done");
    expect([threads.length, lost]).toEqual([2, 1]);
    // The process still works on what it had claimed.
    expect((await ledger.readOrder(keyOf("o-1")))?.lease?.name).toBe("me");
  });

  it("is not followed by another one at once where the file cannot be opened", async () => {
    await threads[0]?.terminate();
    rmSync(path);
    mkdirSync(path);
    expect(await reasonOf(ledger.probe())).not.toBe("done");
    rmdirSync(path);
    expect(await reasonOf(ledger.probe())).not.toBe("done");
    // The lost file is not made anew behind the operator's back.
    await until(async () => (await reasonOf(ledger.probe())) === "emptied", "the loss is named");
    expect(existsSync(path)).toBe(false);
    expect(lines.map((line) => JSON.parse(line).reason)).toContain("emptied");
  });
});
