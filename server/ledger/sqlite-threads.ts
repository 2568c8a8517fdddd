/**
 * An SQLite file behind two threads, so that the thread that answers requests never waits for a disk or a lock. One thread makes
 * the changes, in groups with one transaction and one sync each; the other one reads. WAL lets both work at the same time, and a
 * reader sees a group only when it is durable.
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

/** One turn of the process asks for at most a few hundred reads; one message has all of them. */
const ANY_NUMBER = Number.POSITIVE_INFINITY;

/** @throws LedgerUnavailable if no database can be opened */
export async function openInThreads(path: string): Promise<SqliteDatabase> {
  const listeners: (() => void)[] = [];
  const reopened = (): void => {
    for (const listener of listeners) listener();
  };
  const writer = new SqliteThread(path, reopened);
  const reader = new SqliteThread(path, reopened);
  // Opened one after the other: the writer creates the tables.
  await writer.open();
  await reader.open().catch(async (error) => {
    await writer.close();
    throw error;
  });

  const changes = new Groups<Change, Result<readonly Row[]>>({
    apart: SQLITE_GROUPS_APART,
    enough: SQLITE_GROUP_ENOUGH,
    patience: SQLITE_PATIENCE,
    async send(group) {
      const answered = await writer.ask({ changes: group });
      const results = "changed" in answered ? answered.changed : [];
      // All waiting changes need the lock that another process holds.
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
      // The writer closes last: the last connection copies the write-ahead log to the file.
      await reader.close();
      await writer.close();
    },
  };
}
