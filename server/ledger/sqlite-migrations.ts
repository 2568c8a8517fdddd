/** The tables of the ledger on SQLite, migration by migration. A file's version is its `user_version`. */
import type { DatabaseSync } from "node:sqlite";
import { lacking, type Migrations, WORKS_FROM_KEY } from "./migrations.ts";

/** The first migration also accepts files from before versions were numbered. */
const STEPS: readonly string[] = [
  `
    CREATE TABLE IF NOT EXISTS orders (
      site TEXT NOT NULL,
      order_id TEXT NOT NULL,
      version INTEGER NOT NULL,
      due_at INTEGER,
      attention TEXT,
      body TEXT NOT NULL,
      PRIMARY KEY (site, order_id)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS orders_due ON orders (due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX IF NOT EXISTS orders_attention ON orders (site, order_id) WHERE attention IS NOT NULL;
    CREATE INDEX IF NOT EXISTS orders_promotion ON orders (site, json_extract(body, '$.pins.promotion_id'));
    CREATE TABLE IF NOT EXISTS redemptions (
      redemption_id TEXT PRIMARY KEY,
      site TEXT NOT NULL,
      order_id TEXT NOT NULL,
      n INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS redemptions_site ON redemptions (site);
    CREATE TABLE IF NOT EXISTS sessions (
      hash TEXT PRIMARY KEY,
      site TEXT NOT NULL,
      order_id TEXT NOT NULL,
      locale TEXT,
      expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS sessions_end ON sessions (expires_at);
    CREATE TABLE IF NOT EXISTS settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  `,
  // JSON text replaces plain text, which SQLite cuts at a NUL; see text.ts.
  `
    UPDATE redemptions SET redemption_id = substr(json_quote(redemption_id), 2, length(json_quote(redemption_id)) - 2);
    DROP INDEX orders_promotion;
    CREATE INDEX orders_promotion ON orders (site, body -> '$.pins.promotion_id');
  `,
  // The orders whose e-mail addresses are to be forgotten next.
  `
    CREATE INDEX orders_email ON orders (json_extract(body, '$.updated_at'))
      WHERE due_at IS NULL AND attention IS NULL AND json_extract(body, '$.pins.email') IS NOT NULL;
  `,
  // A session's currency and support address; not pinned to the order.
  `
    ALTER TABLE sessions ADD COLUMN currency TEXT;
    ALTER TABLE sessions ADD COLUMN support_url TEXT;
  `,
  // The published versions of the widget, for the instances that did not build them.
  `
    CREATE TABLE widget_versions (
      version TEXT PRIMARY KEY,
      used_at INTEGER NOT NULL,
      files TEXT NOT NULL
    ) STRICT;
  `,
  // The known values of fixed-value rewards.
  `
    CREATE TABLE reward_values (sku TEXT PRIMARY KEY, amount REAL NOT NULL, currency TEXT) STRICT;
  `,
];

export const SQLITE_MIGRATIONS: Migrations = { steps: STEPS, worksFrom: 5 };

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
