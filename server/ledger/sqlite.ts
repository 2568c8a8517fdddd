/** The ledger on embedded SQLite: its statements, and the reading of their rows. */
import type { SQLInputValue } from "node:sqlite";
import type { Attention, OrderKey } from "../redemption/model.ts";
import type { SessionRow } from "../session-row.ts";
import { LEASE } from "../timing.ts";
import {
  type Ledger,
  LedgerUnavailable,
  type OwnedFilter,
  type OwnedRedemption,
  PROBE_KEY,
  RECOVERED_KEY,
  RedemptionTaken,
  type RewardValue,
} from "./ledger.ts";
import { inPlace, type Row, type SqliteDatabase, StatementRefused, type Step } from "./sqlite-database.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { type StandingRow, standingOf } from "./standing-rows.ts";
import { claimsOf, columnsOf, present, type RowColumns, rowOf } from "./stored.ts";
import { storedJson } from "./stored-json.ts";
import { read, written } from "./text.ts";

/** The database's clock, epoch ms; `:now` replaces it in tests on virtual time. */
const NOW = "coalesce(:now, CAST(unixepoch('subsec') * 1000 AS INTEGER))";
const RECOVERED = `(SELECT value FROM settings WHERE key = '${RECOVERED_KEY}')`;
const ROW = `version, body, lease, lease_until, ${NOW} AS now, ${RECOVERED} AS recovered_at`;
const IS_FREE = `(lease IS NULL OR lease_until <= ${NOW})`;
const IS_OWN = `(lease = :name AND lease_until > ${NOW})`;

const READ_ORDER = `SELECT ${ROW} FROM orders WHERE site = :site AND order_id = :order_id`;

const CREATE_ORDER = `
  INSERT INTO orders (site, order_id, version, due_at, attention, attention_since, promotion_id, email, updated_at, body)
  VALUES (:site, :order_id, 1, :due_at, :attention, :attention_since, :promotion_id, :email, :updated_at, :body)
  ON CONFLICT DO NOTHING RETURNING version
`;

const REPLACE_ORDER = `
  UPDATE orders SET
    version = version + 1, due_at = :due_at, attention = :attention, attention_since = :attention_since,
    promotion_id = :promotion_id, email = :email, updated_at = :updated_at, body = :body,
    lease = CASE WHEN :kind = 'leave' THEN lease WHEN :kind IN ('claim', 'hold') THEN :name END,
    lease_until = CASE WHEN :kind = 'leave' THEN lease_until WHEN :kind IN ('claim', 'hold') THEN ${NOW} + ${LEASE} END
  WHERE site = :site AND order_id = :order_id AND version = :version AND CASE
    WHEN :kind = 'leave' THEN TRUE WHEN :kind IN ('claim', 'free') THEN ${IS_FREE} ELSE ${IS_OWN} END
  RETURNING lease, lease_until, ${NOW} AS now, ${RECOVERED} AS recovered_at
`;

/** A claim that the same attempt made before is skipped; a claim of another attempt violates the key. */
const CLAIM_REDEMPTIONS = `
  INSERT INTO redemptions (redemption_id, site, order_id, n, sku)
  SELECT value ->> '$.id', :site, :order_id, value ->> '$.n', value ->> '$.sku' FROM json_each(:claims) AS claim
  WHERE NOT EXISTS (
    SELECT 1 FROM redemptions r
    WHERE r.redemption_id = claim.value ->> '$.id' AND r.site = :site AND r.order_id = :order_id AND r.n = claim.value ->> '$.n'
  )
`;

const RENEW_LEASE = `
  UPDATE orders SET lease_until = ${NOW} + ${LEASE} WHERE site = :site AND order_id = :order_id AND ${IS_OWN}
`;

const DUE_ORDERS = `
  SELECT site, order_id FROM orders WHERE due_at <= ${NOW} AND ${IS_FREE} ORDER BY due_at LIMIT :limit
`;

const NOTE_RECOVERY = `
  INSERT INTO settings (key, value) VALUES ('${RECOVERED_KEY}', :time)
  ON CONFLICT (key) DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))
`;

const OWNED = `
  FROM redemptions r JOIN orders o ON o.site = r.site AND o.order_id = r.order_id
  WHERE r.site = :site
    AND (:order_id IS NULL OR r.order_id = :order_id)
    AND (:promotion_id IS NULL OR o.promotion_id = :promotion_id)
    AND (:email IS NULL OR o.email = :email)
    AND (:sku IS NULL OR r.sku = :sku)
    AND (:changed_since IS NULL OR o.updated_at >= :changed_since)
    AND (:ids IS NULL OR r.redemption_id IN (SELECT value FROM json_each(:ids)))
`;
const PAGE_OF_OWNED = `
  SELECT r.redemption_id, r.order_id, r.n AS attempt, o.promotion_id, o.updated_at ${OWNED}
  ORDER BY r.known LIMIT :limit OFFSET :offset
`;
const COUNT_OWNED = `SELECT count(*) AS count ${OWNED}`;

