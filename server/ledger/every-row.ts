/**
 * Reads every row of a ledger as the server would read it, and names the rows that cannot be read: by table and ids alone, never by a
 * value, a session's hash or a redemption id.
 */
import { lineForOperator, OperatorError } from "../problems/operator-error.ts";
import { NOTICED_KEY, RECOVERED_KEY, WAITS_KEY } from "./recovery.ts";
import { auditRowOf, ownedOf, rewardValueOf } from "./sql-ledger.ts";
import { COLUMNS, DEED_COLUMNS, SESSION_COLUMNS } from "./statements.ts";
import { type Columns, read, rowOf, storedJson, written } from "./stored.ts";

interface Reading {
  readonly columns: readonly string[];
  /** What names a row to an operator. */
  readonly ids: readonly string[];
  /** Fails if the row is none that the server can read; absent where the types of the columns are all there is to a row. */
  readonly of?: (columns: Columns) => unknown;
}

const setting = (key: string): string => `(SELECT value FROM settings WHERE key = '${key}')`;

/** The reader of each table. A new table gets its own here. */
export const READINGS: Readonly<Record<string, Reading>> = {
  // First: with a time that is none, no order can be read.
  settings: {
    columns: ["value"],
    ids: ["key"],
    of: ({ key, value }) => !TIMES.includes(String(key)) || timeOf(value),
  },
  orders: {
    columns: [
      ...COLUMNS,
      "version, lease, lease_until",
      "CAST(0 AS bigint) AS now",
      `${setting(RECOVERED_KEY)} AS recovered_at`,
      `${setting(WAITS_KEY)} AS waits_from`,
    ],
    ids: ["site", "order_id"],
    of: rowOf,
  },
  redemptions: {
    columns: ["redemption_id, promotion_id, sku, n AS attempt"],
    ids: ["site", "order_id", "n"],
    of: (row) => [ownedOf(row), read(row.sku)],
  },
  sessions: {
    columns: SESSION_COLUMNS,
    ids: ["site", "order_id"],
    of: ({ groups }) => groups === null || storedJson(groups),
  },
  events: {
    columns: ["position, sequence, type, time, body, tries, next_try_at, delivered_at, tried_at, failure"],
    ids: ["id"],
    of: ({ body }) => storedJson(body),
  },
  webhooks: { columns: ["fingerprint, failing_since, off_since, off_reason"], ids: ["site"] },
  audit: { columns: ["time", ...DEED_COLUMNS], ids: ["id"], of: auditRowOf },
  widget_versions: {
    columns: ["used_at, files"],
    ids: ["version"],
    of: ({ files }) => storedJson(files),
  },
  reward_values: { columns: ["amount, currency"], ids: ["sku"], of: rewardValueOf },
  leases: { columns: ["holder, until"], ids: ["name"] },
};

const TIMES: readonly string[] = [RECOVERED_KEY, NOTICED_KEY];

function timeOf(value: unknown): number {
  const time = Number(value);
  if (Number.isNaN(time)) throw new TypeError("a setting is no time");
  return time;
}

/** More rows than these are only counted. */
export const NAMED_MOST = 10;

export interface EveryRow {
  readonly orders: number;
  /** How many rows cannot be read, and the first of them. */
  readonly unreadable: number;
  readonly named: readonly string[];
}

/** A table or a column that the server needs is not there, or its pages are damaged. */
export class TableUnreadable extends OperatorError {
  override readonly name = "TableUnreadable";
}

/**
 * @param rowsOf the rows of a query, a few at a time: a ledger may be larger than the memory
 * @throws TableUnreadable
 */
export async function readEveryRow(
  rowsOf: (sql: string) => Iterable<Columns> | AsyncIterable<Columns>,
): Promise<EveryRow> {
  let [orders, unreadable] = [0, 0];
  const named: string[] = [];
  const readRow = (table: string, { ids, of }: Reading, row: Columns): void => {
    if (table === "orders") orders++;
    try {
      of?.(row);
    } catch {
      const id = ids.map((each) => written(String(row[each]))).filter((each) => each !== "");
      if (++unreadable <= NAMED_MOST) named.push(`${table} ${id.join("/")}`);
    }
  };
  for (const [table, reading] of Object.entries(READINGS)) {
    const columns = new Set([...reading.ids, ...reading.columns]);
    try {
      for await (const row of rowsOf(`SELECT ${[...columns].join(", ")} FROM ${table}`))
        readRow(table, reading, row);
    } catch (error) {
      throw new TableUnreadable(`this version cannot read the table ${table} (${lineForOperator(error)})`);
    }
  }
  return { orders, unreadable, named };
}
