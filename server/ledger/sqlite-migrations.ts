/** The migrations of the ledger on SQLite. */
import type { DatabaseSync } from "node:sqlite";
import {
  auditTable,
  CHANGED_INDEX,
  eventTables,
  failureColumn,
  LEASE_INDEX,
  lacking,
  listColumns,
  type Migrations,
  parentColumn,
  READ_VERSION,
  sayingColumns,
  type Types,
  tables,
  triedColumn,
  watchedColumn,
} from "./migrations.ts";

const TYPES: Types = {
  text: "TEXT",
  integer: "INTEGER",
  real: "REAL",
  counter: "INTEGER PRIMARY KEY",
  end: "STRICT",
};

export const SQLITE_MIGRATIONS: Migrations = {
  steps: [
    tables(TYPES),
    // A file has one writer: the order of the rows is the order of the commits. No number comes again.
    eventTables(TYPES, { position: "position INTEGER PRIMARY KEY AUTOINCREMENT", id: "UNIQUE" }),
    CHANGED_INDEX,
    watchedColumn(TYPES),
    triedColumn(TYPES),
    listColumns(TYPES),
    parentColumn(TYPES),
    sayingColumns(TYPES),
    auditTable(TYPES),
    `${failureColumn(TYPES)} ${LEASE_INDEX};`,
  ],
  worksFrom: 1,
};

/**
 * Brings a database to the newest version, all or nothing. Of several concurrent processes one migrates. A newer database that
 * allows this server stays unchanged.
 * @param begin is called before each migration
 * @throws LedgerTooNew
 */
export function migrateSqlite(db: DatabaseSync, migrations = SQLITE_MIGRATIONS, begin = () => {}): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    const hasSettings = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'settings'").get() !== undefined;
    const stored = hasSettings ? db.prepare(READ_VERSION).all() : [];
    for (const sql of lacking(migrations, stored)) {
      begin();
      db.exec(sql);
    }
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}
