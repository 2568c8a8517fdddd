/**
 * The statements of the ledger, once for both databases: a Dialect has the few expressions in which they differ. Values are named,
 * `:name`.
 */
import { CLOCK_DIFFERENCE_MAX, CLOCK_STEP_LEAST, LEASE } from "../timing.ts";
import {
  type AttentionFilter,
  type AuditFilter,
  type EventFilter,
  type LeaseChange,
  type OrderFilter,
  type OwnedFilter,
  PROBE_KEY,
  type RewardFilter,
} from "./ledger.ts";
import { OLDER_COLUMNS } from "./migrations.ts";
import { NOTICED_KEY, RECOVERED_KEY, WAITS_KEY } from "./recovery.ts";

export interface Dialect {
  /** The database's clock, epoch ms; `:now` replaces it in tests on virtual time. */
  readonly now: string;
  /** A condition of `also`: the first statement returned a row. */
  readonly done: string;
  /** The items of the JSON array in a value, as a table `item` with the column `value`. */
  items(name: string): string;
  /** Gives committed events their place in the list; undefined where they have it from the start. */
  readonly numberEvents: Statement | undefined;
}

export interface Statement {
  /** PostgreSQL prepares a statement under its name; one without a name is made for a request. */
  readonly name?: string;
  readonly text: string;
  /** More statements of the same transaction, carried out if the first one returned a row. */
  readonly also?: readonly string[];
}

/** The columns of an order beside its key and its version; see stored.ts. */
export const COLUMNS = [
  "due_at",
  "watched_until",
  "attention",
  "attention_since",
  "promotion_id",
  "email",
  "updated_at",
  "created_at",
  "state",
  "given_at",
  "user_id",
  "grant_id",
  "grant_k",
  "body",
];

export const SESSION_COLUMNS = [
  "hash",
  "site",
  "order_id",
  "grant_id",
  "member",
  "actor",
  "audience",
  "parent",
  "locale",
  "currency",
  "support_url",
  "points_per_unit",
  "message",
  "groups",
  "expires_at",
];
/** Beside the time, which is the database's own. */
export const DEED_COLUMNS = [
  "id",
  "what",
  "role",
  "who",
  "actor",
  "why",
  "site",
  "order_id",
  "grant_id",
  "request_id",
];
const SESSION = SESSION_COLUMNS.join(", ");

/** The values of columns by name; those of the session that opens an order beside the order's. */
const valuesOf = (columns: readonly string[], prefix = ""): string =>
  columns.map((each) => `:${prefix}${each}`).join(", ");
/** Of the session that opens an order. */
export const SESSION_PREFIX = "session_";
/** Of the order that follows another one in its grant. */
export const NEXT_PREFIX = "next_";

