/**
 * The tables of the ledger, and the common rules of migrations. Migrations count from 1, each runs once, in order, and a released
 * migration never changes. A ledger's version is the number of its last migration.
 *
 * While one release replaces another, both run on one ledger, and the older one may be started again. So a migration only adds
 * members that an older server does not need, and an older server works on newer tables. If that is not possible, `worksFrom` is
 * raised, and older servers refuse the ledger. The number is stored in the ledger, because an older server cannot know it.
 */

export interface Migrations {
  readonly steps: readonly string[];
  /** A server with this many steps, or more, works on a ledger with all steps. */
  readonly worksFrom: number;
}

/** A newer version of the server made this ledger: this version might damage it. */
export class LedgerTooNew extends Error {
  override readonly name = "LedgerTooNew";
}

/** What a ledger says of its tables. */
export const READ_VERSION =
  "SELECT key, value FROM settings WHERE key IN ('tables_version', 'tables_work_from')";

/** The version that the rows of READ_VERSION tell; 0 for a ledger without tables. */
export const versionOf = (stored: readonly { readonly key?: unknown; readonly value?: unknown }[]): number =>
  Number(stored.find(({ key }) => key === "tables_version")?.value ?? 0);

/**
 * The statements that bring a ledger to the newest version; none for one that is there, and for a newer ledger that allows this
 * server.
 * @param stored the rows of READ_VERSION; none for a ledger without tables
 * @throws LedgerTooNew
 */
