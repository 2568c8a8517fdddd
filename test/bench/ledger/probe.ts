/**
 * Loaded into a token server (`node --import`), and so into each of its threads, it counts what SQLite has to bring to the disk
 * and how long the event loop is kept from its work. `PROBE_SOCKET` names the socket on which it tells; with `PROBE_SYNC_MS` a sync
 * takes so much longer. It wraps node:sqlite and
 * knows nothing of the server's own code, so that an older server is measured in the same way.
 */
import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { getEnvironmentData, isMainThread, setEnvironmentData } from "node:worker_threads";

/** What a server tells, since it was asked before. */
export interface Probed {
  /** Transactions that were committed; with synchronous=FULL each is one sync at least. */
  readonly commits: number;
  /** How long the event loop was kept from a timer that was due, milliseconds. */
  readonly delay: { readonly p50: number; readonly p99: number; readonly max: number };
}

const COUNTS = "probe: counts";
/** Milliseconds between two looks; the histogram holds them as well. */
const RESOLUTION = 1;
const NS_PER_MS = 1e6;

if (isMainThread) setEnvironmentData(COUNTS, new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
const commits = new Int32Array(getEnvironmentData(COUNTS) as unknown as SharedArrayBuffer);
/** As long as a sync of a slower disk takes longer than one of this machine's, the thread that commits stands still. */
const SLOWER_BY = Number(process.env.PROBE_SYNC_MS ?? 0);
const still = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
function count(): void {
  Atomics.add(commits, 0, 1);
  if (SLOWER_BY > 0) Atomics.wait(still, 0, 0, SLOWER_BY);
}

const { exec, prepare } = DatabaseSync.prototype;
const { run } = StatementSync.prototype;
const owners = new WeakMap<StatementSync, DatabaseSync>();
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  exec.call(this, sql);
  if (/^\s*COMMIT/i.test(sql)) count();
};
DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args: Parameters<typeof prepare>) {
  const statement = prepare.apply(this, args);
  owners.set(statement, this);
  return statement;
};
StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
  const done = Reflect.apply(run, this, values);
  // Outside of a transaction a statement is one by itself, and without a change there is nothing to bring to the disk.
  if (!owners.get(this)?.isTransaction && Number(done.changes) > 0) count();
  return done;
};

if (isMainThread && process.env.PROBE_SOCKET) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  const ms = (ns: number): number => ns / NS_PER_MS - RESOLUTION;
  const server = createServer((_, response) => {
    const delay = {
      p50: ms(histogram.percentile(50)),
      p99: ms(histogram.percentile(99)),
      max: ms(histogram.max),
    };
    const probed: Probed = { commits: Atomics.exchange(commits, 0, 0), delay };
    histogram.reset();
    response.end(JSON.stringify(probed));
  });
  server.listen(process.env.PROBE_SOCKET);
  server.unref();
}