export function statementsOf({ now, done, items, numberEvents }: Dialect) {
  const recovered = `(SELECT value FROM settings WHERE key = '${RECOVERED_KEY}')`;
  /** What the database says with a row. */
  const waits = `(SELECT value FROM settings WHERE key = '${WAITS_KEY}')`;
  const present = `lease, lease_until, ${now} AS now, ${recovered} AS recovered_at, ${waits} AS waits_from`;
  // What ends later than any lease or wait that is ever written was written before the clock was set back (docs/proof/rules.md,
  // rule 19).
  const isOverBy = (end: string): string =>
    `(${end} <= ${now} OR ${end} > ${now} + ${LEASE + CLOCK_STEP_LEAST})`;
  const isFree = `(lease IS NULL OR ${isOverBy("lease_until")})`;
  const isOwn = `(lease = :name AND lease_until > ${now})`;

  const createOrder = `
    INSERT INTO orders (site, order_id, version, columns_of, ${COLUMNS.join(", ")})
    VALUES (:site, :order_id, 1, 1, ${valuesOf(COLUMNS)})
    ON CONFLICT DO NOTHING RETURNING version`;

  /** A claim that the same attempt made before is skipped; a claim of another attempt violates the key. */
  const claimRedemptions = `
    INSERT INTO redemptions (digest, redemption_id, site, order_id, promotion_id, n, sku)
    SELECT item.value ->> 'digest', item.value ->> 'id', :site, :order_id, :promotion_id,
      CAST(item.value ->> 'n' AS integer), item.value ->> 'sku'
    FROM ${items("claims")} WHERE ${done} AND NOT EXISTS (
      SELECT 1 FROM redemptions r WHERE r.digest = item.value ->> 'digest'
        AND r.site = :site AND r.order_id = :order_id AND r.n = CAST(item.value ->> 'n' AS integer)
    ) ORDER BY CAST(item.value ->> 'n' AS integer)`;

  const event = (name: string): string => `item.value ->> '${name}'`;
  const eventNumber = (name: string): string => `CAST(${event(name)} AS bigint)`;
  const addEvents = `
    INSERT INTO events (id, site, order_id, sequence, type, time, body, next_try_at)
    SELECT ${event("id")}, :site, :order_id, ${eventNumber("sequence")}, ${event("type")}, ${eventNumber("time")},
      ${event("body")}, ${eventNumber("next_try_at")}
    FROM ${items("events")} WHERE ${done} ORDER BY ${eventNumber("sequence")}`;

  const deed = DEED_COLUMNS.map((each) => `item.value ->> '${each}'`).join(", ");
  const addDeeds = `
    INSERT INTO audit (time, ${DEED_COLUMNS.join(", ")}) SELECT ${now}, ${deed} FROM ${items("deeds")} WHERE`;
  // A first try whose answer was lost may have stored it.
  const once = "ON CONFLICT DO NOTHING";
  /** The deed, and what comes of it, in one transaction. */
  const byDeed = (name: string, ...also: readonly string[]): Statement => ({
    name,
    text: `${addDeeds} TRUE ${once} RETURNING id`,
    also: also.map((change) => `${change} AND ${done}`),
  });

  const resumeWebhook =
    "UPDATE webhooks SET failing_since = NULL, off_since = NULL, off_reason = NULL WHERE site = :site";
  const hurryEvents = `UPDATE events SET next_try_at = ${now} WHERE site = :site AND next_try_at IS NOT NULL`;
  const toldSince = "site = :site AND time >= :since";
  const endSessions = `
    UPDATE sessions SET expires_at = :time WHERE site = :site AND order_id = :order_id AND expires_at > :time
      AND COALESCE(grant_id, '') = :grant_id AND COALESCE(member, '') = :member`;

  const replaceOrder = (kind: LeaseChange["kind"], isAllowed: string, lease: string, until: string) => ({
    name: `replace_order_${kind}`,
    text: `
      UPDATE orders SET version = version + 1, columns_of = version + 1,
        ${COLUMNS.map((each) => `${each} = :${each}`).join(", ")}, lease = ${lease}, lease_until = ${until}
      WHERE site = :site AND order_id = :order_id AND version = :version AND ${isAllowed}
      RETURNING ${present}`,
    also: [claimRedemptions, addEvents, `${addDeeds} ${done} ${once}`],
  });
  const end = `${now} + ${LEASE}`;

  /** The redemptions of a site, with a condition for each filter that is given. */
  const owned = (filter: OwnedFilter): string => {
    // SQLite keeps the order of a CROSS JOIN: it begins with the few ids, not with all redemptions of the site.
    const wanted = `(SELECT DISTINCT item.value ->> 'digest' AS digest FROM ${items("ids")}) AS wanted CROSS JOIN`;
    const ofOrders = (condition: string): string =>
      `r.order_id IN (SELECT o.order_id FROM orders o WHERE o.site = :site AND ${condition})`;
    const conditions = given(filter, {
      ids: "r.digest = wanted.digest",
      order_id: "r.order_id = :order_id",
      sku: "r.sku = :sku",
      promotion_id: "r.promotion_id = :promotion_id",
      email: ofOrders("o.email = :email"),
      changed_since: ofOrders("o.updated_at >= :changed_since"),
    });
    return `FROM ${filter.ids ? wanted : ""} redemptions r WHERE ${["r.site = :site", ...conditions].join(" AND ")}`;
  };

  const listedOrders = (filter: OrderFilter): string =>
    [
      "site = :site",
      ...given(filter, {
        user_id: "user_id = :user_id",
        grant_id: "grant_id = :grant_id",
        state: "state = :state",
        updated_after: "updated_at > :updated_after",
        after: `(created_at, order_id) < (SELECT created_at, order_id FROM orders WHERE site = :site AND order_id = :after)`,
      }),
    ].join(" AND ");

  const listedRewards = (filter: RewardFilter): string =>
    [
      "site = :site AND given_at IS NOT NULL",
      ...given(filter, {
        user_id: "user_id = :user_id",
        grant_id: "grant_id = :grant_id",
        after: `(given_at, order_id) < (SELECT given_at, order_id FROM orders WHERE site = :site AND order_id = :after)`,
      }),
    ].join(" AND ");

  const audited = (filter: AuditFilter): string =>
    [
      "TRUE",
      ...given(filter, {
        site: "site = :site",
        order_id: "order_id = :order_id",
        who: "who = :who",
        actor: "actor = :actor",
        after: "(time, id) < (SELECT time, id FROM audit WHERE id = :after)",
      }),
    ].join(" AND ");

  const attended = (filter: AttentionFilter): string =>
    ["attention IS NOT NULL", ...given(filter, { site: "site = :site", reason: "attention = :reason" })].join(
      " AND ",
    );

  return {
    readOrder: {
      name: "read_order",
      text: `SELECT version, body, ${present} FROM orders WHERE site = :site AND order_id = :order_id`,
    },
    createOrder: { name: "create_order", text: createOrder },
    createOrderAndSession: {
      name: "create_order_and_session",
      text: createOrder,
      also: [
        `INSERT INTO sessions (${SESSION}) SELECT ${valuesOf(SESSION_COLUMNS, SESSION_PREFIX)} WHERE ${done} ON CONFLICT DO NOTHING`,
      ],
    },
    /** The present order is marked only where it still is as it was read, and the next one is there only where it is marked. */
    succeedOrder: {
      ...replaceOrder("leave", "TRUE", "lease", "lease_until"),
      name: "succeed_order",
      also: [
        `INSERT INTO orders (site, order_id, version, columns_of, ${COLUMNS.join(", ")})
        SELECT :site, :next_order_id, 1, 1, ${valuesOf(COLUMNS, NEXT_PREFIX)} WHERE ${done}`,
      ],
    },
    chainOf: {
      name: "chain_of",
      text: `
        SELECT version, body, ${present} FROM orders WHERE site = :site AND grant_id = :grant_id ORDER BY grant_k`,
    },
    lastOfGrant: {
      name: "last_of_grant",
      text: "SELECT order_id FROM orders WHERE site = :site AND grant_id = :grant_id ORDER BY grant_k DESC LIMIT 1",
    },
    /** Newest first. */
    ordersOf: (filter: OrderFilter): Statement => ({
      text: `
        SELECT version, body, ${present} FROM orders WHERE ${listedOrders(filter)}
        ORDER BY created_at DESC, order_id DESC LIMIT :limit`,
    }),
    rewardsOf: (filter: RewardFilter): Statement => ({
      text: `
        SELECT version, body, ${present} FROM orders WHERE ${listedRewards(filter)}
        ORDER BY given_at DESC, order_id DESC LIMIT :limit`,
    }),
    /** Orders of a member that may still be chosen from, or belong to a grant. */
    openOrdersOf: {
      name: "open_orders_of",
      text: `
        SELECT version, body, ${present} FROM orders
        WHERE site = :site AND user_id = :user_id AND (grant_id IS NOT NULL OR state IN ('open', 'booked', 'processing'))
        ORDER BY created_at DESC, order_id DESC LIMIT :limit`,
    },
    /** Rows whose columns are not those of their present version: an older release stored them. */
    ordersOfOlderReleases: {
      name: "orders_of_older_releases",
      text: `
        SELECT version, body, ${present} FROM orders WHERE ${OLDER_COLUMNS} LIMIT :limit`,
    },
    replaceOrder: {
      claim: replaceOrder("claim", isFree, ":name", end),
      free: replaceOrder("free", isFree, "NULL", "NULL"),
      hold: replaceOrder("hold", isOwn, "lease", end),
      drop: replaceOrder("drop", isOwn, "NULL", "NULL"),
      leave: replaceOrder("leave", "TRUE", "lease", "lease_until"),
    },
    renewLease: {
      name: "renew_lease",
      text: `UPDATE orders SET lease_until = ${end} WHERE site = :site AND order_id = :order_id AND ${isOwn}`,
    },
    dueOrders: {
      name: "due_orders",
      text: `
        SELECT site, order_id, due_at FROM (
          SELECT site, order_id, due_at FROM orders WHERE due_at <= ${now} AND ${isFree} ORDER BY due_at LIMIT :limit
        ) AS late
        UNION
        SELECT site, order_id, due_at FROM (
          SELECT site, order_id, due_at FROM orders
          WHERE due_at IS NOT NULL AND updated_at > ${now} + ${CLOCK_STEP_LEAST} AND ${isFree} LIMIT :limit
        ) AS of_a_clock_set_back
        ORDER BY due_at, site, order_id LIMIT :limit`,
    },
    /** No later than now, and unless a later one is noted that has come. */
    noteRecovery: {
      name: "note_recovery",
      text: `
        INSERT INTO settings (key, value)
        VALUES ('${RECOVERED_KEY}', CASE WHEN CAST(:time AS bigint) > ${now} THEN CAST(${now} AS text) ELSE CAST(CAST(:time AS bigint) AS text) END)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value
        WHERE CAST(settings.value AS bigint) < CAST(excluded.value AS bigint)
          OR CAST(settings.value AS bigint) > ${now} + ${CLOCK_DIFFERENCE_MAX}`,
    },
    recoveryNow: {
      name: "recovery_now",
      text: `SELECT ${now} AS now, ${recovered} AS recovered_at, ${waits} AS waits_from WHERE ${recovered} IS NOT NULL`,
    },
    noteWait: {
      name: "note_wait",
      text: `
        INSERT INTO settings (key, value) VALUES ('${WAITS_KEY}', :value)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    },
    recovery: {
      name: "recovery",
      text: `SELECT key, value FROM settings WHERE key IN ('${RECOVERED_KEY}', '${NOTICED_KEY}')`,
    },
    attention: (filter: AttentionFilter): Statement => ({
      text: `
        SELECT version, body, ${present} FROM orders WHERE ${attended(filter)}
        ORDER BY attention_since, site, order_id LIMIT :limit OFFSET :offset`,
    }),
    countAttention: (filter: AttentionFilter): Statement => ({
      text: `SELECT count(*) AS count FROM orders WHERE ${attended(filter)}`,
    }),
    /** A row for each reason, and one without a reason for the unfinished orders. */
    standing: {
      name: "standing",
      text: `
        SELECT attention AS reason, count(*) AS count, min(attention_since) AS since FROM orders
        WHERE attention IS NOT NULL GROUP BY attention
        UNION ALL
        SELECT NULL, count(*), min(due_at) FROM orders WHERE due_at IS NOT NULL`,
    },
    ordersToForget: {
      name: "orders_to_forget",
      text: `
        SELECT site, order_id FROM orders
        WHERE due_at IS NULL AND attention IS NULL AND email IS NOT NULL AND updated_at < :time
        ORDER BY updated_at LIMIT :limit`,
    },
    /** From one promotion to the next by the index: a DISTINCT would read an entry for each order. */
    promotionsOf: {
      name: "promotions_of",
      text: `
        WITH RECURSIVE found (id) AS (
          SELECT min(promotion_id) FROM orders WHERE site = :site
          UNION ALL
          SELECT (SELECT min(promotion_id) FROM orders WHERE site = :site AND promotion_id > found.id)
          FROM found WHERE found.id IS NOT NULL
        )
        SELECT id AS promotion_id FROM found WHERE id IS NOT NULL ORDER BY id`,
    },
    /** From one promotion to the next by the index, as above. */
    watchedPromotions: {
      name: "watched_promotions",
      text: `
        WITH RECURSIVE found (id) AS (
          SELECT min(promotion_id) FROM orders WHERE watched_until IS NOT NULL
          UNION ALL
          SELECT (SELECT min(promotion_id) FROM orders WHERE watched_until IS NOT NULL AND promotion_id > found.id)
          FROM found WHERE found.id IS NOT NULL
        )
        SELECT id AS promotion_id FROM found WHERE id IS NOT NULL AND EXISTS (
          SELECT 1 FROM orders WHERE promotion_id = found.id AND watched_until > :time
        ) ORDER BY id`,
    },
    claimsOf: {
      name: "claims_of",
      text: `
        SELECT r.redemption_id, r.site, r.order_id, r.n AS attempt
        FROM (SELECT DISTINCT item.value ->> 'digest' AS digest FROM ${items("ids")}) AS wanted
        CROSS JOIN redemptions r WHERE r.digest = wanted.digest`,
    },
    redemptionsOf: (filter: OwnedFilter): Statement => ({
      text: `
        SELECT r.redemption_id, r.order_id, r.n AS attempt, r.promotion_id ${owned(filter)}
        ORDER BY r.known LIMIT :limit OFFSET :offset`,
    }),
    countRedemptions: (filter: OwnedFilter): Statement => ({
      text: `SELECT count(*) AS count ${owned(filter)}`,
    }),
    rewardValues: { name: "reward_values", text: "SELECT sku, amount, currency FROM reward_values" },
    storeRewardValue: {
      name: "store_reward_value",
      text: `
        INSERT INTO reward_values (sku, amount, currency) VALUES (:sku, :amount, :currency)
        ON CONFLICT (sku) DO UPDATE SET amount = excluded.amount, currency = excluded.currency`,
    },
    events: ({ types, undelivered }: EventFilter): Statement => ({
      text: `
        SELECT id, body FROM events WHERE site = :site AND position > :position
        ${types ? `AND type IN (SELECT ${event("type")} FROM ${items("types")})` : ""}
        ${undelivered ? "AND delivered_at IS NULL" : ""}
        ORDER BY position LIMIT :limit`,
    }),
    eventsOf: {
      name: "events_of",
      text: `
        SELECT body, delivered_at FROM events WHERE site = :site AND order_id IN (SELECT ${event("id")} FROM ${items("ids")})
        ORDER BY position, sequence`,
    },
    numberEvents,
    eventPosition: {
      name: "event_position",
      text: "SELECT position FROM events WHERE id = :id AND site = :site",
    },
    dueEvents: {
      name: "due_events",
      text: `
        SELECT id, body, tries FROM events
        WHERE site = :site AND next_try_at IS NOT NULL
          AND (next_try_at <= ${now} OR tries = 0 OR tried_at > ${now} + ${CLOCK_STEP_LEAST})
        ORDER BY next_try_at, sequence LIMIT :limit`,
    },
    noteTry: {
      name: "note_try",
      text: `
        UPDATE events SET tries = :tries, tried_at = ${now}, next_try_at = ${now} + CAST(:wait AS bigint),
          delivered_at = CASE WHEN :delivered = 'yes' THEN ${now} END, failure = :failure
        WHERE id = :id AND tries = :tries - 1
          AND EXISTS (SELECT 1 FROM leases WHERE name = :lease AND holder = :holder) RETURNING id`,
    },
    sendAgain: {
      name: "send_again",
      text: `
        UPDATE events SET tries = 0, next_try_at = ${now}, delivered_at = NULL
        WHERE id = :id AND site = :site RETURNING id`,
    },
    countEventsSince: {
      name: "count_events_since",
      text: `SELECT count(*) AS count FROM events WHERE ${toldSince}`,
    },
    sendAgainSince: byDeed(
      "send_again_since",
      `UPDATE events SET tries = 0, next_try_at = ${now}, delivered_at = NULL WHERE ${toldSince}`,
    ),
    failedEvents: {
      name: "failed_events",
      text: `
        SELECT id, order_id, type, tries, tried_at, next_try_at, failure FROM events
        WHERE site = :site AND failure IS NOT NULL AND delivered_at IS NULL ORDER BY tried_at DESC LIMIT :limit`,
    },
    waitingEvents: {
      name: "waiting_events",
      text: "SELECT site, count(*) AS count, min(time) AS since FROM events WHERE next_try_at IS NOT NULL GROUP BY site",
    },
    deleteEvents: {
      name: "delete_events",
      text: `
        DELETE FROM events WHERE id IN (
          SELECT id FROM events WHERE time < :time AND next_try_at IS NULL ORDER BY time LIMIT :limit
        )`,
    },
    webhooks: {
      name: "webhooks",
      text: "SELECT site, fingerprint, failing_since, off_since, off_reason FROM webhooks",
    },
    storeWebhook: {
      name: "store_webhook",
      text: `
        INSERT INTO webhooks (site, fingerprint, failing_since, off_since, off_reason)
        VALUES (:site, :fingerprint, :failing_since, :off_since, :off_reason)
        ON CONFLICT (site) DO UPDATE SET fingerprint = excluded.fingerprint, failing_since = excluded.failing_since,
          off_since = excluded.off_since, off_reason = excluded.off_reason`,
    },
    resumeWebhook: { name: "resume_webhook", text: resumeWebhook },
    hurryEvents: { name: "hurry_events", text: hurryEvents },
    resumeWebhookBy: byDeed("resume_webhook_by", resumeWebhook, hurryEvents),
    takeLease: {
      name: "take_lease",
      text: `
        INSERT INTO leases (name, holder, until) VALUES (:name, :holder, ${end})
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE leases.holder = excluded.holder OR ${isOverBy("leases.until")} RETURNING name`,
    },
    dropLease: {
      name: "drop_lease",
      text: "DELETE FROM leases WHERE name = :name AND holder = :holder",
    },
    endSessions: { name: "end_sessions", text: endSessions },
    endSessionsBy: byDeed("end_sessions_by", endSessions),
    noteDeed: byDeed("note_deed"),
    audit: (filter: AuditFilter): Statement => ({
      text: `
        SELECT time, ${DEED_COLUMNS.join(", ")} FROM audit WHERE ${audited(filter)}
        ORDER BY time DESC, id DESC LIMIT :limit`,
    }),
    deleteDeeds: {
      name: "delete_deeds",
      text: "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE time < :before ORDER BY time LIMIT :limit)",
    },
    createSession: {
      name: "create_session",
      text: `INSERT INTO sessions (${SESSION}) VALUES (${valuesOf(SESSION_COLUMNS)}) ON CONFLICT DO NOTHING`,
    },
    readSession: { name: "read_session", text: `SELECT ${SESSION} FROM sessions WHERE hash = :hash` },
    deleteSessions: { name: "delete_sessions", text: "DELETE FROM sessions WHERE expires_at < :time" },
    get: { name: "get", text: "SELECT value FROM settings WHERE key = :key" },
    addValue: {
      name: "add_value",
      text: "INSERT INTO settings (key, value) VALUES (:key, :value) ON CONFLICT DO NOTHING RETURNING key",
    },
    swapValue: {
      name: "swap_value",
      text: "UPDATE settings SET value = :value WHERE key = :key AND value = :seen RETURNING key",
    },
    noteWidget: {
      name: "note_widget",
      text: `
        UPDATE widget_versions SET used_at = CASE WHEN used_at > :time THEN used_at ELSE :time END
        WHERE version = :version RETURNING version`,
    },
    addWidget: {
      name: "add_widget",
      text: "INSERT INTO widget_versions (version, used_at, files) VALUES (:version, :time, :files) ON CONFLICT DO NOTHING",
    },
    readWidget: { name: "read_widget", text: "SELECT files FROM widget_versions WHERE version = :version" },
    removeWidgets: { name: "remove_widgets", text: "DELETE FROM widget_versions WHERE used_at < :time" },
    probe: {
      name: "probe",
      text: `
        INSERT INTO settings (key, value) VALUES ('${PROBE_KEY}', '1')
        ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(settings.value AS bigint) + 1 AS text)`,
    },
  } as const;
}

function given<F extends object>(filter: F, conditions: Record<keyof F, string>): string[] {
  return (Object.keys(conditions) as (keyof F)[]).flatMap((name) =>
    filter[name] === undefined ? [] : [conditions[name]],
  );
}
