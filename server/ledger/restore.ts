/**
 * Puts a copy in the place of an SQLite ledger, and says so: nobody has to remember a setting afterwards. The ledger that was there stays
 * beside it under another name. Source: docs/operate/backup.md; docs/proof/rules.md, rule 16.
 */
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OperatorError } from "../problems/operator-error.ts";
import { checkSqlite } from "./backup.ts";
import { LedgerTooNew } from "./migrations.ts";
import { noteIfOlder, RECOVERED_KEY } from "./recovery.ts";
import { MARKER_SUFFIX, makeFolder, PRESENCE_SUFFIX } from "./sqlite-file.ts";
import { migrateSqlite } from "./sqlite-migrations.ts";
import { WitnessFile } from "./witness.ts";

/** The copy was not put in place; the message says why, and the ledger is as it was. */
export class RestoreError extends OperatorError {
  override readonly name = "RestoreError";
}

export interface Restored {
  readonly orders: number;
  /** The ledger that was there before; undefined if there was none. */
  readonly kept: string | undefined;
}

/** SQLite's own files beside a database. */
const OWN = ["", "-wal", "-shm"];

/**
 * @param path of the ledger @param copy as `backup` makes it @param now epoch ms
 * @throws RestoreError
 */
export function restoreSqlite(path: string, copy: string, now: number): Restored {
  if (!existsSync(copy)) throw new RestoreError("there is no copy at this path: expected restore <copy>");
  const orders = ordersOf(copy);
  const presence = presenceOf(path);
  const part = `${path}.restoring`;
  try {
    holdAlone(presence);
    rmSync(part, { force: true });
    copyFileSync(copy, part);
    // Whoever may read the ledger reads addresses, whatever the copy allowed.
    chmodSync(part, 0o600);
    const witness = new WitnessFile(path + MARKER_SUFFIX);
    const known = prepare(part, witness, now);
    const kept = existsSync(path)
      ? `${path}.before-${new Date(now).toISOString().replace(/[:.]/g, "")}`
      : undefined;
    for (const suffix of kept ? OWN : [])
      if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix);
    renameSync(part, path);
    witness.begin(known);
    witness.close();
    return { orders, kept };
  } finally {
    for (const suffix of OWN) rmSync(part + suffix, { force: true });
    presence.close();
  }
}

function ordersOf(copy: string): number {
  try {
    return checkSqlite(copy);
  } catch {
    throw new RestoreError("the copy is damaged, or no ledger: expected a file that `backup` made");
  }
}

/** The file that every server locks; with its folder, which a new machine does not have yet. */
function presenceOf(path: string): DatabaseSync {
  try {
    makeFolder(dirname(path));
    return new DatabaseSync(path + PRESENCE_SUFFIX);
  } catch {
    throw new RestoreError(`nothing can be written in ${dirname(path)}: expected a folder of this user`);
  }
}

/** Until the lock is given back, no server opens the ledger. */
function holdAlone(presence: DatabaseSync): void {
  try {
    presence.exec("BEGIN EXCLUSIVE");
  } catch {
    throw new RestoreError("a server has this ledger open: stop it, and all others that use it, first");
  }
}

function migrate(db: DatabaseSync): void {
  try {
    migrateSqlite(db);
  } catch (error) {
    if (!(error instanceof LedgerTooNew)) throw error;
    throw new RestoreError("a newer version of the server made this copy: restore it with that version");
  }
}

/** The copy, with the time of its recovery in it, as far as the ledger before it was. */
function prepare(part: string, witness: WitnessFile, now: number): ReturnType<typeof noteIfOlder>["known"] {
  const db = new DatabaseSync(part);
  try {
    migrate(db);
    const { known } = noteIfOlder(db, witness.read(), now, now);
    db.prepare(
      "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    ).run(RECOVERED_KEY, String(Math.floor(now)));
    return known;
  } finally {
    db.close();
  }
}
