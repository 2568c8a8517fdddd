/** The ledger on embedded SQLite: WAL with synchronous=FULL, so that a resolved write survives a power cut. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Attention, Order, OrderKey, SessionRow } from "../redemption/model.ts";
import { fromStored, type StoredOrder, toStored } from "../redemption/stored-order.ts";
import { SQLITE_BUSY_TIMEOUT } from "../timing.ts";
import { type Ledger, type OwnedRedemption, RedemptionTaken, type RewardValue } from "./ledger.ts";
import { migrateSqlite } from "./sqlite-migrations.ts";
import { type StandingRow, standingOf } from "./standing-rows.ts";
import { read, written } from "./text.ts";

/** SQL's way to leave a condition out. */
type NullableAttention = {
  readonly site?: string | null;
  readonly reason?: Attention | null;
  readonly offset?: number;
};

/** Members of the body are compared as the JSON text they are: the text it stands for may hold what SQLite cannot. */
const PROMOTION = "o.body -> '$.pins.promotion_id'";

const PROMOTIONS = `
  SELECT DISTINCT ${PROMOTION} AS id FROM orders o WHERE site = ? ORDER BY substr(id, 2, length(id) - 2)
`;

const OWNED = `
  SELECT r.redemption_id, r.order_id, r.n AS attempt,
    ${PROMOTION} AS promotion_id, json_extract(o.body, '$.updated_at') AS updated_at
  FROM redemptions r JOIN orders o ON o.site = r.site AND o.order_id = r.order_id
  WHERE r.site = :site
    AND (:order_id IS NULL OR r.order_id = :order_id)
    AND (:promotion_id IS NULL OR ${PROMOTION} = :promotion_id)
    AND (:email IS NULL OR o.body -> '$.pins.email' = :email)
    AND (:sku IS NULL OR EXISTS (
      SELECT 1 FROM json_each(o.body, '$.attempts') a
      WHERE json_extract(a.value, '$.n') = r.n AND a.value -> '$.sku' = :sku
    ))
  ORDER BY r.rowid
`;

/** Rows of before it was noted have the time of their last change. */
const SINCE = "coalesce(json_extract(body, '$.attention_since'), json_extract(body, '$.updated_at'))";
const ATTENDED =
  "attention IS NOT NULL AND (:site IS NULL OR site = :site) AND (:reason IS NULL OR attention = :reason)";

const STANDING = `
  SELECT attention AS reason, count(*) AS count, min(${SINCE}) AS since FROM orders
  WHERE attention IS NOT NULL GROUP BY attention
  UNION ALL
  SELECT NULL, count(*), min(due_at) FROM orders WHERE due_at IS NOT NULL
`;

const rewardValueOf = ({ sku, amount, currency }: Record<string, unknown>): RewardValue => ({
  sku: read(String(sku)),
  amount: Number(amount),
  ...(currency !== null && { currency: read(String(currency)) }),
});

const json = (text: string | undefined): string | null => (text === undefined ? null : JSON.stringify(text));

/** Like `mkdir -p`. Node's own never returns where a folder cannot be made in one that is there, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it just now.
    if (!existsSync(path)) throw error;
  }
}

/**
 * Opens (and makes, with mode 0600) the database at `path`; `:memory:` for tests.
 * @param now the database's clock, epoch ms: SQLite has none but the machine's, which all its processes share
 * @throws LedgerTooNew, and anything where there can be no database
 */
