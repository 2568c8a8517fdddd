/** The ledger on embedded SQLite: WAL with synchronous=FULL, so that a resolved write survives a power cut. */
import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Order, OrderKey, SessionRow } from "../redemption/model.ts";
import { type Ledger, type OwnedFilter, type OwnedRedemption, RedemptionTaken } from "./ledger.ts";

/** SQL's way to leave a condition out. */
type Nullable = { readonly [K in keyof OwnedFilter]: OwnedFilter[K] | null };

/** How long a second process on the same file waits for a write lock, ms; writes take well under one. */
const BUSY_TIMEOUT = 5_000;

const SCHEMA = `
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
`;

const OWNED = `
  SELECT r.redemption_id, r.order_id, r.n AS attempt,
    json_extract(o.body, '$.pins.promotion_id') AS promotion_id, json_extract(o.body, '$.updated_at') AS updated_at
  FROM redemptions r JOIN orders o ON o.site = r.site AND o.order_id = r.order_id
  WHERE r.site = :site
    AND (:order_id IS NULL OR r.order_id = :order_id)
    AND (:promotion_id IS NULL OR json_extract(o.body, '$.pins.promotion_id') = :promotion_id)
    AND (:email IS NULL OR json_extract(o.body, '$.pins.email') = :email)
    AND (:sku IS NULL OR EXISTS (
      SELECT 1 FROM json_each(o.body, '$.attempts') a
      WHERE json_extract(a.value, '$.n') = r.n AND json_extract(a.value, '$.sku') = :sku
    ))
  ORDER BY r.rowid
`;

/** Opens (and makes, with mode 0600) the database at `path`; `:memory:` for tests. */
export function openSqliteLedger(path: string): Ledger {
  if (path !== ":memory:") {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
    chmodSync(path, 0o600);
  }
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
  db.exec("PRAGMA journal_mode=WAL");
  db.exec("PRAGMA synchronous=FULL");
  db.exec(SCHEMA);

  const statements = {
    readOrder: db.prepare("SELECT version, body FROM orders WHERE site = ? AND order_id = ?"),
    createOrder: db.prepare(
      "INSERT INTO orders (site, order_id, version, due_at, attention, body) VALUES (?, ?, 1, ?, ?, ?) ON CONFLICT DO NOTHING",
    ),
    replaceOrder: db.prepare(
      "UPDATE orders SET version = version + 1, due_at = ?, attention = ?, body = ? WHERE site = ? AND order_id = ? AND version = ?",
    ),
    claimRedemption: db.prepare(
      "INSERT INTO redemptions (redemption_id, site, order_id, n) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    ),
    redemptionOwner: db.prepare("SELECT site, order_id, n FROM redemptions WHERE redemption_id = ?"),
    dueOrders: db.prepare("SELECT site, order_id FROM orders WHERE due_at <= ? ORDER BY due_at LIMIT ?"),
    attention: db.prepare("SELECT version, body FROM orders WHERE attention IS NOT NULL LIMIT ?"),
    promotionsOf: db.prepare(
      "SELECT DISTINCT json_extract(body, '$.pins.promotion_id') AS id FROM orders WHERE site = ? ORDER BY id",
    ),
    redemptionsOf: db.prepare(OWNED),
    createSession: db.prepare(
      "INSERT INTO sessions (hash, site, order_id, locale, expires_at) VALUES (?, ?, ?, ?, ?)",
    ),
    readSession: db.prepare("SELECT hash, site, order_id, locale, expires_at FROM sessions WHERE hash = ?"),
    deleteSessions: db.prepare("DELETE FROM sessions WHERE expires_at < ?"),
    get: db.prepare("SELECT value FROM settings WHERE key = ?"),
    set: db.prepare(
      "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    ),
  };

  const parseOrder = (row: Record<string, unknown> | undefined): Order | undefined =>
    row && { ...(JSON.parse(String(row.body)) as Order), version: Number(row.version) };

  /** Notes the redemption ids of an order; throws when one already belongs to another attempt. */
  const claimRedemptions = (order: Order): void => {
    for (const { redemption_id, n } of order.attempts) {
      if (redemption_id === null) continue;
      const claimed = statements.claimRedemption.run(redemption_id, order.site, order.order_id, n);
      if (claimed.changes > 0) continue;
      const owner = statements.redemptionOwner.get(redemption_id);
      if (owner?.site !== order.site || owner.order_id !== order.order_id || Number(owner.n) !== n) {
        throw new RedemptionTaken();
      }
    }
  };

  return {
    async readOrder({ site, order_id }) {
      return parseOrder(statements.readOrder.get(site, order_id));
    },
    async createOrder(order) {
      const made = statements.createOrder.run(
        order.site,
        order.order_id,
        order.due_at,
        order.attention,
        JSON.stringify(order),
      );
      return made.changes > 0;
    },
    async replaceOrder(order) {
      // Between BEGIN and COMMIT nothing is awaited: statements of other requests cannot slip in.
      db.exec("BEGIN IMMEDIATE");
      try {
        const done = statements.replaceOrder.run(
          order.due_at,
          order.attention,
          JSON.stringify(order),
          order.site,
          order.order_id,
          order.version,
        );
        if (done.changes > 0) claimRedemptions(order);
        db.exec("COMMIT");
        return done.changes > 0 ? { ...order, version: order.version + 1 } : undefined;
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
    },
    async dueOrders(time, limit) {
      return statements.dueOrders.all(Math.floor(time), limit) as unknown as OrderKey[];
    },
    async ordersNeedingAttention(limit) {
      return statements.attention.all(limit).flatMap((row) => parseOrder(row) ?? []);
    },
    async promotionsOf(site) {
      return statements.promotionsOf.all(site).map(({ id }) => String(id));
    },
    async redemptionsOf(site, { order_id = null, promotion_id = null, email = null, sku = null }: Nullable) {
      const rows = statements.redemptionsOf.all({ site, order_id, promotion_id, email, sku });
      return rows as unknown as OwnedRedemption[];
    },
    async createSession({ hash, site, order_id, locale, expires_at }) {
      statements.createSession.run(hash, site, order_id, locale, expires_at);
    },
    async readSession(hash) {
      return statements.readSession.get(hash) as unknown as SessionRow | undefined;
    },
    async deleteSessionsBefore(time) {
      statements.deleteSessions.run(Math.floor(time));
    },
    async get(key) {
      const row = statements.get.get(key);
      return row === undefined ? undefined : String(row.value);
    },
    async set(key, value) {
      statements.set.run(key, value);
    },
    async close() {
      db.close();
    },
  };
}
