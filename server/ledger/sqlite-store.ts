/**
 * One connection to an SQLite file, on the thread that has it: every call waits for the disk. WAL with synchronous=FULL, so
 * that a change that was answered survives a power cut.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { SQLITE_BUSY_TIMEOUT } from "../timing.ts";
import type { Change, Result, Row, Step } from "./sqlite-database.ts";
import { codeOf, faultOf, isAboutStatement } from "./sqlite-fault.ts";
import { migrateSqlite } from "./sqlite-migrations.ts";

/** Like `mkdir -p`. Node's own never returns where a folder cannot be made in one that is there, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it just now.
    if (!existsSync(path)) throw error;
  }
}

export class SqliteStore {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * Opens (and makes, with mode 0600) the database at `path`; `:memory:` for tests.
   * @throws LedgerTooNew, and anything where there can be no database
   */
  constructor(path: string) {
    if (path !== ":memory:") {
      makeFolder(dirname(path));
      closeSync(openSync(path, "a", 0o600));
      chmodSync(path, 0o600);
    }
    this.#db = new DatabaseSync(path);
    try {
      this.#db.exec(`PRAGMA busy_timeout=${SQLITE_BUSY_TIMEOUT}`);
      this.#db.exec("PRAGMA journal_mode=WAL");
      this.#db.exec("PRAGMA synchronous=FULL");
      // What is forgotten (retention.ts) is overwritten, and not only no longer pointed at.
      this.#db.exec("PRAGMA secure_delete=ON");
      migrateSqlite(this.#db);
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  read(step: Step): Result<readonly Row[]> {
    try {
      return { done: this.#on(step, "all") };
    } catch (error) {
      return notDone(error);
    }
  }

  /**
   * Does all changes in one transaction, with one sync. A change that the rows refuse is left out, alone. Where the group fails
   * as a whole, each change is tried by itself: one damaged page, or one row that is too large, fails nobody else's change.
   */
  commit(changes: readonly Change[]): Result<number>[] {
    try {
      return this.#inTransaction(() => changes.map((change) => this.#do(change)));
    } catch (error) {
      const failure = notDone(error);
      const isShared = changes.length === 1 || ("failed" in failure && failure.failed === "locked");
      return isShared ? changes.map(() => failure) : changes.flatMap((change) => this.commit([change]));
    }
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  #inTransaction<T>(work: () => T): T {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      const done = work();
      this.#db.exec("COMMIT");
      return done;
    } catch (error) {
      // SQLite itself has taken back what failed for want of room.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  #do([first, ...rest]: Change): Result<number> {
    this.#db.exec("SAVEPOINT change");
    try {
      const changed = Number(this.#on(first, "run").changes);
      if (changed > 0) for (const step of rest) this.#on(step, "run");
      this.#db.exec("RELEASE change");
      return { done: changed };
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined || !isAboutStatement(code)) throw error;
      this.#db.exec("ROLLBACK TO change; RELEASE change");
      return { refused: code };
    }
  }

  #on(step: Step, how: "all"): Row[];
  #on(step: Step, how: "run"): ReturnType<StatementSync["run"]>;
  #on({ sql, values }: Step, how: "all" | "run"): unknown {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return Array.isArray(values)
      ? statement[how](...(values as SQLInputValue[]))
      : statement[how](values as Record<string, SQLInputValue>);
  }
}

function notDone(error: unknown): { refused: number } | { failed: string } {
  const code = codeOf(error);
  return code !== undefined && isAboutStatement(code) ? { refused: code } : { failed: faultOf(error) };
}
