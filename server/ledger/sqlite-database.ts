/**
 * The ledger's interface to SQLite: rows, and changes that are all or nothing. A file is used through separate threads
 * (sqlite-threads.ts); a database in memory, for tests only, in place.
 */
import type { SQLInputValue } from "node:sqlite";
import { LedgerUnavailable } from "./ledger.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { readRow } from "./stored-json.ts";

/** One statement with its values, by position or by name. */
export interface Step {
  readonly sql: string;
  readonly values: readonly SQLInputValue[] | Readonly<Record<string, SQLInputValue>>;
}

/** Steps of one transaction. If there are several and the first returns no row, the others are skipped. */
export type Change = readonly [first: Step, ...rest: Step[]];

export type Row = Readonly<Record<string, unknown>>;

/** The result of a query or a change. It passes between threads, where an error object would lose members. */
export type Result<T> =
  | { readonly done: T }
  /** SQLite's extended result code: the statement conflicts with the present rows. Nothing was changed. */
  | { readonly refused: number }
  /** The fault of the file, a LedgerFault. */
  | { readonly failed: string };

export interface SqliteDatabase {
  /**
   * Sees every change that was answered before; of a change under way all or nothing.
   * @param of reads a row; if it throws LedgerUnavailable, the fault is the file's
   * @throws LedgerUnavailable
   */
  read<T>(step: Step, of: (row: Row) => T): Promise<T[]>;
  /**
   * Durable when it resolves.
   * @returns the rows that the first step returned; without `RETURNING` none
   * @throws StatementRefused if the change conflicts with the present rows; nothing was changed
   * @throws LedgerUnavailable if it is unknown whether the change was made
   */
  change(change: Change): Promise<readonly Row[]>;
  /** Calls back after the file was opened anew. */
  onReopened(listener: () => void): void;
  /** Whether damaged pages were found since the start: damage does not pass by itself. */
  isDamaged(): boolean;
  close(): Promise<void>;
}

/** The change conflicts with the present rows. */
export class StatementRefused extends Error {
  override readonly name = "StatementRefused";
  /** SQLite's extended result code. */
  readonly code: number;

  constructor(code: number) {
    super(`the statement was refused: ${code}`);
    this.code = code;
  }
}

/** @throws StatementRefused, LedgerUnavailable */
export function outcomeOf<T>(result: Result<T>): T {
  if ("done" in result) return result.done;
  throw "refused" in result ? new StatementRefused(result.refused) : new LedgerUnavailable(result.failed);
}

/** Runs on the caller's thread: each change is its own group. */
export function inPlace(store: SqliteStore): SqliteDatabase {
  return {
    read: async (step, of) => outcomeOf(store.read(step)).map((row) => readRow(of, row)),
    async change(change) {
      const [result = { failed: "unknown" }] = store.commit([change]);
      return outcomeOf(result);
    },
    onReopened() {},
    isDamaged: () => false,
    close: async () => store.close(),
  };
}
