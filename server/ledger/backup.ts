/**
 * A copy of an SQLite ledger, made while the server goes on writing: one read transaction, which in WAL mode holds nobody
 * up. The copy is checked before it gets its name. Source: SQLite, VACUUM INTO and "Write-Ahead Logging".
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OperatorError } from "../operator-error.ts";

/** The copy could not be made; the message says why. */
export class BackupError extends OperatorError {
  override readonly name = "BackupError";
}

export interface Backup {
  readonly orders: number;
  readonly bytes: number;
}

/** How long the copy waits for a lock, ms; only a change of the schema takes one that readers meet. */
const BUSY_TIMEOUT = 30_000;

/**
 * Only its owner may read the copy: it holds what the ledger holds.
 * @param target must not exist: an older copy is never replaced by one that may be worse
 * @throws BackupError
 */
export function backUpSqlite(source: string, target: string): Backup {
  if (!existsSync(source)) throw new BackupError("there is no ledger at the path of DATABASE_URL");
  if (existsSync(target)) throw new BackupError("the file exists already: expected the name of a new one");
  const part = `${target}.part`;
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    rmSync(part, { force: true });
    closeSync(openSync(part, "wx", 0o600));
    copy(source, part);
    const orders = checkSqlite(part);
    // The name is taken first: where somebody else took it meanwhile, this fails instead of replacing their file.
    closeSync(openSync(target, "wx", 0o600));
    renameSync(part, target);
    sync(dirname(target));
    return { orders, bytes: statSync(target).size };
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError(reasonOf(error));
  } finally {
    rmSync(part, { force: true });
  }
}

function copy(source: string, part: string): void {
  const db = new DatabaseSync(source);
  try {
    db.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
    db.prepare("VACUUM INTO ?").run(part);
  } finally {
    db.close();
  }
  sync(part);
}

/** @returns how many orders the file has @throws BackupError where it is damaged; whatever SQLite throws for what it cannot read */
export function checkSqlite(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const [first] = db.prepare("PRAGMA integrity_check").all();
    if (first?.integrity_check !== "ok") throw new BackupError("the copy is damaged");
    return Number(db.prepare("SELECT count(*) AS count FROM orders").get()?.count);
  } finally {
    db.close();
  }
}

function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The file system's or the database's own name for what is wrong; no row is quoted in either. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const code = "code" in error ? String(error.code) : error.name;
  const detail = "errstr" in error ? ` (${String(error.errstr)})` : "";
  return `it could not be made: ${code}${detail}`;
}
