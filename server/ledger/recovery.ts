/**
 * A ledger that is older than it was: a file that was put back from a copy, a dump that was restored, a replica that took over. It
 * lacks orders that had their code, and says nothing of it. So something beside the data remembers how far the ledger was: for a file
 * the witness (witness.ts), for PostgreSQL the identity of the database (postgres-identity.ts). What they show is written into the
 * ledger as the time of a recovery, and every row is read with that time. Source: docs/proof/rules.md, rule 16.
 */
import type { DatabaseSync } from "node:sqlite";
import { randomUuid } from "../tools/random.ts";

/** How far a ledger was, as its witness last wrote it down. */
export interface Witness {
  /** Of the ledger; random. */
  readonly id: string;
  /** Groups of commits that the ledger had made. */
  readonly commits: number;
  /** When the last one was, epoch ms. */
  readonly at: number;
}

/** The time of the last recovery, epoch ms. */
export const RECOVERED_KEY = "recovered_at";
/** The time of the last recovery that nobody had said, epoch ms. */
export const NOTICED_KEY = "recovery_noticed_at";
/**
 * `{recovery}/{time}`: from when the wait of a recovery counts, where the clock was set back since it was noted. The recovery's own time
 * stays: the rows tell recoveries apart by it. Epoch ms.
 */
export const WAITS_KEY = "recovery_waits_from";
const ID_KEY = "ledger_id";
export const COMMITS_KEY = "commits";

/** From when the wait of a recovery counts, epoch ms. @param noted under WAITS_KEY */
export function waitsFrom(recovered_at: number, noted: unknown): number {
  const [recovery, time] = String(noted ?? "").split("/");
  return Number(recovery) === recovered_at && time !== undefined ? Number(time) : recovered_at;
}

/** One more group of commits; the statement stands in the group's own transaction, and returns the new count. */
export const COUNT_COMMIT = `
  UPDATE settings SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE key = '${COMMITS_KEY}' RETURNING value`;

/**
 * Notes a recovery: another time than the one before, whatever clock that was noted by. `:key` and `:time`.
 * The rows tell recoveries apart by their times.
 */
const NOTE_ANOTHER = `
  INSERT INTO settings (key, value) VALUES (:key, :time)
  ON CONFLICT (key) DO UPDATE SET value =
    CASE WHEN settings.value = excluded.value THEN CAST(CAST(excluded.value AS INTEGER) + 1 AS TEXT) ELSE excluded.value END
  RETURNING value`;

/** What the log says of a recovery that nobody had said. */
export const OLDER =
  "the ledger is older than it was, and nobody said so: every order is looked up at the service before anything is chosen. Runbook: A ledger that went back";

/** Whether the ledger lacks what its witness saw. No witness, no suspicion: a new place, or an older server wrote none. */
export const isOlder = (
  ledger: Pick<Witness, "id" | "commits">,
  witness: Pick<Witness, "id" | "commits"> | undefined,
): boolean => witness !== undefined && (witness.id !== ledger.id || witness.commits > ledger.commits);

/** The same for a ledger that is only looked at: nothing is noted. */
export function isFileOlder(db: DatabaseSync, witness: Witness | undefined): boolean {
  const get = db.prepare("SELECT value FROM settings WHERE key = ?");
  const id = get.get(ID_KEY)?.value;
  const commits = Number(get.get(COMMITS_KEY)?.value);
  return id !== undefined && isOlder({ id: String(id), commits }, witness);
}

/** Whether the operator's time names this very loss: no commit that the witness saw is later. */
const isSaid = (said: number | undefined, witness: Witness | undefined): boolean =>
  said !== undefined && witness !== undefined && said >= witness.at;

/**
 * Holds an SQLite ledger against its witness, and notes a recovery in it where it is older and nobody said so. In one transaction, so
 * that of several processes one notes it, and a crash leaves it noted or not begun.
 * @param witness read before the ledger was opened: another process may go on counting
 * @param said LEDGER_RECOVERED_AT, epoch ms @param now epoch ms
 */
export function noteIfOlder(
  db: DatabaseSync,
  witness: Witness | undefined,
  said: number | undefined,
  now: number,
): { readonly known: Witness; readonly isNoticed: boolean } {
  db.exec("BEGIN IMMEDIATE");
  try {
    const first = db.prepare("INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING");
    first.run(ID_KEY, randomUuid());
    first.run(COMMITS_KEY, "0");
    const get = db.prepare("SELECT value FROM settings WHERE key = ?");
    const id = String(get.get(ID_KEY)?.value);
    const own = Number(get.get(COMMITS_KEY)?.value);
    const isBehind = isOlder({ id, commits: own }, witness);
    const isNoticed = isBehind && !isSaid(said, witness);
    // From now on no start finds the same witness ahead of this ledger again.
    const commits = isBehind && witness?.id === id ? witness.commits + 1 : own;
    db.prepare("UPDATE settings SET value = ? WHERE key = ?").run(String(commits), COMMITS_KEY);
    // Also what was said, in the same transaction: from here on the witness notices nothing any more.
    if (isBehind) {
      const note = db.prepare(NOTE_ANOTHER);
      const time = isNoticed ? now : Math.min(said ?? now, now);
      const noted = note.get({ key: RECOVERED_KEY, time: String(Math.floor(time)) });
      if (isNoticed) note.get({ key: NOTICED_KEY, time: String(noted?.value) });
    }
    db.exec("COMMIT");
    return { known: { id, commits, at: now }, isNoticed };
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
