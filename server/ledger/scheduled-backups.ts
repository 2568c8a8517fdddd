/**
 * Copies of the SQLite ledger on a schedule: each made and checked on a thread of its own, so that no request waits for it; the oldest
 * are removed once there are enough. Source: docs/operate/backup.md, "On a schedule".
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { errorFields, type Log } from "../observing/log.ts";
import type { BackupSettings } from "../settings/backups.ts";
import { BACKUP_RETRY } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { type Backup, BackupError, backUpSqlite } from "./backup.ts";

/** How old the last good copy is. */
export interface BackupStanding {
  /** Since the last good copy, or since the start where there is none. Seconds. */
  readonly ageSeconds: number;
  readonly everySeconds: number;
  /** Why the last try failed, if it did. */
  readonly failure: string | undefined;
}

export interface ScheduledBackups {
  standing(): BackupStanding;
  /** Runs until the signal fires. */
  run(signal: AbortSignal): Promise<void>;
}

export interface ScheduledBackupsOptions extends BackupSettings {
  /** Of the ledger. */
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
  /** In place of the thread, in tests. @throws BackupError */
  readonly copy?: (source: string, target: string) => Promise<Backup>;
}

/** A copy's time stands in its name, in a form that every file system takes. */
const COPY = /^ledger-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.db$/;
const nameOf = (time: number): string =>
  `ledger-${new Date(time).toISOString().replace(/\.\d+/, "").replaceAll(":", "-")}.db`;
const timeOf = (name: string): number => Date.parse(name.replace(COPY, "$1T$2:$3:$4Z"));

/**
 * The copies in a folder that were made until `now`, the newest first: one of a clock that was ahead is left to people. An empty file is
 * the name of one that was never finished: see backup.ts.
 */
export function copiesIn(folder: string, now: number): { readonly name: string; readonly time: number }[] {
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    // The first copy makes it.
  }
  return names
    .filter((name) => COPY.test(name) && sizeOf(join(folder, name)) > 0)
    .map((name) => ({ name, time: timeOf(name) }))
    .filter(({ time }) => time <= now)
    .sort((a, b) => b.time - a.time);
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

export function createScheduledBackups(options: ScheduledBackupsOptions): ScheduledBackups {
  const { every, folder, keep, path, clock, log, copy = copyOnThread } = options;
  const begun = clock.now();
  let last = copiesIn(folder, begun)[0]?.time;
  let failure: string | undefined;

  async function once(): Promise<boolean> {
    const now = clock.now();
    try {
      await copy(path, join(folder, nameOf(now)));
      [last, failure] = [now, undefined];
      log.info("the ledger was copied");
      for (const { name } of copiesIn(folder, now).slice(keep)) rmSync(join(folder, name));
      return true;
    } catch (error) {
      failure = error instanceof BackupError ? error.message : "unknown error";
      log.error("the ledger was not copied", { ...errorFields(error), reason: failure });
      return false;
    }
  }

  return {
    standing: () => ({
      ageSeconds: Math.max(0, clock.now() - (last ?? begun)) / 1000,
      everySeconds: every / 1000,
      failure,
    }),
    async run(signal) {
      // A copy of before the restart counts.
      let wait = last === undefined ? 0 : Math.min(every, Math.max(0, last + every - clock.now()));
      while (!signal.aborted) {
        await clock.sleep(wait, signal);
        if (signal.aborted) return;
        wait = (await once()) ? every : Math.min(every, BACKUP_RETRY);
      }
    },
  };
}

/** What the thread is given, and what it answers. */
interface Asked {
  readonly source: string;
  readonly target: string;
}
type Answered = { readonly made: Backup } | { readonly failed: string };

function copyOnThread(source: string, target: string): Promise<Backup> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { source, target } satisfies Asked });
    worker.once("error", reject);
    worker.once("message", (answer: Answered) =>
      "made" in answer ? resolve(answer.made) : reject(new BackupError(answer.failed)),
    );
  });
}

if (!isMainThread && parentPort && (workerData as Partial<Asked> | undefined)?.target !== undefined) {
  const { source, target } = workerData as Asked;
  let answer: Answered;
  try {
    answer = { made: backUpSqlite(source, target) };
  } catch (error) {
    answer = { failed: error instanceof BackupError ? error.message : "unknown error" };
  }
  parentPort.postMessage(answer);
}
