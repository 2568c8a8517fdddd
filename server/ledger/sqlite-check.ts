/**
 * Checks the pages of an SQLite file in a separate thread: a large file takes a while, and the server need not wait for the end.
 * Source: SQLite, PRAGMA quick_check.
 */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { LedgerFault } from "./ledger-fault.ts";
import { sqliteFaultOf } from "./sqlite-fault.ts";

interface CheckData {
  readonly checkedPath: string;
}

/** @returns the fault of the file; null if the file is intact, or does not exist yet */
export function checkPages(path: string): Promise<LedgerFault | null> {
  if (!existsSync(path)) return Promise.resolve(null);
  const workerData: CheckData = { checkedPath: path };
  const worker = new Worker(new URL(import.meta.url), { workerData });
  // A check that is still under way must not keep the process from ending.
  worker.unref();
  return new Promise((resolve) => {
    worker.on("message", resolve);
    worker.on("error", () => resolve("unknown"));
  });
}

function check(path: string): LedgerFault | null {
  try {
    const db = new DatabaseSync(path);
    try {
      const [first] = db.prepare("PRAGMA quick_check(1)").all();
      return first?.quick_check === "ok" ? null : "damaged";
    } finally {
      db.close();
    }
  } catch (error) {
    return sqliteFaultOf(error);
  }
}

const data = workerData as CheckData | null;
if (!isMainThread && data?.checkedPath) parentPort?.postMessage(check(data.checkedPath));
