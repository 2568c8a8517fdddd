/**
 * An SQLite file behind two threads, so that the thread that answers requests never waits for a disk or a lock: one does the
 * changes, in groups with one transaction and one sync each, the other one reads. WAL lets both work at once, and a reader sees
 * a group only when it is durable.
 */
import { Worker } from "node:worker_threads";
import { SQLITE_GROUP_ENOUGH, SQLITE_GROUPS_APART, SQLITE_PATIENCE } from "../timing.ts";
import { Groups } from "./groups.ts";
import { LedgerUnavailable } from "./ledger.ts";
import { LedgerTooNew } from "./migrations.ts";
import {
  type Change,
  outcomeOf,
  type Result,
  type Row,
  type SqliteDatabase,
  type Step,
} from "./sqlite-database.ts";
import { type Answered, type Asked, type ThreadData, TOO_NEW } from "./sqlite-thread.ts";

const ENTRY = new URL("./sqlite-thread.ts", import.meta.url);
/** A turn of the process has few hundred reads at most; all of them are one message. */
const ANY_NUMBER = Number.POSITIVE_INFINITY;

/** @throws LedgerTooNew, LedgerUnavailable where there can be no database */
export async function openInThreads(path: string): Promise<SqliteDatabase> {
  const listeners: (() => void)[] = [];
  const reopened = (): void => {
    for (const listener of listeners) listener();
  };
  const writer = new SqliteThread(path, reopened);
  const reader = new SqliteThread(path, reopened);
  // One after the other: the first one makes the tables.
  await writer.open();
  await reader.open();

  const changes = new Groups<Change, Result<number>>({
    apart: SQLITE_GROUPS_APART,
    enough: SQLITE_GROUP_ENOUGH,
    patience: SQLITE_PATIENCE,
    async send(group) {
      const answered = await writer.ask({ changes: group });
      const results = "changed" in answered ? answered.changed : [];
      // Whatever waits behind a lock that is held waits for the same lock.
      if (results.some((result) => "failed" in result && result.failed === "locked"))
        changes.refuse(new LedgerUnavailable("locked"));
      return results;
    },
  });
  const reads = new Groups<Step, Result<readonly Row[]>>({
    apart: 0,
    enough: ANY_NUMBER,
    patience: SQLITE_PATIENCE,
    async send(group) {
      const answered = await reader.ask({ reads: group });
      return "read" in answered ? answered.read : [];
    },
  });
  return {
    read: async (step) => outcomeOf(await reads.add(step)),
    change: async (change) => outcomeOf(await changes.add(change)),
    onReopened: (listener) => void listeners.push(listener),
    async close() {
      // The writer last: the last connection moves what is in the log to the file.
      await reader.close();
      await writer.close();
    },
  };
}

interface Pending {
  readonly resolve: (answered: Answered) => void;
  readonly reject: (error: unknown) => void;
}

/** The near end of a thread. One that ended is started again by the next ask. */
class SqliteThread {
  readonly #path: string;
  readonly #reopened: () => void;
  #worker: Worker | undefined;
  /** In the order in which the thread answers. */
  #pending: Pending[] = [];

  constructor(path: string, reopened: () => void) {
    this.#path = path;
    this.#reopened = reopened;
  }

  /** @throws LedgerTooNew, LedgerUnavailable */
  async open(): Promise<void> {
    const workerData: ThreadData = { path: this.#path };
    const worker = new Worker(ENTRY, { workerData });
    this.#worker = worker;
    worker.on("message", (answered: Answered) => this.#pending.shift()?.resolve(answered));
    // An error ends the thread, and the end is heard of below.
    worker.on("error", () => {});
    worker.on("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#pending.splice(0)) reject(new LedgerUnavailable("ended"));
    });
    const answered = await this.#answer();
    if (!("notOpened" in answered)) return;
    throw answered.notOpened === TOO_NEW ? new LedgerTooNew() : new LedgerUnavailable(answered.notOpened);
  }

  /** @throws LedgerUnavailable */
  async ask(asked: Asked): Promise<Answered> {
    if (!this.#worker) {
      await this.open();
      this.#reopened();
    }
    this.#worker?.postMessage(asked);
    return this.#answer();
  }

  async close(): Promise<void> {
    if (!this.#worker) return;
    await this.ask({ close: true });
  }

  #answer(): Promise<Answered> {
    return new Promise((resolve, reject) => void this.#pending.push({ resolve, reject }));
  }
}