export function openSqliteLedger(path: string, now: () => number = Date.now): Ledger {
  if (path !== ":memory:") {
    makeFolder(dirname(path));
    closeSync(openSync(path, "a", 0o600));
    chmodSync(path, 0o600);
  }
  const db = new DatabaseSync(path);
  try {
    db.exec(`PRAGMA busy_timeout=${SQLITE_BUSY_TIMEOUT}`);
    db.exec("PRAGMA journal_mode=WAL");
    db.exec("PRAGMA synchronous=FULL");
    // What is forgotten (retention.ts) is overwritten, and not only no longer pointed at.
    db.exec("PRAGMA secure_delete=ON");
    migrateSqlite(db);
  } catch (error) {
    db.close();
    throw error;
  }

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
    attention: db.prepare(
      `SELECT version, body FROM orders WHERE ${ATTENDED} ORDER BY ${SINCE}, site, order_id LIMIT :limit OFFSET :offset`,
    ),
    countAttention: db.prepare(`SELECT count(*) AS count FROM orders WHERE ${ATTENDED}`),
    standing: db.prepare(STANDING),
    toForget: db.prepare(`
      SELECT site, order_id FROM orders
      WHERE due_at IS NULL AND attention IS NULL AND json_extract(body, '$.pins.email') IS NOT NULL
        AND json_extract(body, '$.updated_at') < ?
      ORDER BY json_extract(body, '$.updated_at') LIMIT ?
    `),
    promotionsOf: db.prepare(PROMOTIONS),
    redemptionsOf: db.prepare(OWNED),
    rewardValues: db.prepare("SELECT sku, amount, currency FROM reward_values"),
    storeRewardValue: db.prepare(
      "INSERT OR REPLACE INTO reward_values (sku, amount, currency) VALUES (?, ?, ?)",
    ),
    createSession: db.prepare(
      "INSERT INTO sessions (hash, site, order_id, locale, currency, support_url, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ),
    readSession: db.prepare(
      "SELECT hash, site, order_id, locale, currency, support_url, expires_at FROM sessions WHERE hash = ?",
    ),
    deleteSessions: db.prepare("DELETE FROM sessions WHERE expires_at < ?"),
    get: db.prepare("SELECT value FROM settings WHERE key = ?"),
    addValue: db.prepare("INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING"),
    swapValue: db.prepare("UPDATE settings SET value = ? WHERE key = ? AND value = ?"),
    noteWidget: db.prepare("UPDATE widget_versions SET used_at = max(used_at, ?) WHERE version = ?"),
    addWidget: db.prepare(
      "INSERT INTO widget_versions (version, used_at, files) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    ),
    widgetVersions: db.prepare("SELECT version FROM widget_versions ORDER BY version"),
    readWidget: db.prepare("SELECT files FROM widget_versions WHERE version = ?"),
    removeWidgets: db.prepare("DELETE FROM widget_versions WHERE used_at < ?"),
  };

  const parseOrder = (row: Record<string, unknown> | undefined): Order | undefined =>
    row && fromStored(JSON.parse(String(row.body)) as StoredOrder, Number(row.version));

  const readValue = (key: string): string | undefined => {
    const row = statements.get.get(key);
    return row === undefined ? undefined : String(row.value);
  };

  /** Notes the redemption ids of an order; throws when one already belongs to another attempt. */
  const claimRedemptions = (order: Order): void => {
    for (const { redemption_id, n } of order.attempts) {
      if (redemption_id === null) continue;
      const id = written(redemption_id);
      const claimed = statements.claimRedemption.run(id, order.site, order.order_id, n);
      if (claimed.changes > 0) continue;
      const owner = statements.redemptionOwner.get(id);
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
        JSON.stringify(toStored(order)),
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
          JSON.stringify(toStored(order)),
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
    async ordersNeedingAttention(limit, { site = null, reason = null, offset = 0 }: NullableAttention = {}) {
      return statements.attention
        .all({ site, reason, limit, offset })
        .flatMap((row) => parseOrder(row) ?? []);
    },
    async countNeedingAttention({ site = null, reason = null }: NullableAttention) {
      return Number(statements.countAttention.get({ site, reason })?.count);
    },
    async standing() {
      return standingOf(statements.standing.all() as unknown as StandingRow[]);
    },
    async ordersToForget(time, limit) {
      return statements.toForget.all(Math.floor(time), limit) as unknown as OrderKey[];
    },
    async promotionsOf(site) {
      return statements.promotionsOf.all(site).map(({ id }) => JSON.parse(String(id)));
    },
    async orderOfRedemption(redemptionId) {
      const owner = statements.redemptionOwner.get(written(redemptionId));
      return owner && { site: String(owner.site), order_id: String(owner.order_id) };
    },
    // A file has no connection that could lead elsewhere.
    onConnectionLost() {},
    async redemptionsOf(site, { order_id, promotion_id, email, sku }) {
      const filter = {
        order_id: order_id ?? null,
        promotion_id: json(promotion_id),
        email: json(email),
        sku: json(sku),
      };
      return statements.redemptionsOf.all({ site, ...filter }).map(
        (row): OwnedRedemption => ({
          redemption_id: read(String(row.redemption_id)),
          order_id: String(row.order_id),
          attempt: Number(row.attempt),
          promotion_id: JSON.parse(String(row.promotion_id)),
          updated_at: Number(row.updated_at),
        }),
      );
    },
    async rewardValues() {
      return statements.rewardValues.all().map(rewardValueOf);
    },
    async storeRewardValue({ sku, amount, currency }) {
      statements.storeRewardValue.run(
        written(sku),
        amount,
        currency === undefined ? null : written(currency),
      );
    },
    async createSession({ hash, site, order_id, locale, currency, support_url, expires_at }) {
      statements.createSession.run(hash, site, order_id, locale, currency, support_url, expires_at);
    },
    async readSession(hash) {
      return statements.readSession.get(hash) as unknown as SessionRow | undefined;
    },
    async deleteSessionsBefore(time) {
      statements.deleteSessions.run(Math.floor(time));
    },
    async get(key) {
      return readValue(key);
    },
    async getTimed(key) {
      return { value: readValue(key), now: now() };
    },
    async swapValue(key, seen, value) {
      const { changes } =
        seen === undefined ? statements.addValue.run(key, value) : statements.swapValue.run(value, key, seen);
      return changes > 0;
    },
    async noteWidget(version, time) {
      return statements.noteWidget.run(Math.floor(time), version).changes > 0;
    },
    async addWidget(version, time, files) {
      statements.addWidget.run(version, Math.floor(time), files);
    },
    async widgetVersions() {
      return statements.widgetVersions.all().map(({ version }) => String(version));
    },
    async readWidget(version) {
      const row = statements.readWidget.get(version);
      return row && String(row.files);
    },
    async removeWidgetsBefore(time) {
      statements.removeWidgets.run(Math.floor(time));
    },
    async close() {
      db.close();
    },
  };
}
