/** Plays ranges of histories in a process of its own; asked by pool.ts, answers as it goes. */
import { MUTANTS, mutantNamed } from "./mutants/all.ts";
import { openSeams, switchOn } from "./seams.ts";
import { addTo, newTotals, type Totals } from "./totals.ts";

export interface Order {
  readonly from: number;
  readonly to: number;
  /** Every so many seeds is this worker's. */
  readonly step: number;
  /** The mistake that is planted meanwhile. A worker whose first order has none plants none later. */
  readonly mutant?: string;
  /** Only these invariants count, and the first history that breaks one of them is the last. */
  readonly until?: readonly string[];
}

export interface Report {
  readonly totals: Totals;
  readonly done: boolean;
  /** What ended the worker. */
  readonly error?: string;
}

const REPORT_EVERY = 200;

let isOpen = false;
const report = (report: Report): void => void process.send?.(report);

// Whoever asked is gone: nobody hears the rest.
process.on("disconnect", () => process.exit());

process.on("message", (order: Order) => {
  play(order).catch((error: Error) =>
    report({ totals: newTotals(), done: true, error: error.stack ?? String(error) }),
  );
});

async function play({ from, to, step, mutant, until }: Order): Promise<void> {
  if (mutant !== undefined && !isOpen) openAllSeams();
  const { playOne } = await import("./play.ts");
  if (isOpen) switchOn(mutant === undefined ? [] : mutantNamed(mutant).plants);
  let totals = newTotals();
  for (let seed = from; seed <= to; seed += step) {
    const outcome = await playOne({ seed, only: until });
    addTo(totals, outcome);
    if (until !== undefined && outcome.broken !== undefined) break;
    if (totals.histories < REPORT_EVERY) continue;
    report({ totals, done: false });
    totals = newTotals();
  }
  report({ totals, done: true });
}

/** Before the server is loaded: all mistakes can be switched on one after the other from then on. */
function openAllSeams(): void {
  openSeams(new Set(MUTANTS.flatMap(({ plants }) => plants.map(({ name }) => name))));
  isOpen = true;
}
