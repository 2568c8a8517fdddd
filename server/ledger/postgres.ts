/**
 * The ledger on PostgreSQL, for several instances. Each change is one statement that includes the claims of redemption ids: all or
 * nothing, in one round trip.
 */
import { createHash, randomUUID } from "node:crypto";
import { DatabaseError } from "pg";
import type { Order, OrderKey } from "../redemption/model.ts";
import type { SessionRow } from "../session-row.ts";
import {
  type Ledger,
  LedgerUnavailable,
  type OwnedRedemption,
  PROBE_KEY,
  RedemptionTaken,
  type RewardValue,
} from "./ledger.ts";
import type { Asked, Database, Statement } from "./postgres-pool.ts";
import { type StandingRow, standingOf } from "./standing-rows.ts";
import { storedJson } from "./stored-json.ts";
import { orderOf, toStored } from "./stored-order.ts";
import { read, written } from "./text.ts";

/** A statement whose rows need no conversion. */
const statement = <Row = unknown>(name: string, text: string): Statement<Row> => ({
  name,
  text,
  of: (row: Row) => row,
});

interface VersionedBody {
  readonly version: number;
  readonly body: string;
}

const parseOrder = ({ version, body }: VersionedBody): Order => orderOf(body, version);

const READ_ORDER: Statement<{ order: Order; write_id: string }> = {
  name: "read_order",
  text: "SELECT version, write_id, body FROM orders WHERE site = $1 AND order_id = $2",
  of: (row: VersionedBody & { write_id: string }) => ({ order: parseOrder(row), write_id: row.write_id }),
};
/** Also inserts the session that opens the order, if there is one and the order is new. */
const CREATE_ORDER = statement(
  "create_order",
  `WITH made AS (
     INSERT INTO orders
       (site, order_id, version, write_id, due_at, attention, attention_since, promotion_id, email, updated_at, body)
     VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING
     RETURNING site, order_id
   ), opened AS (
     INSERT INTO sessions (hash, site, order_id, locale, currency, support_url, expires_at)
     SELECT $11::text, site, order_id, $12::text, $13::text, $14::text, $15::bigint FROM made
     WHERE $11::text IS NOT NULL
   )
   SELECT FROM made`,
);
/**
 * Swaps the row, and claims redemption ids only if the swap succeeded. A claim that the same attempt made before is skipped. A
 * claim of another attempt violates the key, which also undoes the swap.
 */
const REPLACE_ORDER = statement(
  "replace_order",
  `WITH swapped AS (
     UPDATE orders SET version = version + 1, write_id = $4, due_at = $5, attention = $6, updated_at = $7, body = $8,
       attention_since = $13, email = $14
     WHERE site = $1 AND order_id = $2 AND version = $3
     RETURNING site, order_id
   ), claimed AS (
     INSERT INTO redemptions (digest, redemption_id, site, order_id, n, sku)
     SELECT c.digest, c.redemption_id, s.site, s.order_id, c.n, c.sku
     FROM swapped s, unnest($9::bytea[], $10::text[], $11::integer[], $12::text[]) AS c (digest, redemption_id, n, sku)
     WHERE NOT EXISTS (
       SELECT FROM redemptions r
       WHERE r.digest = c.digest AND r.site = s.site AND r.order_id = s.order_id AND r.n = c.n
     )
     ORDER BY c.n
   )
   SELECT FROM swapped`,
);
const DUE_ORDERS = statement<OrderKey>(
  "due_orders",
  "SELECT site, order_id FROM orders WHERE due_at <= $1 AND due_at > $2 ORDER BY due_at LIMIT $3",
);
/** Older rows lack `attention_since`: the time of their last change is used. */
const SINCE = "coalesce(attention_since, updated_at)";
const ATTENDED =
  "attention IS NOT NULL AND ($1::text IS NULL OR site = $1) AND ($2::text IS NULL OR attention = $2)";
