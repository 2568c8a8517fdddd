/**
 * The ledger of the histories: the real one on SQLite in memory, with a second access that does not use the ledger's code, to read,
 * copy and restore its rows.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { Ledger } from "../../server/ledger/ledger.ts";
import { RECOVERED_KEY } from "../../server/ledger/recovery.ts";
import { openSqliteLedger } from "../../server/ledger/sqlite.ts";
import type { Order } from "../../server/rows/order.ts";

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
  copy(): Copy;
  /** Restores the copy; without one, empties the ledger. */
  restore(copy?: Copy): void;
}

/** The database that `open` opens. */
function opened<T>(open: () => T): { result: T; db: DatabaseSync } {
  const exec = DatabaseSync.prototype.exec;
  let db: DatabaseSync | undefined;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
    db = this;
    exec.call(this, sql);
  };
  try {
    const result = open();
    if (!db) throw new Error("the ledger opened no database");
    return { result, db };
  } finally {
    DatabaseSync.prototype.exec = exec;
  }
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
  const due = db.prepare(
    "SELECT min(at) AS at FROM (SELECT min(due_at) AS at FROM orders UNION ALL SELECT min(next_try_at) FROM events)",
  );
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
      const at = due.get()?.at;
      return typeof at === "number" ? at : undefined;
    },
    copy: () =>
      new Map(
        [...selects].map(([table, select]) => [table, select.all() as Record<string, SQLInputValue>[]]),
      ),
    restore(copy) {
      for (const statement of deletes) statement.run();
      for (const [table, rows] of copy ?? []) for (const row of rows) insert(table, row);
    },
  };
}
