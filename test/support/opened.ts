/** A second way into the database that production code opens on this thread, for tests alone. */
import { DatabaseSync } from "node:sqlite";

/** The database that `open` opens: the last one that a statement without rows went to. */
export function opened<T>(open: () => T): { result: T; db: DatabaseSync } {
  const exec = DatabaseSync.prototype.exec;
  let db: DatabaseSync | undefined;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
    db = this;
    exec.call(this, sql);
  };
  try {
    const result = open();
    if (!db) throw new Error("no database was opened");
    return { result, db };
  } finally {
    DatabaseSync.prototype.exec = exec;
  }
}
