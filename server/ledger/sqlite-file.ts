/**
 * The file of the ledger in the file system, and two small files beside it. `-made` (witness.ts) records that a ledger was made at
 * this path: if it exists and the ledger does not, the file was emptied, or its disk is not mounted. The start then fails: in a new
 * ledger nobody would notice the missing orders. It also records how far the ledger was, so that an older copy in its place is
 * noticed. `-open`, an empty database, is locked by every process that has the ledger open.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SQLITE_BUSY_TIMEOUT } from "../timing.ts";
import { SqliteDatabase } from "./sqlite-database.ts";
import { FileUnfit, sqliteFaultOf } from "./sqlite-fault.ts";
import { WitnessFile } from "./witness.ts";

/** Suffixes like those of SQLite's own files, so that `ledger.db-*` names all of them. */
export const MARKER_SUFFIX = "-made";
export const PRESENCE_SUFFIX = "-open";
/** Of all files of a ledger; the last two are SQLite's own. */
export const FILE_SUFFIXES = ["", MARKER_SUFFIX, PRESENCE_SUFFIX, "-wal", "-shm"] as const;

export interface OpenedFile {
  readonly db: SqliteDatabase;
  /** Whether the path still leads to the opened file: writes to a removed file are lost. */
  isInPlace(): boolean;
  /** The file was put back from an older copy, nobody said so, and it is noted in it now. */
  readonly isNoticed: boolean;
  /** Whether an older copy in the file's place would be noticed: the marker can be read and written. */
  readonly isWitnessed: boolean;
  close(): void;
}

export interface Opening {
  /** When an operator said that the ledger was lost or put back, epoch ms: then an empty one may take its place. */
  readonly recoveredAt: number | undefined;
  /** Epoch ms; undefined: the machine's clock. */
  readonly now?: number | undefined;
  /** The ledger is only looked at: nothing of a recovery is noted. */
  readonly isTrial?: boolean;
  /** The process starts: the pages are checked, a second for each gigabyte or so, and leases of a process before it are ended. */
  readonly isStart: boolean;
}

/**
 * Opens (and creates, with mode 0600) the ledger at `path`, with its tables at the newest version.
 * @throws FileUnfit, LedgerTooNew, and any error of a path where no database can be
 */
export function openFile(path: string, opening: Opening): OpenedFile {
  const { recoveredAt, isStart, isTrial = false, now = Date.now() } = opening;
  const openedAt = Date.now();
  const witness = new WitnessFile(path + MARKER_SUFFIX);
  const isMade = witness.exists;
  const seen = witness.read();
  const mayBeEmpty = recoveredAt !== undefined;
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
    witness.close();
    presence?.close();
  };
  try {
    if (isStart && !db.isWhole()) throw new FileUnfit("damaged");
    // The marker was looked for first: another process on the same new file may make the tables meanwhile.
    if (isMade && !mayBeEmpty && db.isEmpty()) throw new FileUnfit("emptied");
    db.migrate();
    if (isTrial && db.isOlder(seen)) throw new FileUnfit("went_back");
    const noticed = isTrial ? undefined : db.noteIfOlder(seen, recoveredAt, now);
    const isWitnessed = noticed ? witness.begin(noticed.known) : true;
    if (noticed)
      db.onCommit = (commits) =>
        witness.note({ ...noticed.known, commits, at: now + (Date.now() - openedAt) });
    presence = new DatabaseSync(path + PRESENCE_SUFFIX);
    if (isStart) ifAlone(presence, () => db.voidLeases());
    // A shared lock, which the operating system takes back when the process ends.
    presence.exec(`PRAGMA busy_timeout=${SQLITE_BUSY_TIMEOUT}; BEGIN; SELECT 1 FROM sqlite_schema`);
    return {
      db,
      isInPlace: () => inodeOf(path) === inode,
      isNoticed: noticed?.isNoticed ?? false,
      isWitnessed,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
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
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created the folder meanwhile.
    if (!existsSync(path)) throw error;
  }
}

function inodeOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && `${stat.dev}:${stat.ino}`;
}
