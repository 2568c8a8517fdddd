/** The migrations of the ledger on SQLite. */
import type { DatabaseSync } from "node:sqlite";
import { lacking, type Migrations, READ_VERSION, tables } from "./migrations.ts";

export const SQLITE_MIGRATIONS: Migrations = {
  steps: [
    tables({ text: "TEXT", integer: "INTEGER", real: "REAL", counter: "INTEGER PRIMARY KEY", end: "STRICT" }),
  ],
  worksFrom: 1,
};

/**
 * Brings a database to the newest version, all or nothing. Of several concurrent processes one migrates. A newer database that
 * allows this server stays unchanged.
 * @throws LedgerTooNew
 */
export function migrateSqlite(db: DatabaseSync, migrations = SQLITE_MIGRATIONS): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    const hasSettings = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'settings'").get() !== undefined;
    const stored = hasSettings ? db.prepare(READ_VERSION).all() : [];
    for (const sql of lacking(migrations, stored)) db.exec(sql);
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}
