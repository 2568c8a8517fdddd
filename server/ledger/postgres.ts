/**
 * The ledger on PostgreSQL, for several instances. Each change is one statement that includes the claims of redemption ids: all or
 * nothing, in one round trip.
 */
import { createHash } from "node:crypto";
import { DatabaseError } from "pg";
import type { OrderKey, Row } from "../redemption/model.ts";
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
import type { Asked, Database, Statement } from "./postgres-pool.ts";
import { type StandingRow, standingOf } from "./standing-rows.ts";
import { claimsOf, columnsOf, present, type RowColumns, rowOf } from "./stored.ts";
import { storedJson } from "./stored-json.ts";
import { read, written } from "./text.ts";

/** A statement whose rows need no conversion. */
const statement = <Row = unknown>(name: string, text: string): Statement<Row> => ({
  name,
  text,
  of: (row: Row) => row,
});

/** The database's clock, epoch ms; `$1` replaces it in tests on virtual time. */
const NOW = "coalesce($1::bigint, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)";
const RECOVERED = `(SELECT value FROM settings WHERE key = '${RECOVERED_KEY}')`;
const ROW = `version, body, lease, lease_until, ${NOW} AS now, ${RECOVERED} AS recovered_at`;
const IS_FREE = `(lease IS NULL OR lease_until <= ${NOW})`;

const READ_ORDER: Statement<{ row: Row; body: string }> = {
  name: "read_order",
  text: `SELECT ${ROW} FROM orders WHERE site = $2 AND order_id = $3`,
  of: (columns: RowColumns & { body: string }) => ({ row: rowOf(columns), body: columns.body }),
};
/** Also inserts the session that opens the order, if there is one and the order is new. */
const CREATE_ORDER = statement(
  "create_order",
  `WITH made AS (
     INSERT INTO orders
       (site, order_id, version, due_at, attention, attention_since, promotion_id, email, updated_at, body)
     VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING
     RETURNING site, order_id
   ), opened AS (
     INSERT INTO sessions (hash, site, order_id, locale, currency, support_url, expires_at)
     SELECT $10::text, site, order_id, $11::text, $12::text, $13::text, $14::bigint FROM made
     WHERE $10::text IS NOT NULL
   )
   SELECT FROM made`,
);
/**
 * Swaps the row, and claims redemption ids only if the swap succeeded. A claim that the same attempt made before is skipped. A
 * claim of another attempt violates the key, which also undoes the swap.
 */
const REPLACE_ORDER = statement<RowColumns>(
  "replace_order",
  `WITH swapped AS (
     UPDATE orders SET version = version + 1,
       due_at = $5, attention = $6, attention_since = $7, promotion_id = $8, email = $9, updated_at = $10, body = $11,
       lease = CASE $12 WHEN 'leave' THEN lease WHEN 'claim' THEN $13 WHEN 'hold' THEN $13 END,
       lease_until = CASE $12 WHEN 'leave' THEN lease_until WHEN 'claim' THEN ${NOW} + ${LEASE} WHEN 'hold' THEN ${NOW} + ${LEASE} END
     WHERE site = $2 AND order_id = $3 AND version = $4 AND CASE
       WHEN $12 = 'leave' THEN TRUE
       WHEN $12 IN ('claim', 'free') THEN ${IS_FREE}
       ELSE lease = $13::text AND lease_until > ${NOW} END
     RETURNING site, order_id, lease, lease_until
   ), claimed AS (
     INSERT INTO redemptions (digest, redemption_id, site, order_id, n, sku)
     SELECT c.digest, c.redemption_id, s.site, s.order_id, c.n, c.sku
     FROM swapped s, unnest($14::bytea[], $15::text[], $16::integer[], $17::text[]) AS c (digest, redemption_id, n, sku)
     WHERE NOT EXISTS (
       SELECT FROM redemptions r
       WHERE r.digest = c.digest AND r.site = s.site AND r.order_id = s.order_id AND r.n = c.n
     )
     ORDER BY c.n
   )
   SELECT lease, lease_until, ${NOW} AS now, ${RECOVERED} AS recovered_at FROM swapped`,
);
const RENEW_LEASE = statement(
  "renew_lease",
  `UPDATE orders SET lease_until = ${NOW} + ${LEASE}
   WHERE site = $2 AND order_id = $3 AND lease = $4 AND lease_until > ${NOW}`,
);
const VOID_LEASES = statement(
  "void_leases",
  "UPDATE orders SET lease = NULL, lease_until = NULL WHERE lease IS NOT NULL",
);
const NOTE_RECOVERY = statement(
  "note_recovery",
  `INSERT INTO settings AS s (key, value) VALUES ('${RECOVERED_KEY}', $1)
   ON CONFLICT (key) DO UPDATE SET value = greatest(s.value::bigint, excluded.value::bigint)::text`,
);
const DUE_ORDERS = statement<OrderKey>(
  "due_orders",
  `SELECT site, order_id FROM orders WHERE due_at <= ${NOW} AND ${IS_FREE} ORDER BY due_at LIMIT $2`,
);
const ATTENDED =
  "attention IS NOT NULL AND ($2::text IS NULL OR site = $2) AND ($3::text IS NULL OR attention = $3)";
