/**
 * The marker beside an SQLite ledger, `ledger.db-made`: that a ledger was made at this path, and how far it was, written after each
 * group of commits. A file that is put back from a copy leaves the marker as it is, and is behind it. It is not synced: a witness that
 * is behind its ledger only notices less, and after a power cut the ledger is never behind it.
 */
import { closeSync, existsSync, openSync, readSync, writeSync } from "node:fs";
import type { Witness } from "./recovery.ts";

const TEXT = `A ledger was made here: the file of the same name without "-made".
Where that file is gone or empty the server does not start, so that no order is lost in silence.
To begin with an empty ledger, set LEDGER_RECOVERED_AT to the time at which the other one was lost.
The last line says how far the ledger was. Do not put this file back from a copy, and do not copy it along.
`;
/** Digits of a number: the line has one length, so that a write replaces it whole. */
const DIGITS = 16;
const lineOf = ({ id, commits, at }: Witness): string =>
  `ledger ${id} had made ${number(commits)} groups of commits at ${number(at)}\n`;
const number = (value: number): string => String(Math.floor(value)).padStart(DIGITS, "0");
const LINE = /^ledger ([0-9a-f-]{36}) had made (\d{16}) groups of commits at (\d{16})$/m;
const BYTES_MOST = 4_096;

export class WitnessFile {
  readonly #path: string;
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  get exists(): boolean {
    return existsSync(this.#path);
  }

  /** Undefined where there is none, or none that can be read: then nothing is suspected. */
  read(): Witness | undefined {
    try {
      const file = openSync(this.#path, "r");
      try {
        const bytes = Buffer.alloc(BYTES_MOST);
        const [, id, commits, at] = LINE.exec(bytes.toString("latin1", 0, readSync(file, bytes))) ?? [];
        return id === undefined ? undefined : { id, commits: Number(commits), at: Number(at) };
      } finally {
        closeSync(file);
      }
    } catch {
      return undefined;
    }
  }

  /**
   * Writes the witness, also in the place of another ledger's. Without one everything else works: the folder may be read-only for new
   * files, or the file another user's.
   * @returns whether there is a witness from now on
   */
  begin(witness: Witness): boolean {
    try {
      this.#file ??= openSync(this.#path, this.exists ? "r+" : "wx+", 0o600);
      writeSync(this.#file, TEXT + lineOf(witness), 0);
      return true;
    } catch (error) {
      // Of two processes that begin at once, one made the file.
      return (error as { code?: unknown }).code === "EEXIST";
    }
  }

  /** The ledger made another group of commits. Of several processes on the ledger, a slow one takes nothing back. */
  note(witness: Witness): void {
    if (this.#file === undefined) return;
    try {
      const before = this.read();
      if (before?.id === witness.id && before.commits >= witness.commits) return;
      writeSync(this.#file, lineOf(witness), TEXT.length);
    } catch {
      // On a full disk the witness stays behind.
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
