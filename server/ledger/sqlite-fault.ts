/** Maps SQLite's errors to faults of the file (ledger-fault.ts). */
import type { LedgerFault } from "./ledger-fault.ts";
import { LedgerTooNew } from "./migrations.ts";
import { LedgerEmptied } from "./sqlite-file.ts";

/** By primary result codes. Source: SQLite, "Result and Error Codes". */
const BY_CODE: Readonly<Record<number, LedgerFault>> = {
  3: "read_only",
  5: "locked",
  6: "locked",
  8: "read_only",
  10: "disk",
  11: "damaged",
  13: "full",
  14: "gone",
  15: "locked",
  26: "damaged",
};

/** SQLITE_IOERR_SHMSIZE: there is no room for the index of the write-ahead log. */
const NO_ROOM_FOR_INDEX = 4_874;
/** SQLITE_ERROR with this text: a row's body is not valid JSON. */
const GENERIC = 1;
const NO_JSON = "malformed JSON";
/** The lowest byte of an extended code is its primary code. */
const PRIMARY = 0xff;

/** Primary codes of faults in the statement or its values: TOOBIG, CONSTRAINT, MISMATCH. */
const ABOUT_STATEMENT = new Set([18, 19, 20]);

/** SQLite's extended result code; undefined for any other error. */
export function codeOf(error: unknown): number | undefined {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return typeof code === "number" ? code : undefined;
}

/** Whether the error concerns the statement and its values, not the state of the file. */
export const isAboutStatement = (code: number): boolean => ABOUT_STATEMENT.has(code & PRIMARY);

/** Errors of the file system have a name instead of an SQLite code. */
const BY_NAME: Readonly<Record<string, LedgerFault>> = {
  EACCES: "read_only",
  EPERM: "read_only",
  EROFS: "read_only",
  ENOSPC: "full",
  EDQUOT: "full",
  EIO: "disk",
};

export function sqliteFaultOf(error: unknown): LedgerFault {
  if (error instanceof LedgerTooNew) return "too_new";
  if (error instanceof LedgerEmptied) return "emptied";
  const code = codeOf(error);
  if (code === GENERIC && error instanceof Error && error.message === NO_JSON) return "damaged";
  if (code !== undefined) return code === NO_ROOM_FOR_INDEX ? "full" : (BY_CODE[code & PRIMARY] ?? "unknown");
  const name = error instanceof Error && "code" in error ? String(error.code) : "";
  return BY_NAME[name] ?? "unknown";
}
