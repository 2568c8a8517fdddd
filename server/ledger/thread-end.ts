/** The caller's end of a thread that works on the SQLite file. The next ask restarts a thread that ended. */
import { Worker } from "node:worker_threads";
import { SQLITE_REOPEN_PAUSE } from "../timing.ts";
import { LedgerUnavailable } from "./ledger.ts";
import type { Answered, Asked, ThreadData } from "./sqlite-thread.ts";

const ENTRY = new URL("./sqlite-thread.ts", import.meta.url);

interface Pending {
  readonly resolve: (answered: Answered) => void;
  readonly reject: (error: unknown) => void;
}

interface Live {
  readonly worker: Worker;
  /** In the order in which the thread answers. */
  readonly pending: Pending[];
}

/** Not `gone`: that fault means a missing file, and an operator would look for the file. */
const ended = (): LedgerUnavailable => new LedgerUnavailable("thread_ended");

export class SqliteThread {
  readonly #path: string;
  readonly #reopened: () => void;
  #live: Live | undefined;
  /** The error of the last failed opening, and its time; `performance.now()`. */
  #refused: { readonly error: LedgerUnavailable; readonly at: number } | undefined;

  /** @param reopened called after the file was opened again, because a thread had ended */
  constructor(path: string, reopened: () => void) {
    this.#path = path;
    this.#reopened = reopened;
  }

  /** @throws LedgerUnavailable */
  async open(): Promise<void> {
    const workerData: ThreadData = { path: this.#path };
    const live: Live = { worker: new Worker(ENTRY, { workerData }), pending: [] };
    this.#live = live;
    live.worker.on("message", (answered: Answered) => live.pending.shift()?.resolve(answered));
    // An error ends the thread; the `exit` listener below handles the end.
    live.worker.on("error", () => {});
    live.worker.on("exit", () => {
      this.#drop(live);
      for (const { reject } of live.pending.splice(0)) reject(ended());
    });
    const answered = await answerOf(live);
    if (!("notOpened" in answered)) return;
    this.#drop(live);
    throw new LedgerUnavailable(answered.notOpened);
  }

  /** @throws LedgerUnavailable if nothing was changed, or if it is unknown whether the change was made */
  async ask(asked: Asked): Promise<Answered> {
    const live = this.#live ?? (await this.#reopen());
    live.worker.postMessage(asked);
    const answered = await answerOf(live);
    if ("gone" in answered) throw new LedgerUnavailable("gone");
    return answered;
  }

  async close(): Promise<void> {
    if (this.#live) await this.ask({ close: true });
  }

  async #reopen(): Promise<Live> {
    const refused = this.#refused;
    if (refused && performance.now() < refused.at + SQLITE_REOPEN_PAUSE) throw refused.error;
    try {
      await this.open();
    } catch (error) {
      if (error instanceof LedgerUnavailable) this.#refused = { error, at: performance.now() };
      throw error;
    }
    this.#reopened();
    if (!this.#live) throw ended();
    return this.#live;
  }

  #drop(live: Live): void {
    if (this.#live === live) this.#live = undefined;
  }
}

function answerOf({ pending }: Live): Promise<Answered> {
  return new Promise((resolve, reject) => void pending.push({ resolve, reject }));
}
