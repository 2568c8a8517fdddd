/**
 * The file of the ledger in the file system. A marker file beside it records that a ledger was made at this path. If the marker
 * exists and the ledger does not, the file was emptied, or its disk is not mounted. The start then fails: in a new ledger nobody
 * would notice the missing orders.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The suffix of the marker file, like those of SQLite's own files, so that `ledger.db-*` names all of them. */
const NOTE = "-made";
const NOTE_TEXT = `A ledger was made here: the file of the same name without "${NOTE}".
Where that file is gone or empty the server does not start, so that no order is lost in silence.
To begin with a new ledger on purpose, remove this file as well.
`;

/** There was a ledger at this path, and now it is missing. */
export class LedgerEmptied extends Error {
  override readonly name = "LedgerEmptied";
}

/** Like `mkdir -p`. Node's recursive mkdir never returns if a folder cannot be created in an existing one, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created the folder meanwhile.
    if (!existsSync(path)) throw error;
  }
}

export class SqliteFile {
  readonly #path: string;
  readonly #inode: string | undefined;

  /**
   * Opens the file at `path`, or creates it with mode 0600.
   * @throws LedgerEmptied if the file is missing and the marker exists; errors of the file system
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
   * @param count counts the tables of the database; called after the marker was read, because another process on the same new file
   *   may write the marker meanwhile
   * @throws LedgerEmptied if the database had tables and has none now
   */
  checkTables(count: () => number): void {
    if (this.#isNoted() && count() === 0) throw new LedgerEmptied();
  }

  /** Writes the marker. The database has its tables: from now on an empty database is not a new one. */
  note(): void {
    if (this.#isNoted()) return;
    try {
      writeFileSync(this.#path + NOTE, NOTE_TEXT, { flag: "wx", mode: 0o600 });
    } catch {
      // Another process may have been first; without the marker everything else works.
    }
  }

  /** Whether the path still leads to the opened file: writes to a removed file would be lost. */
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
