/** The tables of the ledger on SQLite, migration by migration. A file's version is its `user_version`. */
import type { DatabaseSync } from "node:sqlite";
import { lacking, type Migrations, WORKS_FROM_KEY } from "./migrations.ts";

const STEPS: readonly string[] = [
  // Queried members of an order are columns beside its body; see stored.ts.
  `
    CREATE TABLE orders (
      site TEXT NOT NULL,
      order_id TEXT NOT NULL,
      version INTEGER NOT NULL,
      due_at INTEGER,
      attention TEXT,
      attention_since INTEGER,
      lease TEXT,
      lease_until INTEGER,
      promotion_id TEXT NOT NULL,
      email TEXT,
      updated_at INTEGER NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (site, order_id)
    ) STRICT;
    CREATE INDEX orders_due ON orders (due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX orders_attention ON orders (attention_since, site, order_id) WHERE attention IS NOT NULL;
    CREATE INDEX orders_promotion ON orders (site, promotion_id);
    CREATE INDEX orders_email ON orders (updated_at) WHERE due_at IS NULL AND attention IS NULL AND email IS NOT NULL;
    CREATE TABLE redemptions (
      known INTEGER PRIMARY KEY AUTOINCREMENT,
      redemption_id TEXT NOT NULL UNIQUE,
      site TEXT NOT NULL,
      order_id TEXT NOT NULL,
      n INTEGER NOT NULL,
      sku TEXT NOT NULL
    ) STRICT;
    CREATE INDEX redemptions_site ON redemptions (site, known);
    CREATE INDEX redemptions_order ON redemptions (site, order_id);
    CREATE TABLE sessions (
      hash TEXT PRIMARY KEY,
      site TEXT NOT NULL,
      order_id TEXT NOT NULL,
      locale TEXT,
      currency TEXT,
      support_url TEXT,
      expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sessions_end ON sessions (expires_at);
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE widget_versions (version TEXT PRIMARY KEY, used_at INTEGER NOT NULL, files TEXT NOT NULL) STRICT;
    CREATE TABLE reward_values (sku TEXT PRIMARY KEY, amount REAL NOT NULL, currency TEXT) STRICT;
  `,
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
