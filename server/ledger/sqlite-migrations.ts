/** The tables of the ledger on SQLite, as they came to be. What a file has is its `user_version`. */
import type { DatabaseSync } from "node:sqlite";
import { lacking, type Migrations, WORKS_FROM_KEY } from "./migrations.ts";

/** The first one takes over the files that were made before there were numbers. */
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
  // JSON text in place of the text it stands for, which ends at a NUL; see text.ts.
  `
    UPDATE redemptions SET redemption_id = substr(json_quote(redemption_id), 2, length(json_quote(redemption_id)) - 2);
    DROP INDEX orders_promotion;
    CREATE INDEX orders_promotion ON orders (site, body -> '$.pins.promotion_id');
  `,
  // Whose e-mail address is to be forgotten next.
  `
    CREATE INDEX orders_email ON orders (json_extract(body, '$.updated_at'))
      WHERE due_at IS NULL AND attention IS NULL AND json_extract(body, '$.pins.email') IS NOT NULL;
  `,
  // What a session says of money and help; not pinned to its order.
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
  // What rewards of a fixed value were seen to be worth.
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
 * Brings a database to the newest version, all or nothing; of several processes at once one does it. A newer database that
 * says it can be used is left as it is.
 * @throws LedgerTooNew
 */
export function migrateSqlite(db: DatabaseSync, migrations = SQLITE_MIGRATIONS): void {
  if (lackingIn(db, migrations).length === 0) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    // Read again: another process may have been first.
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