const ATTENTION: Statement<Order> = {
  name: "attention",
  text: `SELECT version, body FROM orders WHERE ${ATTENDED} ORDER BY ${SINCE}, site, order_id LIMIT $3 OFFSET $4`,
  of: parseOrder,
};
const COUNT_ATTENTION = statement<{ count: number }>(
  "count_attention",
  `SELECT count(*) AS count FROM orders WHERE ${ATTENDED}`,
);
const STANDING = statement<StandingRow>(
  "standing",
  `SELECT attention AS reason, count(*) AS count, min(${SINCE}) AS since FROM orders
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
const REDEMPTIONS_OF: Statement<OwnedRedemption> = {
  name: "redemptions_of",
  text: `SELECT r.redemption_id, r.order_id, r.n AS attempt, o.promotion_id, o.updated_at
   FROM redemptions r JOIN orders o ON o.site = r.site AND o.order_id = r.order_id
   WHERE r.site = $1
     AND ($2::text IS NULL OR r.order_id = $2)
     AND ($3::text IS NULL OR o.promotion_id = $3)
     AND ($4::text IS NULL OR o.email = $4)
     AND ($5::text IS NULL OR r.sku = $5)
   ORDER BY r.known`,
  of: (row: OwnedRedemption) => ({
    redemption_id: read(row.redemption_id),
    order_id: row.order_id,
    attempt: row.attempt,
    promotion_id: read(row.promotion_id),
    updated_at: row.updated_at,
  }),
};
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
const GET = statement<{ value: string | null; now: number }>(
  "get",
  `SELECT (SELECT value FROM settings WHERE key = $1) AS value,
     (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`,
);
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

const ORDER_OF_REDEMPTION = statement<OrderKey>(
  "order_of_redemption",
  "SELECT site, order_id FROM redemptions WHERE digest = $1",
);

const KEY_OF_REDEMPTIONS = "redemptions_pkey";
/** SQLSTATE unique_violation. */
const UNIQUE_VIOLATION = "23505";

const maybe = (text: string | null | undefined): string | null => (text == null ? null : written(text));

/** A redemption id may be longer than an entry of an index. */
const digestOf = (id: string): Buffer => createHash("sha256").update(written(id)).digest();

/** The row of a statement that always answers exactly one. */
function onlyRow<Row>({ rows: [row] }: Asked<Row>): Row {
  if (!row) throw new Error("the database answered no row");
  return row;
}

/** @param now replaces the database's clock in tests on virtual time; epoch ms */
export function createPostgresLedger(db: Database, now?: () => number): Ledger {
  const readRow = async (site: string, orderId: string) =>
    (await db.ask(READ_ORDER, [site, orderId])).rows[0];
  const readValue = async (key: string): Promise<{ value: string | undefined; now: number }> => {
    const row = onlyRow(await db.ask(GET, [key]));
    return { value: row.value ?? undefined, now: now?.() ?? row.now };
  };

  return {
    async readOrder({ site, order_id }) {
      return (await readRow(site, order_id))?.order;
    },
    async createOrder(order, session) {
      const { site, order_id, due_at, attention, attention_since = null, pins, updated_at } = order;
      const { promotion_id, email } = pins;
      const listed = [due_at, attention, attention_since];
      const columns = [...listed, written(promotion_id), maybe(email), updated_at];
      const made = await db.ask(CREATE_ORDER, [
        site,
        order_id,
        randomUUID(),
        ...columns,
        JSON.stringify(toStored(order)),
        session?.hash ?? null,
        session?.locale ?? null,
        session?.currency ?? null,
        session?.support_url ?? null,
        session?.expires_at ?? null,
      ]);
      return made.count > 0;
    },
    async replaceOrder(order) {
      const { site, order_id, version, due_at, attention, updated_at } = order;
      const writeId = randomUUID();
      const claims = order.attempts.flatMap(({ redemption_id: id, n, sku }) =>
        id === null ? [] : [{ digest: digestOf(id), id: written(id), n, sku: written(sku) }],
      );
      const { count, repeated } = await db
        .ask(REPLACE_ORDER, [
          site,
          order_id,
          version,
          writeId,
          due_at,
          attention,
          updated_at,
          JSON.stringify(toStored(order)),
          claims.map(({ digest }) => digest),
          claims.map(({ id }) => id),
          claims.map(({ n }) => n),
          claims.map(({ sku }) => sku),
          order.attention_since ?? null,
          maybe(order.pins.email),
        ])
        .catch((error) => {
          throw isTaken(error) ? new RedemptionTaken() : error;
        });
      const stored = { ...order, version: version + 1 };
      if (count > 0) return stored;
      // The first try, whose answer was lost, may have stored this change: then this change won.
      const isOurs = repeated && (await readRow(site, order_id))?.write_id === writeId;
      return isOurs ? stored : undefined;
    },
    async dueOrders(time, limit, after = 0) {
      const { rows } = await db.ask(DUE_ORDERS, [Math.floor(time), Math.floor(after), limit]);
      return rows.map(({ site, order_id }) => ({ site, order_id }));
    },
    async ordersNeedingAttention(limit, { site, reason, offset = 0 } = {}) {
      return (await db.ask(ATTENTION, [site ?? null, reason ?? null, limit, offset])).rows;
    },
    async countNeedingAttention({ site, reason }) {
      return onlyRow(await db.ask(COUNT_ATTENTION, [site ?? null, reason ?? null])).count;
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
    async orderOfRedemption(redemptionId) {
      const row = (await db.ask(ORDER_OF_REDEMPTION, [digestOf(redemptionId)])).rows[0];
      return row && { site: row.site, order_id: row.order_id };
    },
    onConnectionLost: (listener) => db.onConnectionLost(listener),
    async redemptionsOf(site, { order_id, promotion_id, email, sku }) {
      const filter = [order_id ?? null, maybe(promotion_id), maybe(email), maybe(sku)];
      return (await db.ask(REDEMPTIONS_OF, [site, ...filter])).rows;
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
    async get(key) {
      return (await readValue(key)).value;
    },
    getTimed: readValue,
    async swapValue(key, seen, value) {
      const { count, repeated } =
        seen === undefined
          ? await db.ask(ADD_VALUE, [key, value])
          : await db.ask(SWAP_VALUE, [key, value, seen]);
      if (count > 0) return true;
      return repeated && (await readValue(key)).value === value;
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