const ATTENTION: Statement<Row> = {
  name: "attention",
  text: `SELECT ${ROW} FROM orders WHERE ${ATTENDED} ORDER BY attention_since, site, order_id LIMIT $4 OFFSET $5`,
  of: rowOf,
};
const COUNT_ATTENTION = statement<{ count: number }>(
  "count_attention",
  `SELECT count(*) AS count FROM orders WHERE ${ATTENDED} AND $1::bigint IS NULL`,
);
const STANDING = statement<StandingRow>(
  "standing",
  `SELECT attention AS reason, count(*) AS count, min(attention_since) AS since FROM orders
   WHERE attention IS NOT NULL GROUP BY attention
   UNION ALL
   SELECT NULL, count(*), min(due_at) FROM orders WHERE due_at IS NOT NULL`,
);
const TO_FORGET = statement<OrderKey>(
  "to_forget",
  `SELECT site, order_id FROM orders
   WHERE due_at IS NULL AND attention IS NULL AND email IS NOT NULL AND updated_at < $1
   ORDER BY updated_at LIMIT $2`,
);
const PROMOTIONS_OF: Statement<string> = {
  name: "promotions_of",
  text: "SELECT DISTINCT promotion_id FROM orders WHERE site = $1 ORDER BY promotion_id",
  of: (row: { promotion_id: string }) => read(row.promotion_id),
};
const OWNED = `FROM redemptions r JOIN orders o ON o.site = r.site AND o.order_id = r.order_id
   WHERE r.site = $1
     AND ($2::text IS NULL OR r.order_id = $2)
     AND ($3::text IS NULL OR o.promotion_id = $3)
     AND ($4::text IS NULL OR o.email = $4)
     AND ($5::text IS NULL OR r.sku = $5)
     AND ($6::bigint IS NULL OR o.updated_at >= $6)
     AND ($7::bytea[] IS NULL OR r.digest = ANY ($7))`;
