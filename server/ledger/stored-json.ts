/**
 * Reads JSON in a row. The server stores only valid JSON. So if a row's text cannot be read, the storage changed it: the fault is
 * the ledger's, not the request's.
 */
import { LedgerUnavailable } from "./ledger.ts";

const damaged = (): LedgerUnavailable => new LedgerUnavailable("damaged");

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw damaged();
  }
}

/**
 * Reads the columns of a row. Any failure to read a row, missing members included, counts as damage.
 * @throws LedgerUnavailable `damaged`
 */
export function readRow<Columns, Row>(of: (columns: Columns) => Row, columns: Columns): Row {
  try {
    return of(columns);
  } catch {
    throw damaged();
  }
}

/** @throws LedgerUnavailable `damaged` */
export function storedText(json: unknown): string {
  const value = parse(json);
  if (typeof value !== "string") throw damaged();
  return value;
}

function storedObject(json: unknown): object {
  const value = parse(json);
  if (typeof value !== "object" || value === null) throw damaged();
  return value;
}

/**
 * The JSON text of an object, unchanged: the caller reads its members.
 * @throws LedgerUnavailable `damaged`
 */
export function storedJson(json: unknown): string {
  storedObject(json);
  return String(json);
}

/**
 * An object that has all required members.
 * @throws LedgerUnavailable `damaged`
 */
export function storedRow<T extends object>(json: unknown, isWhole: (row: Partial<T>) => boolean): T {
  const row: Partial<T> = storedObject(json);
  if (!isWhole(row)) throw damaged();
  return row as T;
}
