/** Maps SQLite's errors to faults of the file (ledger-fault.ts). Source: SQLite, "Result and Error Codes". */
import type { LedgerFault } from "./ledger-fault.ts";
import { LedgerTooNew } from "./migrations.ts";

/** The file is no ledger to work with, although SQLite opened it. */
export class FileUnfit extends Error {
  override readonly name = "FileUnfit";
  readonly fault: LedgerFault;

  constructor(fault: LedgerFault) {
    super(`the file is ${fault}`);
    this.fault = fault;
  }
}

/** By primary result codes. */
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
/** The lowest byte of an extended code is its primary code. */
const PRIMARY = 0xff;
/** SQLITE_IOERR_SHMSIZE: there is no room for the index of the write-ahead log. */
const NO_ROOM_FOR_INDEX = 4_874;
/** Primary codes of faults in the statement or its values: TOOBIG, CONSTRAINT, MISMATCH. */
const ABOUT_STATEMENT = new Set([18, 19, 20]);

/** Errors of the file system have a name instead of an SQLite code. */
const BY_NAME: Readonly<Record<string, LedgerFault>> = {
  EACCES: "read_only",
  EPERM: "read_only",
  EROFS: "read_only",
  ENOSPC: "full",
  EDQUOT: "full",
  EIO: "disk",
};

/** SQLite's extended result code; undefined for any other error. */
export function codeOf(error: unknown): number | undefined {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return typeof code === "number" ? code : undefined;
}

/** Whether the error concerns the statement and its values, not the state of the file. */
export const isAboutStatement = (error: unknown): boolean =>
  ABOUT_STATEMENT.has((codeOf(error) ?? 0) & PRIMARY);

export function sqliteFaultOf(error: unknown): LedgerFault {
  if (error instanceof LedgerTooNew) return "too_new";
  if (error instanceof FileUnfit) return error.fault;
  const code = codeOf(error);
  if (code !== undefined) return code === NO_ROOM_FOR_INDEX ? "full" : (BY_CODE[code & PRIMARY] ?? "unknown");
  const name = error instanceof Error && "code" in error ? String(error.code) : "";
  return BY_NAME[name] ?? "unknown";
}
