/**
 * Copies an SQLite ledger while the server goes on writing: one read transaction, which in WAL mode blocks no writer. The copy is
 * checked before it gets its name. Source: SQLite, VACUUM INTO and "Write-Ahead Logging".
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OperatorError } from "../problems/operator-error.ts";

/** The copy failed; the message says why. */
export class BackupError extends OperatorError {
  override readonly name = "BackupError";
}

export interface Backup {
  readonly orders: number;
  readonly bytes: number;
}

/** How long the copy waits for a lock, ms; only a change of the schema takes a lock that blocks readers. */
const BUSY_TIMEOUT = 30_000;

/**
 * The copy has the ledger's data, so only the file's owner may read it.
 * @param target must not exist: a new copy, which may be worse, never replaces an older one
 * @param isReadOnly what stands in the file of changes stays there; without that file it would leave an empty one
 * @throws BackupError
 */
export function backUpSqlite(source: string, target: string, isReadOnly = false): Backup {
  if (!existsSync(source)) throw new BackupError("there is no ledger at the path of DATABASE_URL");
  if (existsSync(target)) throw new BackupError("the file exists already: expected the name of a new one");
  const part = `${target}.part`;
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    rmSync(part, { force: true });
    closeSync(openSync(part, "wx", 0o600));
    copy(source, part, isReadOnly);
    const orders = checkSqlite(part);
    // The name is taken first: if another process took it meanwhile, this fails instead of replacing its file.
    closeSync(openSync(target, "wx", 0o600));
    renameSync(part, target);
    sync(dirname(target));
    return { orders, bytes: statSync(target).size };
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError(`it could not be made: ${causeOf(error)}`);
  } finally {
    rmSync(part, { force: true });
  }
}

function copy(source: string, part: string, isReadOnly: boolean): void {
  const db = new DatabaseSync(source, { readOnly: isReadOnly });
  try {
    db.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
    db.prepare("VACUUM INTO ?").run(part);
  } finally {
    db.close();
  }
  sync(part);
}

/** @returns how many orders the file has @throws BackupError if the file is damaged; SQLite's own errors if it cannot be read */
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

/** The error's name in the file system or the database; neither quotes a row. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const code = "code" in error ? String(error.code) : error.name;
  const detail = "errstr" in error ? ` (${String(error.errstr)})` : "";
  return `${code}${detail}`;
}
