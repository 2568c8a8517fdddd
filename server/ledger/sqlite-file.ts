/**
 * The file of the ledger, as the file system has it. Beside it stands a note that a ledger was made at this path: where the note
 * is and the ledger is not, the file was emptied, or its disk is not mounted. Nobody would notice an order that is missing, so
 * that is no reason to begin with a new ledger.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Its end of the name is like those of SQLite's own files, so that `ledger.db-*` moves all of them. */
const NOTE = "-made";
const NOTE_TEXT = `A ledger was made here: the file of the same name without "${NOTE}".
Where that file is gone or empty the server does not start, so that no order is lost in silence.
To begin with a new ledger on purpose, remove this file as well.
`;

/** There was a ledger at this path, and now there is none. */
export class LedgerEmptied extends Error {
  override readonly name = "LedgerEmptied";
}

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

export class SqliteFile {
  readonly #path: string;
  readonly #inode: string | undefined;

  /**
   * Takes the file at `path`, or makes one with mode 0600.
   * @throws LedgerEmptied where there is none and was one; whatever the file system throws
   */
  constructor(path: string) {
    this.#path = path;
    makeFolder(dirname(path));
    if (this.#isNoted() && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0)
      throw new LedgerEmptied();
    closeSync(openSync(path, "a", 0o600));
    chmodSync(path, 0o600);
    this.#inode = this.#inodeNow();
  }

  /**
   * @param count how many tables the database has; asked for after the look at the note, which another process that starts on the
   *   same new file may write meanwhile
   * @throws LedgerEmptied where the database has no tables and had some
   */
  checkTables(count: () => number): void {
    if (this.#isNoted() && count() === 0) throw new LedgerEmptied();
  }

  /** The database has its tables: from now on an empty one is no new one. */
  note(): void {
    if (this.#isNoted()) return;
    try {
      writeFileSync(this.#path + NOTE, NOTE_TEXT, { flag: "wx", mode: 0o600 });
    } catch {
      // Another process may have been first; and without the note everything works.
    }
  }

  /** Whether the path still leads to the file that was taken: what is written to another one would be lost. */
  isInPlace(): boolean {
    return this.#inodeNow() === this.#inode;
  }

  #isNoted(): boolean {
    return existsSync(this.#path + NOTE);
  }

  #inodeNow(): string | undefined {
    const stat = statSync(this.#path, { throwIfNoEntry: false });
    return stat && `${stat.dev}:${stat.ino}`;
  }
}
