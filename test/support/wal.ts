/** The write-ahead log of an SQLite file, read from outside. Source: SQLite, "Database File Format", The Write-Ahead Log. */
import { readFileSync } from "node:fs";

const HEADER = 32;
const FRAME_HEADER = 24;

/** The number of transactions in the log: the last frame of each has the size of the database after it. */
export function transactionsIn(path: string): number {
  const log = readFileSync(`${path}-wal`);
  if (log.length < HEADER) return 0;
  const pageSize = log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let count = 0;
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= log.length; at += FRAME_HEADER + pageSize) {
    // Frames from before the log's last restart have another salt.
    if (!log.subarray(at + 8, at + 16).equals(salt)) break;
    if (log.readUInt32BE(at + 4) > 0) count++;
  }
  return count;
}
