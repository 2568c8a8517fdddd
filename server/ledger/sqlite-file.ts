/**
 * The file of the ledger in the file system, and two small files beside it. `-made` records that a ledger was made at this path: if
 * the marker exists and the ledger does not, the file was emptied, or its disk is not mounted. The start then fails: in a new ledger
 * nobody would notice the missing orders. `-open`, an empty database, is locked by every
 * process that has the ledger open.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SQLITE_BUSY_TIMEOUT } from "../timing.ts";
import { SqliteDatabase } from "./sqlite-database.ts";
import { FileUnfit, sqliteFaultOf } from "./sqlite-fault.ts";

/** Suffixes like those of SQLite's own files, so that `ledger.db-*` names all of them. */
const MADE = "-made";
const OPEN = "-open";
/** Of all files of a ledger; the last two are SQLite's own. */
export const FILE_SUFFIXES = ["", MADE, OPEN, "-wal", "-shm"] as const;
const MADE_TEXT = `A ledger was made here: the file of the same name without "${MADE}".
Where that file is gone or empty the server does not start, so that no order is lost in silence.
To begin with an empty ledger, set LEDGER_RECOVERED_AT to the time at which the other one was lost.
`;

export interface OpenedFile {
  readonly db: SqliteDatabase;
  /** Whether the path still leads to the opened file: writes to a removed file are lost. */
  isInPlace(): boolean;
  close(): void;
}

export interface Opening {
  /** An operator said that the ledger was lost: an empty one may take its place. */
  readonly mayBeEmpty: boolean;
  /** The process starts: the pages are checked, a second for each gigabyte or so, and leases of a process before it are ended. */
  readonly isStart: boolean;
}

/**
 * Opens (and creates, with mode 0600) the ledger at `path`, with its tables at the newest version.
 * @throws FileUnfit, LedgerTooNew, and any error of a path where no database can be
 */
export function openFile(path: string, { mayBeEmpty, isStart }: Opening): OpenedFile {
  const isMade = existsSync(path + MADE);
  makeFolder(dirname(path));
  if (isMade && !mayBeEmpty && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0)
    throw new FileUnfit("emptied");
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  // The path may name a folder by mistake, which others use.
  if (statSync(path).isFile()) chmodSync(path, 0o600);
  const inode = inodeOf(path);
  const db = new SqliteDatabase(path);
  let presence: DatabaseSync | undefined;
  const close = (): void => {
    db.close();
    presence?.close();
  };
  try {
    if (isStart && !db.isWhole()) throw new FileUnfit("damaged");
    // The marker was looked for first: another process on the same new file may make the tables meanwhile.
    if (isMade && !mayBeEmpty && db.isEmpty()) throw new FileUnfit("emptied");
    db.migrate();
    if (!isMade) writeMarker(path);
    presence = new DatabaseSync(path + OPEN);
    if (isStart) ifAlone(presence, () => db.voidLeases());
    // A shared lock, which the operating system takes back when the process ends.
    presence.exec(`PRAGMA busy_timeout=${SQLITE_BUSY_TIMEOUT}; BEGIN; SELECT 1 FROM sqlite_schema`);
  } catch (error) {
    close();
    throw error;
  }
  return { db, isInPlace: () => inodeOf(path) === inode, close };
}

/**
 * Does the work under an exclusive lock, which nobody gets while another process has the shared one.
 * Source: SQLite, "File Locking And Concurrency".
 */
function ifAlone(presence: DatabaseSync, work: () => void): void {
  try {
    presence.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    if (sqliteFaultOf(error) === "locked") return;
    throw error;
  }
  work();
  presence.exec("COMMIT");
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

function writeMarker(path: string): void {
  try {
    writeFileSync(path + MADE, MADE_TEXT, { flag: "wx", mode: 0o600 });
  } catch {
    // Another process may have been first; without the marker everything else works.
  }
}

function inodeOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && `${stat.dev}:${stat.ino}`;
}
