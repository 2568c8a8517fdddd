/**
 * An SQLite file behind two threads, so that the thread that answers requests never waits for a disk or a lock: one does the
 * changes, in groups with one transaction and one sync each, the other one reads. WAL lets both work at once, and a reader sees
 * a group only when it is durable.
 */
import { SQLITE_GROUP_ENOUGH, SQLITE_GROUPS_APART, SQLITE_PATIENCE } from "../timing.ts";
import { Groups } from "./groups.ts";
import { LedgerUnavailable } from "./ledger.ts";
import {
  type Change,
  outcomeOf,
  type Result,
  type Row,
  type SqliteDatabase,
  type Step,
} from "./sqlite-database.ts";
import { readRow } from "./stored-json.ts";
import { SqliteThread } from "./thread-end.ts";

/** A turn of the process has few hundred reads at most; all of them are one message. */
const ANY_NUMBER = Number.POSITIVE_INFINITY;

/** @throws LedgerUnavailable where there can be no database */
export async function openInThreads(path: string): Promise<SqliteDatabase> {
  const listeners: (() => void)[] = [];
  const reopened = (): void => {
    for (const listener of listeners) listener();
  };
  const writer = new SqliteThread(path, reopened);
  const reader = new SqliteThread(path, reopened);
  // One after the other: the first one makes the tables.
  await writer.open();
  await reader.open().catch(async (error) => {
    await writer.close();
    throw error;
  });

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
    read: async (step, of) => outcomeOf(await reads.add(step)).map((row) => readRow(of, row)),
    change: async (change) => outcomeOf(await changes.add(change)),
    onReopened: (listener) => void listeners.push(listener),
    isDamaged: () => false,
    async close() {
      // The writer last: the last connection moves what is in the log to the file.
      await reader.close();
      await writer.close();
    },
  };
}