const ATTENDED =
  "attention IS NOT NULL AND (:site IS NULL OR site = :site) AND (:reason IS NULL OR attention = :reason)";
const ATTENTION = `SELECT ${ROW} FROM orders WHERE ${ATTENDED} ORDER BY attention_since, site, order_id LIMIT :limit OFFSET :offset`;
const COUNT_ATTENTION = `SELECT count(*) AS count FROM orders WHERE ${ATTENDED}`;

const STANDING = `
  SELECT attention AS reason, count(*) AS count, min(attention_since) AS since FROM orders
  WHERE attention IS NOT NULL GROUP BY attention
  UNION ALL
  SELECT NULL, count(*), min(due_at) FROM orders WHERE due_at IS NOT NULL
`;

/** The statements of one line. */
const SQL = {
  voidLeases: "UPDATE orders SET lease = NULL, lease_until = NULL WHERE lease IS NOT NULL",
  toForget:
    "SELECT site, order_id FROM orders WHERE due_at IS NULL AND attention IS NULL AND email IS NOT NULL AND updated_at < ? ORDER BY updated_at LIMIT ?",
  promotions: "SELECT DISTINCT promotion_id FROM orders WHERE site = ? ORDER BY promotion_id",
  rewardValues: "SELECT sku, amount, currency FROM reward_values",
  storeRewardValue: "INSERT OR REPLACE INTO reward_values (sku, amount, currency) VALUES (?, ?, ?)",
  createSession:
    "INSERT INTO sessions (hash, site, order_id, locale, currency, support_url, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  readSession:
    "SELECT hash, site, order_id, locale, currency, support_url, expires_at FROM sessions WHERE hash = ?",
  probe: "INSERT INTO settings (key, value) VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET value = value + 1",
  deleteSessions: "DELETE FROM sessions WHERE expires_at < ?",
  get: "SELECT value FROM settings WHERE key = ?",
  addValue: "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING key",
  swapValue: "UPDATE settings SET value = ? WHERE key = ? AND value = ? RETURNING key",
  noteWidget: "UPDATE widget_versions SET used_at = max(used_at, ?) WHERE version = ? RETURNING version",
  addWidget: "INSERT INTO widget_versions (version, used_at, files) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  widgetVersions: "SELECT version FROM widget_versions ORDER BY version",
  readWidget: "SELECT files FROM widget_versions WHERE version = ?",
  removeWidgets: "DELETE FROM widget_versions WHERE used_at < ?",
};

/** SQLITE_CONSTRAINT_UNIQUE. */
const KEY_TAKEN = 2067;

/** Reads a row that needs no conversion. */
const asIs = <T>(row: Row): T => row as unknown as T;
const countOf = (row: Row): number => Number(row.count);

const rewardValueOf = ({ sku, amount, currency }: Row): RewardValue => ({
  sku: read(String(sku)),
  amount: Number(amount),
  ...(currency !== null && { currency: read(String(currency)) }),
});

const creation = (session: SessionRow): Step => {
  const { hash, site, order_id, locale, currency, support_url, expires_at } = session;
  return {
    sql: SQL.createSession,
    values: [hash, site, order_id, locale, currency, support_url, expires_at],
  };
};

const maybe = (text: string | undefined): string | null => (text === undefined ? null : written(text));

const ownedOf = (row: Row): OwnedRedemption => ({
  redemption_id: read(String(row.redemption_id)),
  order_id: String(row.order_id),
  attempt: Number(row.attempt),
  promotion_id: read(String(row.promotion_id)),
  updated_at: Number(row.updated_at),
});

const ownedBy = (site: string, { ids, order_id, promotion_id, email, sku, changed_since }: OwnedFilter) => ({
  site,
  order_id: order_id ?? null,
  promotion_id: maybe(promotion_id),
  email: maybe(email),
  sku: maybe(sku),
  changed_since: changed_since ?? null,
  ids: ids ? JSON.stringify(ids.map(written)) : null,
});

/** SQL's way to leave a condition out. */
type NullableAttention = {
  readonly site?: string | null;
  readonly reason?: Attention | null;
  readonly offset?: number;
};

/** Runs on the caller's thread. For a database in memory, and for tests that open a file twice in one process. */
export const openSqliteLedger = (path: string, now?: () => number): Ledger =>
  createSqliteLedger(inPlace(new SqliteStore(path)), now);

