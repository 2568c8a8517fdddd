/** The ledger on embedded SQLite: its statements, and the reading of their rows. */
import type { SQLInputValue } from "node:sqlite";
import type { Attention, Order, OrderKey } from "../redemption/model.ts";
import type { SessionRow } from "../session-row.ts";
import {
  type Ledger,
  LedgerUnavailable,
  type OwnedRedemption,
  PROBE_KEY,
  RedemptionTaken,
  type RewardValue,
} from "./ledger.ts";
import { inPlace, type Row, type SqliteDatabase, StatementRefused, type Step } from "./sqlite-database.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { type StandingRow, standingOf } from "./standing-rows.ts";
import { storedJson, storedText } from "./stored-json.ts";
import { orderOf, toStored } from "./stored-order.ts";
import { read, written } from "./text.ts";

/** SQL's way to leave a condition out. */
type NullableAttention = {
  readonly site?: string | null;
  readonly reason?: Attention | null;
  readonly offset?: number;
};

/** The statements of one line. */
const SQL = {
  readOrder: "SELECT version, body FROM orders WHERE site = ? AND order_id = ?",
  createOrder:
    "INSERT INTO orders (site, order_id, version, due_at, attention, body) VALUES (?, ?, 1, ?, ?, ?) ON CONFLICT DO NOTHING",
  replaceOrder:
    "UPDATE orders SET version = version + 1, due_at = ?, attention = ?, body = ? WHERE site = ? AND order_id = ? AND version = ?",
  redemptionOwner: "SELECT site, order_id FROM redemptions WHERE redemption_id = ?",
  dueOrders: "SELECT site, order_id FROM orders WHERE due_at <= ? AND due_at > ? ORDER BY due_at LIMIT ?",
  rewardValues: "SELECT sku, amount, currency FROM reward_values",
  storeRewardValue: "INSERT OR REPLACE INTO reward_values (sku, amount, currency) VALUES (?, ?, ?)",
  createSession:
    "INSERT INTO sessions (hash, site, order_id, locale, currency, support_url, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  readSession:
    "SELECT hash, site, order_id, locale, currency, support_url, expires_at FROM sessions WHERE hash = ?",
  probe: "INSERT INTO settings (key, value) VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET value = value + 1",
  deleteSessions: "DELETE FROM sessions WHERE expires_at < ?",
  get: "SELECT value FROM settings WHERE key = ?",
  addValue: "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
  swapValue: "UPDATE settings SET value = ? WHERE key = ? AND value = ?",
  noteWidget: "UPDATE widget_versions SET used_at = max(used_at, ?) WHERE version = ?",
  addWidget: "INSERT INTO widget_versions (version, used_at, files) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  widgetVersions: "SELECT version FROM widget_versions ORDER BY version",
  readWidget: "SELECT files FROM widget_versions WHERE version = ?",
  removeWidgets: "DELETE FROM widget_versions WHERE used_at < ?",
};

/** A claim that the same attempt made before is skipped; a claim of another attempt violates the key. */
const CLAIM_REDEMPTIONS = `
  INSERT INTO redemptions (redemption_id, site, order_id, n)
  SELECT value ->> '$.id', :site, :order_id, value ->> '$.n' FROM json_each(:claims) AS claim
  WHERE NOT EXISTS (
    SELECT 1 FROM redemptions r
    WHERE r.redemption_id = claim.value ->> '$.id' AND r.site = :site AND r.order_id = :order_id AND r.n = claim.value ->> '$.n'
  )
`;
/** Members of the body are compared as JSON text: the decoded text may have characters that SQLite cannot hold. */
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

/** Older rows lack `attention_since`: the time of their last change is used. */
const SINCE = "coalesce(json_extract(body, '$.attention_since'), json_extract(body, '$.updated_at'))";
const ATTENDED =
  "attention IS NOT NULL AND (:site IS NULL OR site = :site) AND (:reason IS NULL OR attention = :reason)";

const ATTENTION = `SELECT version, body FROM orders WHERE ${ATTENDED} ORDER BY ${SINCE}, site, order_id LIMIT :limit OFFSET :offset`;
const COUNT_ATTENTION = `SELECT count(*) AS count FROM orders WHERE ${ATTENDED}`;

const STANDING = `
  SELECT attention AS reason, count(*) AS count, min(${SINCE}) AS since FROM orders
  WHERE attention IS NOT NULL GROUP BY attention
  UNION ALL
  SELECT NULL, count(*), min(due_at) FROM orders WHERE due_at IS NOT NULL
`;

const TO_FORGET = `
  SELECT site, order_id FROM orders
  WHERE due_at IS NULL AND attention IS NULL AND json_extract(body, '$.pins.email') IS NOT NULL
    AND json_extract(body, '$.updated_at') < ?
  ORDER BY json_extract(body, '$.updated_at') LIMIT ?
`;

