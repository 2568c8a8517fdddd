/** The migrations of the ledger on SQLite. A file's version is its `user_version`. */
import type { DatabaseSync } from "node:sqlite";
import { lacking, type Migrations, tables, WORKS_FROM_KEY } from "./migrations.ts";

const STEPS: readonly string[] = [
  tables({ text: "TEXT", integer: "INTEGER", real: "REAL", counter: "INTEGER PRIMARY KEY", end: "STRICT" }),
];

export const SQLITE_MIGRATIONS: Migrations = { steps: STEPS, worksFrom: 1 };

const versionOf = (db: DatabaseSync): number => Number(db.prepare("PRAGMA user_version").get()?.user_version);

function lackingIn(db: DatabaseSync, migrations: Migrations): readonly string[] {
  const version = versionOf(db);
  const saysFrom = (): string | undefined => {
    const hasSettings = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'settings'").get() !== undefined;
    const row = hasSettings && db.prepare("SELECT value FROM settings WHERE key = ?").get(WORKS_FROM_KEY);
    return row ? String(row.value) : undefined;
  };
  return lacking(migrations, version, version > migrations.steps.length ? saysFrom() : undefined);
}

/**
 * Brings a database to the newest version, all or nothing. Of several concurrent processes one migrates. A newer database that
 * allows this server stays unchanged.
 * @throws LedgerTooNew
 */
export function migrateSqlite(db: DatabaseSync, migrations = SQLITE_MIGRATIONS): void {
  if (lackingIn(db, migrations).length === 0) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    // Read again under the lock: another process may have been first.
    const steps = lackingIn(db, migrations);
    for (const sql of steps) db.exec(sql);
    if (steps.length > 0) {
      db.exec(`PRAGMA user_version = ${migrations.steps.length}`);
      db.prepare("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)").run(
        WORKS_FROM_KEY,
        String(migrations.worksFrom),
      );
    }
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}
