/**
 * One connection to an SQLite database, on the calling thread: every call waits for the disk. WAL with synchronous=FULL, so that an
 * answered change survives a power cut.
 */

import { DatabaseSync, type StatementSync } from "node:sqlite";
import { LedgerUnavailable } from "../problems/ledger-unavailable.ts";
import { SQLITE_BUSY_TIMEOUT, SQLITE_LOCK_STEP } from "../timing.ts";
import { RedemptionTaken } from "./ledger.ts";
import { COUNT_COMMIT, isFileOlder, noteIfOlder, type Witness } from "./recovery.ts";
import type { Values } from "./sql-ledger.ts";
import { codeOf, isAboutStatement, sqliteFaultOf } from "./sqlite-fault.ts";
import { migrateSqlite } from "./sqlite-migrations.ts";
import type { Dialect, Statement } from "./statements.ts";
import type { Columns } from "./stored.ts";

export const SQLITE: Dialect = {
  now: ":now",
  done: "TRUE",
  items: (name) => `json_each(:${name}) AS item`,
  numberEvents: undefined,
};

/** A statement with its values. */
export interface Step {
  readonly statement: Statement;
  readonly values: Values;
}

/** SQLITE_CONSTRAINT_UNIQUE: only a claim of a redemption id can violate a key. */
const KEY_TAKEN = 2067;

/** The result of a query or a change. It passes between threads, where an error object would lose members. */
export type Result =
  | { readonly rows: readonly Columns[] }
  /** SQLite's extended result code: the statement conflicts with the present rows. Nothing was changed. */
  | { readonly refused: number }
  /** The fault of the file, a LedgerFault. */
  | { readonly failed: string };

/** @throws RedemptionTaken, LedgerUnavailable */
export function rowsOf(result: Result): readonly Columns[] {
  if ("rows" in result) return result.rows;
  if ("failed" in result) throw new LedgerUnavailable(result.failed);
  throw result.refused === KEY_TAKEN ? new RedemptionTaken() : new Error(`SQLite refused: ${result.refused}`);
}

export class SqliteDatabase {
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  /** Called after each group of commits, with their count. */
  onCommit: ((commits: number) => void) | undefined;

  /** @param path of a file, or `:memory:` @throws any error of a path where no database can be */
  constructor(path: string) {
    this.#db = new DatabaseSync(path);
    try {
      this.#db.exec(`PRAGMA busy_timeout=${SQLITE_BUSY_TIMEOUT}`);
      this.#db.exec("PRAGMA journal_mode=WAL");
      this.#db.exec("PRAGMA synchronous=FULL");
      // Forgotten data (retention.ts) is overwritten, not only unlinked.
      this.#db.exec("PRAGMA secure_delete=ON");
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  /** Whether the pages hang together. Source: SQLite, PRAGMA quick_check. */
  isWhole(): boolean {
    return this.#db.prepare("PRAGMA quick_check(1)").get()?.quick_check === "ok";
  }

  isEmpty(): boolean {
    return this.#db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
  }

  /** @throws LedgerTooNew */
  migrate(): void {
    migrateSqlite(this.#db);
  }

  /** See recovery.ts. */
  noteIfOlder(
    witness: Witness | undefined,
    said: number | undefined,
    now: number,
  ): ReturnType<typeof noteIfOlder> {
    return noteIfOlder(this.#db, witness, said, now);
  }

  /** See recovery.ts. */
  isOlder(witness: Witness | undefined): boolean {
    return isFileOlder(this.#db, witness);
  }

  /** From now on others may wait behind a statement that waits for a lock. */
  waitBriefly(): void {
    this.#db.exec(`PRAGMA busy_timeout=${SQLITE_LOCK_STEP}`);
  }

  /** Ends all leases: for a process that is alone on the ledger, at its start. */
  voidLeases(): void {
    this.#db.exec(
      "UPDATE orders SET lease = NULL, lease_until = NULL WHERE lease IS NOT NULL; DELETE FROM leases;",
    );
  }

  /** Whether a rollback failed: the file then has to be opened anew. */
  isStuck(): boolean {
    return this.#db.isTransaction;
  }

  read(step: Step): Result {
    try {
      return { rows: this.#run(step.statement.text, step.values) };
    } catch (error) {
      return notDone(error);
    }
  }

  /**
   * Makes all changes in one transaction, with one sync. Only a change that conflicts with the rows is left out. If the group fails
   * as a whole, each change is tried alone: one damaged page, or one row that is too large, must not fail other changes.
   */
  change(steps: readonly Step[]): Result[] {
    if (steps.length === 0) return [];
    try {
      return this.#inTransaction(() => steps.map((step) => this.#change(step)));
    } catch (error) {
      const failure = notDone(error);
      const isShared = steps.length === 1 || ("failed" in failure && failure.failed === "locked");
      return isShared ? steps.map(() => failure) : steps.flatMap((step) => this.change([step]));
    }
  }

  /** Moves all changes into the database, and empties their file: what was overwritten stands nowhere else. Source: SQLite, WAL. */
  purge(): Result {
    try {
      return { rows: this.#db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all() as Columns[] };
    } catch (error) {
      return notDone(error);
    }
  }

  close(): void {
    this.#prepared.clear();
    this.#db.close();
  }

  #inTransaction<T>(work: () => T): T {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      const done = work();
      const [counted] = this.#run(COUNT_COMMIT, {});
      this.#db.exec("COMMIT");
      if (counted) this.onCommit?.(Number(counted.value));
      return done;
    } catch (error) {
      // SQLite may have rolled the transaction back itself, for example on a full disk.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  #change({ statement, values }: Step): Result {
    this.#db.exec("SAVEPOINT change");
    try {
      const rows = this.#run(statement.text, values);
      if (rows.length > 0) for (const also of statement.also ?? []) this.#run(also, values);
      this.#db.exec("RELEASE change");
      return { rows };
    } catch (error) {
      if (!isAboutStatement(error)) throw error;
      this.#db.exec("ROLLBACK TO change; RELEASE change");
      return notDone(error);
    }
  }

  #run(sql: string, values: Values): Columns[] {
    let prepared = this.#prepared.get(sql);
    if (!prepared) {
      prepared = this.#db.prepare(sql);
      // Both statements of a change have the same values.
      prepared.setAllowUnknownNamedParameters(true);
      this.#prepared.set(sql, prepared);
    }
    // The file's clock is its machine's, read when the statement runs.
    return prepared.all({ ...values, now: values.now ?? Date.now() });
  }
}

function notDone(error: unknown): Result {
  return isAboutStatement(error) ? { refused: codeOf(error) ?? 0 } : { failed: sqliteFaultOf(error) };
}
