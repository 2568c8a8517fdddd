/**
 * The file of the ledger in the file system, and two small files beside it. `-made` records that a ledger was made at this path: if
 * the marker exists and the ledger does not, the file was emptied, or its disk is not mounted. The start then fails: in a new ledger
 * nobody would notice the missing orders. `-open` is locked by every process that has the ledger open.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SQLITE_BUSY_TIMEOUT } from "../timing.ts";
import { SqliteDatabase } from "./sqlite-database.ts";
import { LedgerEmptied, sqliteFaultOf } from "./sqlite-fault.ts";

/** Suffixes like those of SQLite's own files, so that `ledger.db-*` names all of them. */
const MADE = "-made";
const OPEN = "-open";
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

/**
 * Opens (and creates, with mode 0600) the ledger at `path`, with its tables at the newest version. A process that is alone on the
 * file ends all leases: they are those of a process that has ended.
 * @param mayBeEmpty an operator said that the ledger was lost: an empty one may take its place
 * @throws LedgerEmptied, LedgerTooNew, and any error of a path where no database can be
 */
export function openFile(path: string, mayBeEmpty: boolean): OpenedFile {
  const isMade = existsSync(path + MADE);
  makeFolder(dirname(path));
  if (isMade && !mayBeEmpty && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0)
    throw new LedgerEmptied();
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
  const inode = inodeOf(path);
  const db = new SqliteDatabase(path);
  let presence: DatabaseSync | undefined;
  const close = (): void => {
    db.close();
    presence?.close();
  };
  try {
    // The marker was looked for first: another process on the same new file may make the tables meanwhile.
    if (isMade && !mayBeEmpty && db.isEmpty()) throw new LedgerEmptied();
    db.migrate();
    if (!isMade) writeMarker(path);
    presence = enter(path + OPEN, () => db.voidLeases());
  } catch (error) {
    close();
    throw error;
  }
  return { db, isInPlace: () => inodeOf(path) === inode, close };
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

/**
 * Holds a shared lock on an empty database, which the operating system takes back when the process ends. Whoever gets the exclusive
 * lock first is alone. Source: SQLite, "File Locking And Concurrency".
 * @param alone called while no other process has the lock
 * @returns the connection that holds the lock
 */
function enter(path: string, alone: () => void): DatabaseSync {
  const db = new DatabaseSync(path);
  try {
    if (beginExclusive(db)) {
      alone();
      db.exec("COMMIT");
    }
    db.exec(`PRAGMA busy_timeout=${SQLITE_BUSY_TIMEOUT}; BEGIN; SELECT 1 FROM sqlite_schema`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function beginExclusive(db: DatabaseSync): boolean {
  try {
    db.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (sqliteFaultOf(error) !== "locked") throw error;
    return false;
  }
}
