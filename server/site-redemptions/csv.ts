/**
 * The redemptions of a site as a file for spreadsheets, row by row. Every field is quoted, so that no sign in it ends a field or a row.
 * A text in which a spreadsheet would find a formula, also one that takes semicolons or tabs for the borders of fields, begins with
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
  "given_up",
  "grant_id",
  "confirmed_by",
];

/** A sign that begins a formula, in its wide form as well, at the begin of a field: what stands before it is skipped. */
const FORMULA = /(?:^|[;,|\t\r\n\v\f\u0085\u2028\u2029"'])[\s\p{Cc}\p{Cf}]*[=+\-@|\uff1d\uff0b\uff0d\uff20]/u;

const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const rowsOf = (rows: readonly SiteRedemption[], header: boolean): string =>
  stringify([...rows], {
    columns: COLUMNS,
    header,
    record_delimiter: "windows",
    quoted: true,
    quoted_empty: true,
    cast: { boolean: String, string: harmless },
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