/** @param given replaces the database's clock in tests on virtual time; epoch ms */
export function createSqliteLedger(db: SqliteDatabase, given?: () => number): Ledger {
  const now = (): { now: number | null } => ({ now: given ? Math.floor(given()) : null });
  const all = <T>(of: (row: Row) => T, sql: string, ...values: SQLInputValue[]) =>
    db.read({ sql, values }, of);
  const named = <T>(of: (row: Row) => T, sql: string, values: Record<string, SQLInputValue>) =>
    db.read({ sql, values }, of);
  const change = (sql: string, ...values: SQLInputValue[]) => db.change([{ sql, values }]);

  return {
    async readOrder({ site, order_id }) {
      const [row] = await named((each) => rowOf(asIs<RowColumns>(each)), READ_ORDER, {
        site,
        order_id,
        ...now(),
      });
      return row;
    },
    async createOrder(order, session) {
      const create: Step = { sql: CREATE_ORDER, values: columnsOf(order) };
      return (await db.change(session ? [create, creation(session)] : [create])).length > 0;
    },
    async replaceOrder(order, lease) {
      const { site, order_id, version } = order;
      const name = "name" in lease ? lease.name : null;
      const values = { ...columnsOf(order), version, kind: lease.kind, name, ...now() };
      const claims = claimsOf(order);
      const claim: Step = {
        sql: CLAIM_REDEMPTIONS,
        values: { site, order_id, claims: JSON.stringify(claims) },
      };
      const swap: Step = { sql: REPLACE_ORDER, values };
      const [stored] = await db.change(claims.length > 0 ? [swap, claim] : [swap]).catch((error) => {
        throw error instanceof StatementRefused && error.code === KEY_TAKEN ? new RedemptionTaken() : error;
      });
      return stored && present({ ...order, version: version + 1 }, asIs<RowColumns>(stored));
    },
    async renewLease({ site, order_id }, name) {
      await db.change([{ sql: RENEW_LEASE, values: { site, order_id, name, ...now() } }]);
    },
    async voidLeases() {
      await change(SQL.voidLeases);
    },
    async noteRecovery(time) {
      await db.change([{ sql: NOTE_RECOVERY, values: { time: String(Math.floor(time)) } }]);
    },
    async dueOrders(limit) {
      return named(asIs<OrderKey>, DUE_ORDERS, { limit, ...now() });
    },
    async ordersNeedingAttention(limit, { site = null, reason = null, offset = 0 }: NullableAttention = {}) {
      return named((each) => rowOf(asIs<RowColumns>(each)), ATTENTION, {
        site,
        reason,
        limit,
        offset,
        ...now(),
      });
    },
    async countNeedingAttention({ site = null, reason = null }: NullableAttention) {
      const [count] = await named(countOf, COUNT_ATTENTION, { site, reason });
      return count ?? 0;
    },
    async standing() {
      return standingOf(await all(asIs<StandingRow>, STANDING));
    },
    async ordersToForget(time, limit) {
      return all(asIs<OrderKey>, SQL.toForget, Math.floor(time), limit);
    },
    async promotionsOf(site) {
      return all(({ promotion_id }) => read(String(promotion_id)), SQL.promotions, site);
    },
    onConnectionLost: (listener) => db.onReopened(listener),
    async redemptionsOf(site, filter, { offset, limit }) {
      return named(ownedOf, PAGE_OF_OWNED, { ...ownedBy(site, filter), offset, limit });
    },
    async countRedemptionsOf(site, filter) {
      const [count] = await named(countOf, COUNT_OWNED, ownedBy(site, filter));
      return count ?? 0;
    },
    async rewardValues() {
      return all(rewardValueOf, SQL.rewardValues);
    },
    async storeRewardValue({ sku, amount, currency }) {
      await change(
        SQL.storeRewardValue,
        written(sku),
        amount,
        currency === undefined ? null : written(currency),
      );
    },
    async createSession(session) {
      await db.change([creation(session)]);
    },
    async readSession(hash) {
      return (await all(asIs<SessionRow>, SQL.readSession, hash))[0];
    },
    async deleteSessionsBefore(time) {
      await change(SQL.deleteSessions, Math.floor(time));
    },
    async get(key) {
      return (await all((row) => String(row.value), SQL.get, key))[0];
    },
    async swapValue(key, seen, value) {
      const changed =
        seen === undefined
          ? await change(SQL.addValue, key, value)
          : await change(SQL.swapValue, value, key, seen);
      return changed.length > 0;
    },
    async noteWidget(version, time) {
      return (await change(SQL.noteWidget, Math.floor(time), version)).length > 0;
    },
    async addWidget(version, time, files) {
      await change(SQL.addWidget, version, Math.floor(time), files);
    },
    async widgetVersions() {
      return all(({ version }) => String(version), SQL.widgetVersions);
    },
    async readWidget(version) {
      return (await all(({ files }) => storedJson(files), SQL.readWidget, version))[0];
    },
    async removeWidgetsBefore(time) {
      await change(SQL.removeWidgets, Math.floor(time));
    },
    async probe() {
      await change(SQL.probe, PROBE_KEY);
      if (db.isDamaged()) throw new LedgerUnavailable("damaged");
    },
    close: () => db.close(),
  };
}
