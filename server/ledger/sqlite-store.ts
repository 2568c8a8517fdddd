/**
 * One connection to an SQLite file, on the calling thread: every call waits for the disk. WAL with synchronous=FULL, so that an
 * answered change survives a power cut.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { SQLITE_BUSY_TIMEOUT } from "../timing.ts";
import type { Change, Result, Row, Step } from "./sqlite-database.ts";
import { codeOf, isAboutStatement, sqliteFaultOf } from "./sqlite-fault.ts";
import { SqliteFile } from "./sqlite-file.ts";
import { migrateSqlite } from "./sqlite-migrations.ts";

export class SqliteStore {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Undefined for a database in memory. */
  readonly #file: SqliteFile | undefined;

  /**
   * Opens (and creates, with mode 0600) the database at `path`; `:memory:` for tests.
   * @throws LedgerTooNew, LedgerEmptied, and any error of a path where no database can be
   */
  constructor(path: string) {
    this.#file = path === ":memory:" ? undefined : new SqliteFile(path);
    this.#db = new DatabaseSync(path);
    try {
      this.#db.exec(`PRAGMA busy_timeout=${SQLITE_BUSY_TIMEOUT}`);
      this.#db.exec("PRAGMA journal_mode=WAL");
      this.#db.exec("PRAGMA synchronous=FULL");
      // Forgotten data (retention.ts) is overwritten, not only unlinked.
      this.#db.exec("PRAGMA secure_delete=ON");
      const tables = this.#db.prepare("SELECT count(*) AS count FROM sqlite_schema");
      this.#file?.checkTables(() => Number(tables.get()?.count));
      migrateSqlite(this.#db);
      this.#file?.note();
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  /** Whether the path still leads to this file: writes to a removed file are lost. */
  isInPlace(): boolean {
    return this.#file?.isInPlace() ?? true;
  }

  /** Whether a rollback failed: the file then has to be opened anew. */
  isStuck(): boolean {
    return this.#db.isTransaction;
  }

  read(step: Step): Result<readonly Row[]> {
    try {
      return { done: this.#on(step) };
    } catch (error) {
      return notDone(error);
    }
  }

  /**
   * Makes all changes in one transaction, with one sync. Only a change that conflicts with the rows is left out. If the group fails
   * as a whole, each change is tried alone: one damaged page, or one row that is too large, must not fail other changes.
   */
  commit(changes: readonly Change[]): Result<readonly Row[]>[] {
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
      // SQLite may have rolled the transaction back itself, for example on a full disk.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  #do([first, ...rest]: Change): Result<readonly Row[]> {
    this.#db.exec("SAVEPOINT change");
    try {
      const returned = this.#on(first);
      if (returned.length > 0) for (const step of rest) this.#on(step);
      this.#db.exec("RELEASE change");
      return { done: returned };
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined || !isAboutStatement(code)) throw error;
      this.#db.exec("ROLLBACK TO change; RELEASE change");
      return { refused: code };
    }
  }

  #on({ sql, values }: Step): Row[] {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return Array.isArray(values)
      ? statement.all(...(values as SQLInputValue[]))
      : statement.all(values as Record<string, SQLInputValue>);
  }
}

function notDone(error: unknown): { refused: number } | { failed: string } {
  const code = codeOf(error);
  return code !== undefined && isAboutStatement(code) ? { refused: code } : { failed: sqliteFaultOf(error) };
}