/** SQLITE_CONSTRAINT_PRIMARYKEY. */
const KEY_TAKEN = 1555;

/** Reads a row that needs no conversion. */
const asIs = <T>(row: Row): T => row as unknown as T;

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

const json = (text: string | undefined): string | null => (text === undefined ? null : JSON.stringify(text));

const parseOrder = ({ body, version }: Row): Order => orderOf(body, Number(version));

const ownedOf = (row: Row): OwnedRedemption => ({
  redemption_id: read(String(row.redemption_id)),
  order_id: String(row.order_id),
  attempt: Number(row.attempt),
  promotion_id: storedText(row.promotion_id),
  updated_at: Number(row.updated_at),
});

/** Runs on the caller's thread. For a database in memory, and for tests that open a file twice in one process. */
export const openSqliteLedger = (path: string, now?: () => number): Ledger =>
  createSqliteLedger(inPlace(new SqliteStore(path)), now);

/** @param now the database's clock, epoch ms: SQLite has only the machine's clock, which all its processes share */
export function createSqliteLedger(db: SqliteDatabase, now: () => number = Date.now): Ledger {
  const all = <T>(of: (row: Row) => T, sql: string, ...values: SQLInputValue[]) =>
    db.read({ sql, values }, of);
  const named = <T>(of: (row: Row) => T, sql: string, values: Record<string, SQLInputValue>) =>
    db.read({ sql, values }, of);
  const change = (sql: string, ...values: SQLInputValue[]) => db.change([{ sql, values }]);
  const readValue = async (key: string): Promise<string | undefined> => {
    const [value] = await all((row) => String(row.value), SQL.get, key);
    return value;
  };

  return {
    async readOrder({ site, order_id }) {
      return (await all(parseOrder, SQL.readOrder, site, order_id))[0];
    },
    async createOrder(order, session) {
      const { site, order_id, due_at, attention } = order;
      const values = [site, order_id, due_at, attention, JSON.stringify(toStored(order))];
      const create: Step = { sql: SQL.createOrder, values };
      return (await db.change(session ? [create, creation(session)] : [create])) > 0;
    },
    async replaceOrder(order) {
      const { site, order_id, version, due_at, attention, attempts } = order;
      const swap: Step = {
        sql: SQL.replaceOrder,
        values: [due_at, attention, JSON.stringify(toStored(order)), site, order_id, version],
      };
      const claims = attempts.flatMap(({ redemption_id: id, n }) =>
        id === null ? [] : [{ id: written(id), n }],
      );
      const claim: Step = {
        sql: CLAIM_REDEMPTIONS,
        values: { site, order_id, claims: JSON.stringify(claims) },
      };
      const swapped = await db.change(claims.length > 0 ? [swap, claim] : [swap]).catch((error) => {
        throw error instanceof StatementRefused && error.code === KEY_TAKEN ? new RedemptionTaken() : error;
      });
      return swapped > 0 ? { ...order, version: version + 1 } : undefined;
    },
    async dueOrders(time, limit, after = 0) {
      return all(asIs<OrderKey>, SQL.dueOrders, Math.floor(time), Math.floor(after), limit);
    },
    async ordersNeedingAttention(limit, { site = null, reason = null, offset = 0 }: NullableAttention = {}) {
      return named(parseOrder, ATTENTION, { site, reason, limit, offset });
    },
    async countNeedingAttention({ site = null, reason = null }: NullableAttention) {
      const [count] = await named((row) => Number(row.count), COUNT_ATTENTION, { site, reason });
      return Number(count);
    },
    async standing() {
      return standingOf(await all(asIs<StandingRow>, STANDING));
    },
    async ordersToForget(time, limit) {
      return all(asIs<OrderKey>, TO_FORGET, Math.floor(time), limit);
    },
    async promotionsOf(site) {
      return all(({ id }) => storedText(id), PROMOTIONS, site);
    },
    async orderOfRedemption(redemptionId) {
      const [owner] = await all(asIs<OrderKey>, SQL.redemptionOwner, written(redemptionId));
      return owner && { site: owner.site, order_id: owner.order_id };
    },
    onConnectionLost: (listener) => db.onReopened(listener),
    async redemptionsOf(site, { order_id, promotion_id, email, sku }) {
      return named(ownedOf, OWNED, {
        site,
        order_id: order_id ?? null,
        promotion_id: json(promotion_id),
        email: json(email),
        sku: json(sku),
      });
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
    get: readValue,
    async getTimed(key) {
      return { value: await readValue(key), now: now() };
    },
    async swapValue(key, seen, value) {
      const changed =
        seen === undefined
          ? await change(SQL.addValue, key, value)
          : await change(SQL.swapValue, value, key, seen);
      return changed > 0;
    },
    async noteWidget(version, time) {
      return (await change(SQL.noteWidget, Math.floor(time), version)) > 0;
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
