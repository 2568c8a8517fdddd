/**
 * Plays the histories against every planted mistake until an invariant that must notice it does:
 * `npm run mutants -- [--workers 2] [--mutant name] [--json]`. Ends with 1 where one survives.
 */
import { parseArgs } from "node:util";
import { isOne } from "./judge.ts";
import { MUTANTS, mutantNamed } from "./mutants/all.ts";
import type { Mutant } from "./mutants/mutant.ts";
import { Worker } from "./pool.ts";
import { type Broken, merge, newTotals } from "./totals.ts";

export interface Kill {
  readonly mutant: Mutant;
  /** Histories that were played. */
  readonly histories: number;
  /** The invariant that noticed the mistake; undefined if none did. */
  readonly by: Broken | undefined;
}

export interface KillOptions {
  /** Called with each result as soon as it is known. */
  readonly told?: (kill: Kill) => void;
  /** Skips the histories that are known not to notice a mistake. */
  readonly isShort?: boolean;
}

export async function killAll(
  mutants: readonly Mutant[],
  workers: number,
  { told = () => {}, isShort = false }: KillOptions = {},
): Promise<Kill[]> {
  const kills: Kill[] = [];
  const queue = mutants.values();
  const work = async (): Promise<void> => {
    const worker = new Worker();
    try {
      for (const mutant of queue) {
        const kill = await killOne(worker, mutant, isShort ? (mutant.passing ?? 0) : 0);
        kills.push(kill);
        told(kill);
      }
    } finally {
      worker.close();
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return kills.sort((a, b) => mutants.indexOf(a.mutant) - mutants.indexOf(b.mutant));
}

async function killOne(worker: Worker, mutant: Mutant, passing: number): Promise<Kill> {
  const { name, within, invariants } = mutant;
  const totals = newTotals();
  const order = { from: passing + 1, to: within, step: 1, mutant: name, until: invariants };
  await worker.play(order, (more) => merge(totals, more));
  const { histories, broken } = totals;
  const last = broken.at(-1);
  const is = invariants.some((id) => last && isOne(last.invariant, id));
  return { mutant, histories: passing + histories, by: is ? last : undefined };
}

export function killLine({ mutant: { name, within }, histories, by }: Kill): string {
  const count = `${String(histories).padStart(5)} of ${String(within).padStart(5)}`;
  return `${name.padEnd(40)} ${count}  ${by ? `${by.invariant}: ${by.sentence}` : "SURVIVED"}`;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      workers: { type: "string", default: "2" },
      mutant: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const chosen = values.mutant === undefined ? MUTANTS : [mutantNamed(values.mutant)];
  const told = (kill: Kill): void => void (values.json || process.stdout.write(`${killLine(kill)}\n`));
  const kills = await killAll(chosen, Number(values.workers), { told });
  if (values.json) {
    const rows = kills.map(({ mutant: { name }, histories, by }) => ({ name, histories, by: by?.invariant }));
    process.stdout.write(`${JSON.stringify(rows)}\n`);
  }
  process.exitCode = kills.every(({ by }) => by) ? 0 : 1;
}
