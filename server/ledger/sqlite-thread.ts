/**
 * A thread that has a connection to the SQLite file and waits for the disk in place of the thread that answers requests. It does
 * one message after the other.
 */
import { parentPort, workerData } from "node:worker_threads";
import { LedgerTooNew } from "./migrations.ts";
import type { Change, Result, Row, Step } from "./sqlite-database.ts";
import { faultOf } from "./sqlite-fault.ts";
import { SqliteStore } from "./sqlite-store.ts";

export type Asked =
  | { readonly reads: readonly Step[] }
  | { readonly changes: readonly Change[] }
  | { readonly close: true };

export type Answered =
  | { readonly opened: true }
  /** It could not be opened, and why; the thread has ended. */
  | { readonly notOpened: string }
  | { readonly read: readonly Result<readonly Row[]>[] }
  | { readonly changed: readonly Result<number>[] }
  | { readonly closed: true };

export interface ThreadData {
  readonly path: string;
}

/** In `notOpened`, beside the words of sqlite-fault.ts. */
export const TOO_NEW = "too_new";

function answer(store: SqliteStore, asked: Asked): Answered {
  if ("reads" in asked) return { read: asked.reads.map((step) => store.read(step)) };
  if ("changes" in asked) return { changed: store.commit(asked.changes) };
  store.close();
  return { closed: true };
}

function serve({ path }: ThreadData, port: NonNullable<typeof parentPort>): void {
  const say = (answered: Answered): void => port.postMessage(answered);
  try {
    const store = new SqliteStore(path);
    port.on("message", (asked: Asked) => {
      say(answer(store, asked));
      if ("close" in asked) port.close();
    });
    say({ opened: true });
  } catch (error) {
    say({ notOpened: error instanceof LedgerTooNew ? TOO_NEW : faultOf(error) });
  }
}

if (parentPort) serve(workerData as ThreadData, parentPort);
