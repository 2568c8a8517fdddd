/** Copies of an order that was had, in SQL: a ledger with a million orders in a minute. */
import { DatabaseSync } from "node:sqlite";

export interface Filling {
  /** The order that all others are copies of. */
  readonly pattern: string;
  /** Of a copy, in SQL; `n` is its number. */
  readonly site: string;
  readonly user: string;
}

/** @param numbers in SQL, a table with a column `n` */
export const filling = (numbers: string, { pattern, site, user }: Filling): string[] => [
  `INSERT INTO orders (site, order_id, version, columns_of, promotion_id, email, updated_at, created_at, state, given_at, user_id, body)
    SELECT ${site}, 'fill-' || n, version, version, promotion_id, email, updated_at, created_at - n, state, given_at - n, ${user},
      replace(body, '${pattern}', 'fill-' || n)
    FROM ${numbers}, (SELECT * FROM orders WHERE order_id = '${pattern}') AS pattern`,
  `INSERT INTO redemptions (digest, redemption_id, site, order_id, promotion_id, n, sku)
    SELECT 'FILL-' || n, 'FILL-' || n, ${site}, 'fill-' || n, '4001', 1, 'X' FROM ${numbers}`,
];

/** The indexes grow at random places: as many of their pages as possible stay in memory. KiB, negative as SQLite's `cache_size` has them. */
const CACHE = -500_000;

/** Makes the copies with the numbers after `from` up to `to`, and measures the tables for SQLite's planner. */
export function fillSqlite(path: string, from: number, to: number, copies: Filling): void {
  const db = new DatabaseSync(path);
  const numbers = `(WITH RECURSIVE numbers(n) AS (SELECT ${from + 1} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})
    SELECT n FROM numbers) AS numbers`;
  db.exec(`PRAGMA cache_size=${CACHE}; BEGIN`);
  for (const statement of filling(numbers, copies)) db.exec(statement);
  db.exec("COMMIT");
  db.exec("ANALYZE");
  db.close();
}
