/**
 * The redemptions of a site as a file for spreadsheets, row by row. A text that a spreadsheet would take for a formula begins with
 * an apostrophe. Source: RFC 4180; OWASP, "CSV injection".
 */
import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import type { SiteRedemption } from "./query.ts";

const COLUMNS = [
  "id",
  "order_id",
  "attempt",
  "state",
  "testing",
  "activation_datetime",
  "redeemed_datetime",
  "refunded_datetime",
  "updated_datetime",
  "promotion.id",
  "reward.sku",
  "value.amount",
  "value.currency",
];

const rowsOf = (rows: readonly SiteRedemption[], header: boolean): string =>
  stringify([...rows], {
    columns: COLUMNS,
    header,
    record_delimiter: "windows",
    escape_formulas: true,
    cast: { boolean: String },
  });

/** @returns when the first rows are there: a failure before them is an answer of its own */
export async function csvOf(parts: AsyncGenerator<SiteRedemption[]>): Promise<ReadableStream<Uint8Array>> {
  const first = await parts.next();
  async function* lines(): AsyncGenerator<string> {
    yield rowsOf(first.done ? [] : first.value, true);
    for await (const rows of parts) yield rowsOf(rows, false);
  }
  return Readable.toWeb(Readable.from(lines(), { objectMode: false })) as ReadableStream<Uint8Array>;
}
