/**
 * A thread with a connection to the SQLite file. It waits for the disk, so that the thread that answers requests need not. It
 * handles one message after the other.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { Change, Result, Row, Step } from "./sqlite-database.ts";
import { sqliteFaultOf } from "./sqlite-fault.ts";
import { SqliteStore } from "./sqlite-store.ts";

export type Asked =
  | { readonly reads: readonly Step[] }
  | { readonly changes: readonly Change[] }
  | { readonly close: true };

export type Answered =
  | { readonly opened: true }
  /** The file could not be opened, for this LedgerFault; the thread has ended. */
  | { readonly notOpened: string }
  | { readonly read: readonly Result<readonly Row[]>[] }
  | { readonly changed: readonly Result<readonly Row[]>[] }
  /** Nothing was changed: the path now leads to another file, or to none. */
  | { readonly gone: true }
  | { readonly closed: true };

export interface ThreadData {
  readonly path: string;
}

function answer(store: SqliteStore, asked: Asked): Answered {
  if ("close" in asked) return { closed: true };
  if (!store.isInPlace()) return { gone: true };
  if ("reads" in asked) return { read: asked.reads.map((step) => store.read(step)) };
  return { changed: store.commit(asked.changes) };
}

function serve({ path }: ThreadData, port: NonNullable<typeof parentPort>): void {
  const say = (answered: Answered): void => port.postMessage(answered);
  try {
    const store = new SqliteStore(path);
    port.on("message", (asked: Asked) => {
      const answered = answer(store, asked);
      // The next ask starts another thread.
      const isEnd = "closed" in answered || store.isStuck();
      if (isEnd) store.close();
      say(answered);
      if (isEnd) port.close();
    });
    say({ opened: true });
  } catch (error) {
    say({ notOpened: sqliteFaultOf(error) });
  }
}

if (parentPort) serve(workerData as ThreadData, parentPort);
