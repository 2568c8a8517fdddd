/**
 * What the ledger asks of SQLite: rows, and changes that are done as a whole or not at all. A file is asked through threads of
 * its own (sqlite-threads.ts); a database in memory, which only tests have, is asked in place.
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

/** Steps that are done together. Where the first one changes nothing, the others are left out. */
export type Change = readonly [first: Step, ...rest: Step[]];

export type Row = Readonly<Record<string, unknown>>;

/** What became of a query or of a change; it passes between threads, which no error object does whole. */
export type Result<T> =
  | { readonly done: T }
  /** SQLite's extended result code: the statement does not go together with the rows that there are. Nothing was done. */
  | { readonly refused: number }
  /** The state that the file is in, in a word of ledger-fault.ts. */
  | { readonly failed: string };

export interface SqliteDatabase {
  /**
   * Sees what was answered before; of a change that is under way all or nothing.
   * @param of what a row means; where it throws LedgerUnavailable, the fault is one of the file
   * @throws LedgerUnavailable
   */
  read<T>(step: Step, of: (row: Row) => T): Promise<T[]>;
  /**
   * Durable when it resolves.
   * @returns how many rows the first step changed
   * @throws StatementRefused when nothing was done because of the rows that there are
   * @throws LedgerUnavailable when it is not known whether the change was done
   */
  change(change: Change): Promise<number>;
  /** Calls back when the file was opened anew. */
  onReopened(listener: () => void): void;
  /** Whether damaged pages were met since the start: that does not pass by itself. */
  isDamaged(): boolean;
  close(): Promise<void>;
}

/** The rows that there are do not allow the change. */
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

/** On the thread that asks: each change is a group of its own. */
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
