/** The redemptions of a site as a file for spreadsheets, row by row. */
import { csvRow } from "../../shared/csv.ts";
import { fromText } from "../tools/bytes.ts";
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

/** The value of a column, whose name is the path to it. */
const fieldOf = (row: SiteRedemption, column: string): unknown =>
  column
    .split(".")
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], row);

const rowsOf = (rows: readonly SiteRedemption[]): string =>
  rows.map((row) => csvRow(COLUMNS.map((column) => fieldOf(row, column)))).join("");

/** @returns when the first rows are there: a failure before them is an answer of its own */
export async function csvOf(parts: AsyncGenerator<SiteRedemption[]>): Promise<ReadableStream<Uint8Array>> {
  const first = await parts.next();
  return new ReadableStream({
    start: (file) => file.enqueue(fromText(csvRow(COLUMNS) + rowsOf(first.done ? [] : first.value))),
    async pull(file) {
      const { done, value } = await parts.next();
      if (done) file.close();
      else file.enqueue(fromText(rowsOf(value)));
    },
    cancel: () => parts.return(undefined).then(() => {}),
  });
}
