/** Histories in child processes: two at a time, each with every second seed. */
import { fork } from "node:child_process";
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
  /** Told what is known so far, from time to time. */
  readonly progress?: (totals: Totals) => void;
}

/** @throws what a worker wrote to its standard error when it died */
export async function playMany({
  histories,
  from,
  workers,
  mutant,
  until,
  progress,
}: Asked): Promise<Totals> {
  const totals = newTotals();
  const count = Math.max(1, Math.min(workers, histories));
  await Promise.all(
    Array.from({ length: count }, (_, n) => {
      const order: Order = { from: from + n, to: from + histories - 1, step: count, mutant, until };
      return runWorker(order, (more) => {
        merge(totals, more);
        progress?.(totals);
      });
    }),
  );
  totals.broken.sort((a, b) => a.seed - b.seed);
  return totals;
}

function runWorker(order: Order, hear: (totals: Totals) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL("./worker.ts", import.meta.url), {
      execArgv: NODE_OPTIONS,
      // A debugger, a coverage tool or a test runner around us is not meant for it.
      env: { ...process.env, NODE_OPTIONS: "" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    // Virtual time does not mind waiting; what runs beside it in real time does.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let errors = "";
    let isDone = false;
    child.stderr?.on("data", (chunk) => {
      errors += chunk;
    });
    child.on("message", ({ totals, done }: Report) => {
      hear(totals);
      isDone ||= done;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (isDone && code === 0) resolve();
      else reject(new Error(`a worker ended with ${code}: ${errors.slice(0, 2_000)}`));
    });
    child.send(order);
  });
}
