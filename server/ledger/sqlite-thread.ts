/**
 * An SQLite file behind a thread that owns it, so that the thread that answers requests never waits for a disk or a lock. Changes
 * that gather while the disk is busy share the next transaction and its sync. Both ends of the thread are in this file.
 */

import { parentPort, Worker, workerData } from "node:worker_threads";
import { errorFields, type Log } from "../observing/log.ts";
import { LedgerUnavailable } from "../problems/ledger-unavailable.ts";
import { SQLITE_BUSY_TIMEOUT, SQLITE_PATIENCE, SQLITE_REOPEN_PAUSE } from "../timing.ts";
import { FaultLog, type LedgerFault } from "./ledger-fault.ts";
import { OLDER } from "./recovery.ts";
import type { Changed, Database, Values } from "./sql-ledger.ts";
import { type Result, rowsOf, SQLITE, type Step } from "./sqlite-database.ts";
import { sqliteFaultOf } from "./sqlite-fault.ts";
import { type OpenedFile, type Opening, openFile } from "./sqlite-file.ts";
import type { Statement } from "./statements.ts";
import { type Columns, readRow } from "./stored.ts";

interface Asked extends Step {
  readonly id: number;
  /** A purge needs no statement. */
  readonly kind: "read" | "change" | "purge";
  /** Epoch ms; nobody waits for an answer much longer. */
  readonly until: number;
}

type Answered =
  | { readonly id: number; readonly result: Result }
  /** The fault for which the file could not be opened, a LedgerFault; null: it is open. */
  | { readonly opened: string }
  | ({ readonly opened: null } & Pick<OpenedFile, "isNoticed" | "isWitnessed">);

interface ThreadData extends Opening {
  readonly ledgerPath: string;
}

const CLOSE = "close";

/* ── The end that answers requests ──────────────────────────────────────────────────────────────────────────────── */

interface Pending {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: LedgerUnavailable) => void;
}

interface Live {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
}

/** @throws LedgerUnavailable if no ledger can be opened */
export async function openInThread(
  path: string,
  opening: Omit<Opening, "isStart">,
  log: Log,
): Promise<Database> {
  const database = new SqliteThread(path, log);
  await database.open({ ...opening, isStart: true });
  return database;
}

