/** What is wrong with an SQLite file, in one word each. */

/** Every state of the file in which it cannot be worked on. */
export const SQLITE_FAULTS = [
  /** Somebody else holds the file's lock for longer than is waited for it. */
  "locked",
  /** There is no room: on the disk, or below the largest size that the database may have. */
  "full",
  /** The file, its folder or the file system may not be written to. */
  "read_only",
  /** Pages do not hold together, or the file is no database. */
  "damaged",
  /** The file cannot be opened, or is not where it was. */
  "gone",
  /** The disk refuses to read or to write. */
  "disk",
  /** The disk does not answer. */
  "silent",
  /** The thread that works on the file ended. */
  "ended",
  "unknown",
] as const;
export type SqliteFault = (typeof SQLITE_FAULTS)[number];

/** By SQLite's primary result codes. Source: SQLite, "Result and Error Codes". */
const BY_CODE: Readonly<Record<number, SqliteFault>> = {
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
/** SQLITE_CORRUPT_INDEX and the other kinds of SQLITE_CORRUPT have 11 as their primary code. */
const PRIMARY = 0xff;

/** Primary codes that speak of the statement or its values: TOOBIG, CONSTRAINT, MISMATCH. */
const ABOUT_STATEMENT = new Set([18, 19, 20]);

/** SQLite's extended result code; undefined for an error that is not of SQLite. */
export function codeOf(error: unknown): number | undefined {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return typeof code === "number" ? code : undefined;
}

/** Whether the error is about the statement and its values, and not about the state that the file is in. */
export const isAboutStatement = (code: number): boolean => ABOUT_STATEMENT.has(code & PRIMARY);

export function faultOf(error: unknown): SqliteFault {
  const code = codeOf(error);
  if (code === undefined) return "unknown";
  return code === NO_ROOM_FOR_INDEX ? "full" : (BY_CODE[code & PRIMARY] ?? "unknown");
}
