/**
 * The ledger of the histories: the real one on SQLite in memory, with a second access that does not use the ledger's code, to read,
 * copy and restore its rows.
 */
import type { SQLInputValue, StatementSync } from "node:sqlite";
import type { Ledger } from "../../server/ledger/ledger.ts";
import { COMMITS_KEY, noteIfOlder, RECOVERED_KEY, type Witness } from "../../server/ledger/recovery.ts";
import type { Order } from "../../server/rows/order.ts";
import { CHANGES_EVERY, CHANGES_QUIET_EVERY } from "../../server/timing.ts";
import { opened } from "../support/opened.ts";
import { openSqliteLedger } from "../support/sqlite-ledger.ts";

/** All rows of all tables. */
export type Copy = ReadonlyMap<string, readonly Record<string, SQLInputValue>[]>;

/** An event as it stands in the ledger, with what became of its webhook. */
export interface StoredEvent {
  readonly id: string;
  readonly site: string;
  readonly sequence: number;
  readonly type: string;
  readonly body: string;
  readonly tries: number;
  readonly next_try_at: number | null;
  readonly delivered_at: number | null;
}

export interface LedgerBed {
  readonly ledger: Ledger;
  /** The present rows of all orders. */
  rows(): Order[];
  row(site: string, orderId: string): Order | undefined;
  /** Whose lease the row has, and until when, epoch ms. */
  lease(site: string, orderId: string): { readonly name: unknown; readonly until: number } | undefined;
  /** The events of an order in the order of the list. */
  events(site: string, orderId: string): StoredEvent[];
  event(id: string): StoredEvent | undefined;
  allEvents(): StoredEvent[];
  /** When the ledger was last lost or restored, by an operator's word; epoch ms. */
  recoveredAt(): number | null;
  /** When the first row or webhook is due, epoch ms. */
  firstDue(): number | undefined;
  /** When the changes of a promotion are next read, epoch ms; undefined where nobody has an order that can change. */
  nextLook(): number | undefined;
  /** How far the ledger is, as its witness would know. */
  witness(): Witness;
  /** Holds the ledger against its witness, as a start does. */
  noteIfOlder(witness: Witness, now: number, said: number | undefined): void;
  copy(): Copy;
  /** Restores the copy; without one, empties the ledger. */
  restore(copy?: Copy): void;
}

/** @param now the database's clock, epoch ms */
export function makeLedgerBed(now: () => number): LedgerBed {
  const { result: ledger, db } = opened(() => openSqliteLedger(":memory:", now));
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name));
  const selects = new Map(
    tables.map((table) => [table, db.prepare(`SELECT * FROM ${table} ORDER BY rowid`)]),
  );
  const deletes = tables.map((table) => db.prepare(`DELETE FROM ${table}`));
  const inserts = new Map<string, StatementSync>();
  const all = db.prepare("SELECT version, body FROM orders ORDER BY rowid");
  const one = db.prepare("SELECT version, body FROM orders WHERE site = ? AND order_id = ?");
  const lease = db.prepare("SELECT lease, lease_until FROM orders WHERE site = ? AND order_id = ?");
  // What was written at a time that has not come is due at once (docs/proof/rules.md, rule 19).
  const due = db.prepare(`
    SELECT min(at) AS at FROM (
      SELECT min(CASE WHEN updated_at > :now + 2000 THEN :now ELSE due_at END) AS at FROM orders WHERE due_at IS NOT NULL
      UNION ALL
      SELECT min(CASE WHEN next_try_at > :now AND (tries = 0 OR tried_at > :now + 2000) THEN :now ELSE next_try_at END)
      FROM events
      WHERE next_try_at IS NOT NULL
    )`);
  const watched = db.prepare("SELECT DISTINCT promotion_id FROM orders WHERE watched_until > ?");
  const value = db.prepare("SELECT value FROM settings WHERE key = ?");
  const EVENT = "SELECT id, site, sequence, type, body, tries, next_try_at, delivered_at FROM events";
  const eventsOf = db.prepare(`${EVENT} WHERE site = ? AND order_id = ? ORDER BY position`);
  const eventOf = db.prepare(`${EVENT} WHERE id = ?`);
  const allEvents = db.prepare(`${EVENT} ORDER BY position`);
  const recovered = db.prepare("SELECT value FROM settings WHERE key = ?");
  const parse = (row: Record<string, unknown>): Order => ({
    ...(JSON.parse(String(row.body)) as Order),
    version: Number(row.version),
  });

  const insert = (table: string, row: Record<string, SQLInputValue>): void => {
    const names = Object.keys(row);
    const key = `${table} ${names.join()}`;
    const statement =
      inserts.get(key) ??
      db.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => "?").join()})`);
    inserts.set(key, statement);
    statement.run(...Object.values(row));
  };

  return {
    ledger,
    rows: () => all.all().map(parse),
    row(site, orderId) {
      const row = one.get(site, orderId);
      return row && parse(row);
    },
    lease(site, orderId) {
      const row = lease.get(site, orderId);
      return row?.lease == null ? undefined : { name: row.lease, until: Number(row.lease_until) };
    },
    events: (site, orderId) => eventsOf.all(site, orderId) as unknown as StoredEvent[],
    event: (id) => eventOf.get(id) as unknown as StoredEvent | undefined,
    allEvents: () => allEvents.all() as unknown as StoredEvent[],
    recoveredAt() {
      const value = recovered.get(RECOVERED_KEY)?.value;
      return value === undefined ? null : Number(value);
    },
    firstDue() {
      const at = due.get({ now: now() })?.at;
      return typeof at === "number" ? at : undefined;
    },
    nextLook() {
      const looks = watched.all(now()).map(({ promotion_id }) => {
        const stored = value.get(`changes:${promotion_id}`)?.value;
        if (stored === undefined) return now();
        const { at, isQuiet } = JSON.parse(String(stored));
        return at > now() ? now() : at + (isQuiet ? CHANGES_QUIET_EVERY : CHANGES_EVERY);
      });
      return looks.length === 0 ? undefined : Math.min(...looks);
    },
    witness: () => ({
      id: String(value.get("ledger_id")?.value),
      commits: Number(value.get(COMMITS_KEY)?.value),
      at: now(),
    }),
    noteIfOlder: (witness, at, said) => void noteIfOlder(db, witness, said, at),
    copy: () =>
      new Map(
        [...selects].map(([table, select]) => [table, select.all() as Record<string, SQLInputValue>[]]),
      ),
    restore(copy) {
      for (const statement of deletes) statement.run();
      // A ledger has its id and its count from its first opening.
      if (!copy) noteIfOlder(db, undefined, undefined, 0);
      for (const [table, rows] of copy ?? []) for (const row of rows) insert(table, row);
    },
  };
}
