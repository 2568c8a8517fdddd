/** Test access to the database that production code opens on this thread. */
import { DatabaseSync } from "node:sqlite";

/** The database that `open` opens: the last one that executed a statement without rows. */
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
