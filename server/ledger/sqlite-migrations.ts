/** The tables of the ledger on SQLite, as they came to be. What a file has is its `user_version`. */
import type { DatabaseSync } from "node:sqlite";
import { lacking } from "./migrations.ts";

/** The first one takes over the files that were made before there were numbers. */
export const SQLITE_MIGRATIONS: readonly string[] = [
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
];

const versionOf = (db: DatabaseSync): number => Number(db.prepare("PRAGMA user_version").get()?.user_version);

/**
 * Brings a database to the newest version, all or nothing; of several processes at once one does it.
 * @throws LedgerTooNew
 */
export function migrateSqlite(db: DatabaseSync): void {
  if (lacking(SQLITE_MIGRATIONS, versionOf(db)).length === 0) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    // Read again: another process may have been first.
    for (const sql of lacking(SQLITE_MIGRATIONS, versionOf(db))) db.exec(sql);
    db.exec(`PRAGMA user_version = ${SQLITE_MIGRATIONS.length}`);
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}
