/**
 * JSON as a row holds it. The server stores whole JSON only. So where a row's text cannot be read, the storage below the row
 * changed it: the fault is the ledger's, and not the request's that met the row.
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
 * What the columns of a row mean. Whatever cannot be read of a row, that its members are not there included, is damage.
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
 * The JSON of an object, as it stands: what it holds is for others to read.
 * @throws LedgerUnavailable `damaged`
 */
export function storedJson(json: unknown): string {
  storedObject(json);
  return String(json);
}

/**
 * An object with the members that every object of its kind has.
 * @throws LedgerUnavailable `damaged`
 */
export function storedRow<T extends object>(json: unknown, isWhole: (row: Partial<T>) => boolean): T {
  const row: Partial<T> = storedObject(json);
  if (!isWhole(row)) throw damaged();
  return row as T;
}
