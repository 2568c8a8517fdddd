/** Histories in child processes: two at a time, each with every second seed. */
import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { merge, newTotals, type Totals } from "./totals.ts";
import type { Order, Report } from "./worker.ts";

/** Histories make much garbage that is young: a larger nursery is a tenth faster. */
const NODE_OPTIONS = ["--max-semi-space-size=64"];

export interface Asked {
  readonly histories: number;
  readonly from: number;
  readonly workers: number;
  readonly mutant?: string;
  readonly until?: readonly string[];
  /** Called with the counts so far, from time to time. */
  readonly progress?: (totals: Totals) => void;
}

/** @throws what a worker wrote to its standard error when it died */
export async function playMany({ workers, progress, ...asked }: Asked): Promise<Totals> {
  const totals = newTotals();
  const count = Math.max(1, Math.min(workers, asked.histories));
  const { histories, from, mutant, until } = asked;
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const worker = new Worker();
      const order: Order = { from: from + n, to: from + histories - 1, step: count, mutant, until };
      try {
        await worker.play(order, (more) => {
          merge(totals, more);
          progress?.(totals);
        });
      } finally {
        worker.close();
      }
    }),
  );
  totals.broken.sort((a, b) => a.seed - b.seed);
  return totals;
}

/** A process that plays one order after another. */
export class Worker {
  readonly #child: ChildProcess;
  #errors = "";

  constructor() {
    this.#child = fork(new URL("./worker.ts", import.meta.url), {
      execArgv: NODE_OPTIONS,
      // A debugger, a coverage tool or a test runner around us is not meant for it.
      env: { ...process.env, NODE_OPTIONS: "" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    const { pid, stderr } = this.#child;
    // Virtual time does not mind waiting; what runs beside it in real time does.
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    stderr?.on("data", (chunk) => {
      this.#errors += chunk;
    });
  }

  /** @throws what the worker wrote to its standard error when it died */
  play(order: Order, hear: (totals: Totals) => void): Promise<void> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const end = (error?: Error): void => {
        child.off("message", message).off("error", end).off("close", close);
        if (error) reject(error);
        else resolve();
      };
      const message = ({ totals, done, error }: Report): void => {
        if (error === undefined) hear(totals);
        if (error !== undefined) end(new Error(error));
        else if (done) end();
      };
      const close = (code: number | null): void =>
        end(new Error(`a worker ended with ${code}: ${this.#errors.slice(0, 2_000)}`));
      child.on("message", message).on("error", end).on("close", close);
      child.send(order);
    });
  }

  close(): void {
    this.#child.kill();
  }
}