export function lacking(
  { steps, worksFrom }: Migrations,
  stored: readonly { readonly key?: unknown; readonly value?: unknown }[],
): readonly string[] {
  const { tables_work_from } = Object.fromEntries(stored.map(({ key, value }) => [key, value]));
  const version = versionOf(stored);
  if (version === steps.length) return [];
  if (version > steps.length) {
    if (tables_work_from === undefined || Number(tables_work_from) > steps.length) throw new LedgerTooNew();
    return [];
  }
  const note = `
    INSERT INTO settings (key, value) VALUES ('tables_version', '${steps.length}'), ('tables_work_from', '${worksFrom}')
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
  return [...steps.slice(version), note];
}

/** What a database calls its types. */
export interface Types {
  /** Compared by its bytes. */
  readonly text: string;
  readonly integer: string;
  readonly real: string;
  /** A key that counts the rows as they come. */
  readonly counter: string;
  /** The end of the definition of a table. */
  readonly end: string;
}

/** The tables of version 1. Queried members of an order are columns beside its body; see stored.ts. */
export const tables = ({ text, integer, real, counter, end }: Types): string => `
  CREATE TABLE orders (
    site ${text} NOT NULL,
    order_id ${text} NOT NULL,
    version ${integer} NOT NULL,
    due_at ${integer},
    attention ${text},
    attention_since ${integer},
    lease ${text},
    lease_until ${integer},
    promotion_id ${text} NOT NULL,
    email ${text},
    updated_at ${integer} NOT NULL,
    body ${text} NOT NULL,
    PRIMARY KEY (site, order_id)
  ) ${end};
  CREATE INDEX orders_due ON orders (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX orders_attention ON orders (attention_since, site, order_id, attention) WHERE attention IS NOT NULL;
  CREATE INDEX orders_attention_site ON orders (site, attention_since, order_id, attention) WHERE attention IS NOT NULL;
  CREATE INDEX orders_promotion ON orders (site, promotion_id);
  CREATE INDEX orders_email ON orders (site, email) WHERE email IS NOT NULL;
  CREATE INDEX orders_forget ON orders (updated_at) WHERE due_at IS NULL AND attention IS NULL AND email IS NOT NULL;
  CREATE TABLE redemptions (
    known ${counter},
    digest ${text} NOT NULL UNIQUE,
    redemption_id ${text} NOT NULL,
    site ${text} NOT NULL,
    order_id ${text} NOT NULL,
    promotion_id ${text} NOT NULL,
    n ${integer} NOT NULL,
    sku ${text} NOT NULL
  ) ${end};
  CREATE INDEX redemptions_site ON redemptions (site, known);
  CREATE INDEX redemptions_order ON redemptions (site, order_id);
  CREATE TABLE sessions (
    hash ${text} PRIMARY KEY,
    site ${text} NOT NULL,
    order_id ${text} NOT NULL,
    locale ${text},
    currency ${text},
    support_url ${text},
    groups ${text},
    expires_at ${integer} NOT NULL
  ) ${end};
  CREATE INDEX sessions_end ON sessions (expires_at);
  CREATE TABLE settings (key ${text} PRIMARY KEY, value ${text} NOT NULL) ${end};
  CREATE TABLE widget_versions (version ${text} PRIMARY KEY, used_at ${integer} NOT NULL, files ${text} NOT NULL) ${end};
  CREATE TABLE reward_values (sku ${text} PRIMARY KEY, amount ${real} NOT NULL, currency ${text}) ${end};
`;

/** Finds what is due and was last changed in the future: see statements.ts, `dueOrders`. */
export const CHANGED_INDEX =
  "CREATE INDEX orders_due_changed ON orders (updated_at) WHERE due_at IS NOT NULL";

/** When a webhook was last tried: a try in the future was before the clock was set back (docs/proof/rules.md, rule 19). */
export const triedColumn = ({ integer }: Types): string =>
  `ALTER TABLE events ADD COLUMN tried_at ${integer}`;

/** Orders that the service alone may change; for those of older releases a month from their last change. Milliseconds. */
export const watchedColumn = ({ integer }: Types): string => `
  ALTER TABLE orders ADD COLUMN watched_until ${integer};
  UPDATE orders SET watched_until = updated_at + 2764800000 WHERE due_at IS NULL AND body LIKE '%"phase":"made"%';
  CREATE INDEX orders_watched ON orders (promotion_id, watched_until) WHERE watched_until IS NOT NULL;
`;

/** See statements.ts, `ordersOfOlderReleases`. */
export const OLDER_COLUMNS = "(columns_of IS NULL OR columns_of <> version)";

/**
 * By what orders are listed. `columns_of` is the version whose columns these are: an older release leaves it as it is when it stores a
 * row, and what is behind is brought up to date later (redemption/derived.ts).
 */
export const listColumns = ({ text, integer }: Types): string => `
  ALTER TABLE orders ADD COLUMN columns_of ${integer};
  ALTER TABLE orders ADD COLUMN created_at ${integer};
  ALTER TABLE orders ADD COLUMN state ${text};
  ALTER TABLE orders ADD COLUMN given_at ${integer};
  ALTER TABLE orders ADD COLUMN user_id ${text};
  ALTER TABLE orders ADD COLUMN grant_id ${text};
  ALTER TABLE orders ADD COLUMN grant_k ${integer};
  CREATE INDEX orders_listed ON orders (site, created_at, order_id);
  CREATE INDEX orders_state ON orders (site, state, created_at, order_id);
  CREATE INDEX orders_changed ON orders (site, updated_at);
  CREATE INDEX orders_user ON orders (site, user_id, created_at, order_id) WHERE user_id IS NOT NULL;
  CREATE INDEX orders_grant ON orders (site, grant_id, grant_k) WHERE grant_id IS NOT NULL;
  CREATE INDEX orders_older ON orders (site, order_id) WHERE ${OLDER_COLUMNS};
  CREATE INDEX events_order ON events (site, order_id);
  ALTER TABLE sessions ADD COLUMN grant_id ${text};
  ALTER TABLE sessions ADD COLUMN member ${text};
  ALTER TABLE sessions ADD COLUMN actor ${text};
  ALTER TABLE sessions ADD COLUMN audience ${text};
`;

/** The session of a list by which another one was opened. */
export const parentColumn = ({ text }: Types): string => `ALTER TABLE sessions ADD COLUMN parent ${text}`;

/** What a session says of prices, and to its user. */
export const sayingColumns = ({ text, integer }: Types): string => `
  ALTER TABLE sessions ADD COLUMN points_per_unit ${integer};
  ALTER TABLE sessions ADD COLUMN message ${text};
`;

/** What was done, by whom: see rows/audit.ts. */
export const auditTable = ({ text, integer, end }: Types): string => `
  CREATE TABLE audit (
    id ${text} PRIMARY KEY,
    time ${integer} NOT NULL,
    what ${text} NOT NULL,
    role ${text} NOT NULL,
    who ${text},
    actor ${text},
    why ${text},
    site ${text},
    order_id ${text},
    grant_id ${text},
    request_id ${text}
  ) ${end};
  CREATE INDEX audit_time ON audit (time, id);
  CREATE INDEX audit_site ON audit (site, time, id);
  CREATE INDEX audit_order ON audit (order_id, site, time, id) WHERE order_id IS NOT NULL;
`;

/** Why the last try of an event failed, in a few words, for the operators' page. */
export const failureColumn = ({ text }: Types): string => `
  ALTER TABLE events ADD COLUMN failure ${text};
  CREATE INDEX events_failed ON events (site, tried_at) WHERE failure IS NOT NULL;
`;

/** The orders in hand: a start ends their leases. On SQLite alone; a server on PostgreSQL is never alone on its ledger. */
export const LEASE_INDEX = "CREATE INDEX orders_leased ON orders (lease) WHERE lease IS NOT NULL";

/** What the counter of `events` is in the two databases: see statements.ts, `numberEvents`. */
export const eventTables = (
  { text, integer, end }: Types,
  { position, id }: { readonly position: string; readonly id: string },
): string => `
  CREATE TABLE events (
    ${position},
    id ${text} NOT NULL ${id},
    site ${text} NOT NULL,
    order_id ${text} NOT NULL,
    sequence ${integer} NOT NULL,
    type ${text} NOT NULL,
    time ${integer} NOT NULL,
    body ${text} NOT NULL,
    tries ${integer} NOT NULL DEFAULT 0,
    next_try_at ${integer},
    delivered_at ${integer}
  ) ${end};
  CREATE INDEX events_site ON events (site, position);
  CREATE INDEX events_due ON events (site, next_try_at) WHERE next_try_at IS NOT NULL;
  CREATE INDEX events_time ON events (time);
  CREATE TABLE webhooks (
    site ${text} PRIMARY KEY,
    fingerprint ${text} NOT NULL,
    failing_since ${integer},
    off_since ${integer},
    off_reason ${text}
  ) ${end};
  CREATE TABLE leases (name ${text} PRIMARY KEY, holder ${text} NOT NULL, until ${integer} NOT NULL) ${end};
  CREATE INDEX sessions_order ON sessions (site, order_id);
`;