const REDEMPTIONS_OF: Statement<OwnedRedemption> = {
  name: "redemptions_of",
  text: `SELECT r.redemption_id, r.order_id, r.n AS attempt, o.promotion_id, o.updated_at ${OWNED}
   ORDER BY r.known LIMIT $8 OFFSET $9`,
  of: (row: OwnedRedemption) => ({
    redemption_id: read(row.redemption_id),
    order_id: row.order_id,
    attempt: row.attempt,
    promotion_id: read(row.promotion_id),
    updated_at: row.updated_at,
  }),
};
const COUNT_REDEMPTIONS = statement<{ count: number }>(
  "count_redemptions",
  `SELECT count(*) AS count ${OWNED}`,
);
const REWARD_VALUES: Statement<RewardValue> = {
  name: "reward_values",
  text: "SELECT sku, amount, currency FROM reward_values",
  of: ({ sku, amount, currency }: { sku: string; amount: number; currency: string | null }) => ({
    sku: read(sku),
    amount,
    ...(currency !== null && { currency: read(currency) }),
  }),
};
const STORE_REWARD_VALUE = statement(
  "store_reward_value",
  `INSERT INTO reward_values (sku, amount, currency) VALUES ($1, $2, $3)
   ON CONFLICT (sku) DO UPDATE SET amount = excluded.amount, currency = excluded.currency`,
);
const CREATE_SESSION = statement(
  "create_session",
  `INSERT INTO sessions (hash, site, order_id, locale, currency, support_url, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
);
const READ_SESSION = statement<SessionRow>(
  "read_session",
  "SELECT hash, site, order_id, locale, currency, support_url, expires_at FROM sessions WHERE hash = $1",
);
const DELETE_SESSIONS = statement("delete_sessions", "DELETE FROM sessions WHERE expires_at < $1");
const GET = statement<{ value: string }>("get", "SELECT value FROM settings WHERE key = $1");
const ADD_VALUE = statement(
  "add_value",
  "INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
);
const SWAP_VALUE = statement("swap_value", "UPDATE settings SET value = $2 WHERE key = $1 AND value = $3");
const PROBE = statement(
  "probe",
  `INSERT INTO settings AS s (key, value) VALUES ($1, '1')
   ON CONFLICT (key) DO UPDATE SET value = (s.value::bigint + 1)::text`,
);
const NOTE_WIDGET = statement(
  "note_widget",
  "UPDATE widget_versions SET used_at = greatest(used_at, $2) WHERE version = $1",
);
const ADD_WIDGET = statement(
  "add_widget",
  "INSERT INTO widget_versions (version, used_at, files) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
);
const WIDGET_VERSIONS = statement<{ version: string }>(
  "widget_versions",
  "SELECT version FROM widget_versions ORDER BY version",
);
const READ_WIDGET: Statement<string> = {
  name: "read_widget",
  text: "SELECT files FROM widget_versions WHERE version = $1",
  of: ({ files }: { files: string }) => storedJson(files),
};
const REMOVE_WIDGETS = statement("remove_widgets", "DELETE FROM widget_versions WHERE used_at < $1");

const KEY_OF_REDEMPTIONS = "redemptions_pkey";
/** SQLSTATE unique_violation. */
const UNIQUE_VIOLATION = "23505";

const maybe = (text: string | null | undefined): string | null => (text == null ? null : written(text));

/** A redemption id may be longer than an entry of an index. @param id as it is stored */
const digestOf = (id: string): Buffer => createHash("sha256").update(id).digest();

/** The row of a statement that always answers exactly one. */
function onlyRow<Row>({ rows: [row] }: Asked<Row>): Row {
  if (!row) throw new Error("the database answered no row");
  return row;
}

const ownedBy = (site: string, { ids, order_id, promotion_id, email, sku, changed_since }: OwnedFilter) => [
  site,
  order_id ?? null,
  maybe(promotion_id),
  maybe(email),
  maybe(sku),
  changed_since === undefined ? null : Math.floor(changed_since),
  ids ? ids.map((id) => digestOf(written(id))) : null,
];

/** @param given replaces the database's clock in tests on virtual time; epoch ms */
export function createPostgresLedger(db: Database, given?: () => number): Ledger {
  const now = (): number | null => (given ? Math.floor(given()) : null);
  const readRow = async (site: string, orderId: string) =>
    (await db.ask(READ_ORDER, [now(), site, orderId])).rows[0];
  const readValue = async (key: string): Promise<string | undefined> =>
    (await db.ask(GET, [key])).rows[0]?.value;

  return {
    async readOrder({ site, order_id }) {
      return (await readRow(site, order_id))?.row;
    },
    async createOrder(order, session) {
      const { site, order_id, due_at, attention, attention_since, promotion_id, email, updated_at, body } =
        columnsOf(order);
      const made = await db.ask(CREATE_ORDER, [
        site,
        order_id,
        due_at,
        attention,
        attention_since,
        promotion_id,
        email,
        updated_at,
        body,
        session?.hash ?? null,
        session?.locale ?? null,
        session?.currency ?? null,
        session?.support_url ?? null,
        session?.expires_at ?? null,
      ]);
      return made.count > 0;
    },
    async replaceOrder(order, lease) {
      const { site, order_id, due_at, attention, attention_since, promotion_id, email, updated_at, body } =
        columnsOf(order);
      const claims = claimsOf(order);
      const { rows, repeated } = await db
        .ask(REPLACE_ORDER, [
          now(),
          site,
          order_id,
          order.version,
          due_at,
          attention,
          attention_since,
          promotion_id,
          email,
          updated_at,
          body,
          lease.kind,
          "name" in lease ? lease.name : null,
          claims.map(({ id }) => digestOf(id)),
          claims.map(({ id }) => id),
          claims.map(({ n }) => n),
          claims.map(({ sku }) => sku),
        ])
        .catch((error) => {
          throw isTaken(error) ? new RedemptionTaken() : error;
        });
      const version = order.version + 1;
      const [stored] = rows;
      if (stored) return present({ ...order, version }, stored);
      if (!repeated) return undefined;
      // The first try, whose answer was lost, may have stored this change: then the row is what it would have made.
      const found = await readRow(site, order_id);
      return found?.row.order.version === version && found.body === body ? found.row : undefined;
    },
    async renewLease({ site, order_id }, name) {
      await db.ask(RENEW_LEASE, [now(), site, order_id, name]);
    },
    async voidLeases() {
      await db.ask(VOID_LEASES, []);
    },
    async noteRecovery(time) {
      await db.ask(NOTE_RECOVERY, [String(Math.floor(time))]);
    },
    async dueOrders(limit) {
      const { rows } = await db.ask(DUE_ORDERS, [now(), limit]);
      return rows.map(({ site, order_id }) => ({ site, order_id }));
    },
    async ordersNeedingAttention(limit, { site, reason, offset = 0 } = {}) {
      return (await db.ask(ATTENTION, [now(), site ?? null, reason ?? null, limit, offset])).rows;
    },
    async countNeedingAttention({ site, reason }) {
      return onlyRow(await db.ask(COUNT_ATTENTION, [null, site ?? null, reason ?? null])).count;
    },
    async standing() {
      return standingOf((await db.ask(STANDING, [])).rows);
    },
    async ordersToForget(time, limit) {
      const { rows } = await db.ask(TO_FORGET, [Math.floor(time), limit]);
      return rows.map(({ site, order_id }) => ({ site, order_id }));
    },
    async promotionsOf(site) {
      return (await db.ask(PROMOTIONS_OF, [site])).rows;
    },
    onConnectionLost: (listener) => db.onConnectionLost(listener),
    async redemptionsOf(site, filter, { offset, limit }) {
      return (await db.ask(REDEMPTIONS_OF, [...ownedBy(site, filter), limit, offset])).rows;
    },
    async countRedemptionsOf(site, filter) {
      return onlyRow(await db.ask(COUNT_REDEMPTIONS, ownedBy(site, filter))).count;
    },
    async rewardValues() {
      return (await db.ask(REWARD_VALUES, [])).rows;
    },
    async storeRewardValue({ sku, amount, currency }) {
      await db.ask(STORE_REWARD_VALUE, [written(sku), amount, maybe(currency)]);
    },
    async createSession({ hash, site, order_id, locale, currency, support_url, expires_at }) {
      await db.ask(CREATE_SESSION, [hash, site, order_id, locale, currency, support_url, expires_at]);
    },
    async readSession(hash) {
      return (await db.ask(READ_SESSION, [hash])).rows[0];
    },
    async deleteSessionsBefore(time) {
      await db.ask(DELETE_SESSIONS, [Math.floor(time)]);
    },
    get: readValue,
    async swapValue(key, seen, value) {
      const { count, repeated } =
        seen === undefined
          ? await db.ask(ADD_VALUE, [key, value])
          : await db.ask(SWAP_VALUE, [key, value, seen]);
      if (count > 0) return true;
      return repeated && (await readValue(key)) === value;
    },
    async noteWidget(version, time) {
      return (await db.ask(NOTE_WIDGET, [version, Math.floor(time)])).count > 0;
    },
    async addWidget(version, time, files) {
      await db.ask(ADD_WIDGET, [version, Math.floor(time), files]);
    },
    async widgetVersions() {
      return (await db.ask(WIDGET_VERSIONS, [])).rows.map(({ version }) => version);
    },
    async readWidget(version) {
      return (await db.ask(READ_WIDGET, [version])).rows[0];
    },
    async removeWidgetsBefore(time) {
      await db.ask(REMOVE_WIDGETS, [Math.floor(time)]);
    },
    async probe() {
      await db.ask(PROBE, [PROBE_KEY]);
      if (db.isDamaged()) throw new LedgerUnavailable("damaged");
    },
    close: () => db.close(),
  };
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === UNIQUE_VIOLATION &&
    error.constraint === KEY_OF_REDEMPTIONS
  );
}
