/** Plays ranges of histories in a separate process for pool.ts, and reports counts meanwhile. */
import { MUTANTS, mutantNamed } from "./mutants/all.ts";
import { openSeams, switchOn } from "./seams.ts";
import { addTo, newTotals, type Totals } from "./totals.ts";

export interface Order {
  readonly from: number;
  readonly to: number;
  /** The step from one seed of this worker to its next. */
  readonly step: number;
  /** The planted mistake. A worker whose first order has none plants none later. */
  readonly mutant?: string;
  /** Only these invariants count; the first history that breaks one of them is the last. */
  readonly until?: readonly string[];
  /** A folder that gets the record of each history, under its seed and the record's digest. */
  readonly records?: string;
}

export interface Report {
  readonly totals: Totals;
  readonly done: boolean;
  /** The error that ended the worker. */
  readonly error?: string;
}

const REPORT_EVERY = 200;

let isOpen = false;
const report = (report: Report): void => void process.send?.(report);

// The parent process has ended: stop playing.
process.on("disconnect", () => process.exit());

process.on("message", (order: Order) => {
  play(order).catch((error: Error) =>
    report({ totals: newTotals(), done: true, error: error.stack ?? String(error) }),
  );
});

async function play({ from, to, step, mutant, until, records }: Order): Promise<void> {
  if (mutant !== undefined && !isOpen) openAllSeams();
  const { playOne } = await import("./play.ts");
  const { keepRecord } = await import("./record.ts");
  if (isOpen) switchOn(mutant === undefined ? [] : mutantNamed(mutant).plants);
  let totals = newTotals();
  for (let seed = from; seed <= to; seed += step) {
    const outcome = records ? await keepRecord(seed, records) : await playOne({ seed, only: until });
    addTo(totals, outcome);
    if (until !== undefined && outcome.broken !== undefined) break;
    if (totals.histories < REPORT_EVERY) continue;
    report({ totals, done: false });
    totals = newTotals();
  }
  report({ totals, done: true });
}

/** Called before the server is loaded, so that every mistake can be switched on later. */
function openAllSeams(): void {
  openSeams(new Set(MUTANTS.flatMap(({ plants }) => plants.map(({ name }) => name))));
  isOpen = true;
}