class SqliteThread implements Database {
  readonly dialect = SQLITE;
  readonly #path: string;
  readonly #log: Log;
  readonly #faults: FaultLog;
  readonly #listeners: (() => void)[] = [];
  #live: Promise<Live> | undefined;
  #lastId = 0;
  #isClosing = false;

  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
    this.#faults = new FaultLog(log);
  }

  /** @throws LedgerUnavailable; so do all requests of the next SQLITE_REOPEN_PAUSE */
  open(how: Opening): Promise<Live> {
    const workerData: ThreadData = { ledgerPath: this.#path, ...how };
    const worker = new Worker(new URL(import.meta.url), { workerData });
    const pending: Live["pending"] = new Map();
    let isOpen = false;
    const opening = new Promise<Live>((resolve, reject) => {
      worker.on("message", (answered: Answered) => {
        if (!("opened" in answered)) {
          pending.get(answered.id)?.resolve(answered.result);
          pending.delete(answered.id);
        } else if (answered.opened === null) {
          isOpen = true;
          if (answered.isNoticed) this.#log.error(OLDER);
          if (!answered.isWitnessed)
            this.#log.warn(
              "the marker beside the ledger cannot be read and written: an older copy in its place is not noticed",
            );
          resolve({ worker, pending });
        } else reject(new LedgerUnavailable(answered.opened));
      });
      worker.on("error", (error) => this.#log.error("the ledger's thread failed", errorFields(error)));
      worker.on("exit", () => {
        reject(ended());
        for (const each of pending.values()) each.reject(ended());
        const forget = (): void => {
          if (this.#live === opening) this.#live = undefined;
        };
        if (!isOpen) return void setTimeout(forget, SQLITE_REOPEN_PAUSE).unref();
        forget();
        if (!this.#isClosing) for (const listener of this.#listeners) listener();
      });
    });
    this.#live = opening;
    return opening;
  }

  read<T>(statement: Statement, values: Values, of: (columns: Columns) => T): Promise<T[]> {
    const rows = this.#ask("read", { statement, values });
    return this.#faults.watch(
      "read",
      rows.then((found) => found.map((row) => readRow(of, row))),
    );
  }

  async change(statement: Statement, values: Values): Promise<Changed> {
    const rows = await this.#faults.watch("change", this.#ask("change", { statement, values }));
    return { rows, repeated: false };
  }

  async purge(): Promise<void> {
    await this.#faults.watch("change", this.#ask("purge", { statement: { text: "" }, values: {} }));
  }

  onConnectionLost(listener: () => void): void {
    this.#listeners.push(listener);
  }

  isDamaged(): boolean {
    return this.#faults.isDamaged;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const live = await this.#live?.catch(() => undefined);
    if (!live) return;
    const exited = new Promise((resolve) => live.worker.once("exit", resolve));
    live.worker.postMessage(CLOSE);
    await exited;
  }

  async #ask(kind: Asked["kind"], step: Step): Promise<readonly Columns[]> {
    const { worker, pending } = await (this.#live ?? this.open({ recoveredAt: undefined, isStart: false }));
    const id = ++this.#lastId;
    const result = new Promise<Result>((resolve, reject) => {
      pending.set(id, { resolve, reject });
    });
    const asked: Asked = { ...step, id, kind, until: Date.now() + SQLITE_BUSY_TIMEOUT };
    worker.postMessage(asked);
    const timer = setTimeout(() => {
      pending.get(id)?.reject(new LedgerUnavailable("silent"));
      pending.delete(id);
    }, SQLITE_PATIENCE);
    return rowsOf(await result.finally(() => clearTimeout(timer)));
  }
}

/** Not `gone`: that fault means a missing file, and an operator would look for the file. */
const ended = (): LedgerUnavailable => new LedgerUnavailable("thread_ended");

/* ── The thread ─────────────────────────────────────────────────────────────────────────────────────────────────── */

function serve(data: ThreadData, port: NonNullable<typeof parentPort>): void {
  const say = (answered: Answered): void => port.postMessage(answered);
  const file = open(data);
  if (typeof file === "string") {
    say({ opened: file });
    return;
  }
  say({ opened: null, isNoticed: file.isNoticed, isWitnessed: file.isWitnessed });
  const waiting: Asked[] = [];
  const end = (): void => {
    file.close();
    port.close();
  };
  const work = (): void => {
    for (const [asked, result] of answer(file, waiting.splice(0))) {
      const isLocked = "failed" in result && result.failed === "locked";
      if (isLocked && Date.now() < asked.until) waiting.push(asked);
      else say({ id: asked.id, result });
    }
    // The next request starts another thread.
    if (file.db.isStuck()) end();
    else if (waiting.length > 0) setImmediate(work);
  };
  port.on("message", (asked: Asked | typeof CLOSE) => {
    if (asked === CLOSE) {
      work();
      end();
    } else if (waiting.push(asked) === 1) {
      // All messages that have arrived are taken before the work begins.
      setImmediate(work);
    }
  });
}

/** @returns the fault of a file that cannot be opened */
function open({ ledgerPath, ...how }: ThreadData): OpenedFile | LedgerFault {
  try {
    const file = openFile(ledgerPath, how);
    file.db.waitBriefly();
    return file;
  } catch (error) {
    return sqliteFaultOf(error);
  }
}

function answer({ db, isInPlace }: OpenedFile, all: readonly Asked[]): (readonly [Asked, Result])[] {
  const now = Date.now();
  // After a disk has hung, nobody waits any more.
  const late = all.filter(({ until }) => until < now);
  const asked = all.filter(({ until }) => until >= now);
  const failed = (fault: string, some: readonly Asked[]) =>
    some.map((each) => [each, { failed: fault }] as const);
  if (!isInPlace()) return [...failed("gone", asked), ...failed("silent", late)];
  const reads = asked.filter(({ kind }) => kind === "read");
  const changes = asked.filter(({ kind }) => kind === "change");
  const purges = asked.filter(({ kind }) => kind === "purge");
  const changed = db.change(changes);
  return [
    ...failed("silent", late),
    ...reads.map((each) => [each, db.read(each)] as const),
    ...changes.map((each, at) => [each, changed[at] ?? { failed: "unknown" }] as const),
    ...purges.map((each) => [each, db.purge()] as const),
  ];
}

const data = workerData as ThreadData | null;
if (parentPort && data?.ledgerPath) serve(data, parentPort);
