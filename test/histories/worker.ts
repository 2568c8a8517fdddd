/** Plays a range of histories in a process of its own; asked by pool.ts, answers line by line as it goes. */
import { mutantNamed } from "./mutants/all.ts";
import { patchSources, unused } from "./patches.ts";
import { addTo, newTotals, type Totals } from "./totals.ts";

export interface Order {
  readonly from: number;
  readonly to: number;
  /** Every so many seeds is this worker's. */
  readonly step: number;
  readonly mutant?: string;
  /** Only these invariants count, and the first history that breaks one of them is the last. */
  readonly until?: readonly string[];
}

export interface Report {
  readonly totals: Totals;
  readonly done: boolean;
}

const REPORT_EVERY = 200;

// Whoever asked is gone: nobody hears the rest.
process.on("disconnect", () => process.exit());

process.on("message", async (order: Order) => {
  const { from, to, step, mutant, until } = order;
  if (mutant !== undefined) patchSources(mutantNamed(mutant).patches);
  const { playOne } = await import("./play.ts");
  if (unused().length > 0) throw new Error(`no module of ${unused().join()} was loaded`);
  let totals = newTotals();
  for (let seed = from; seed <= to; seed += step) {
    const outcome = await playOne({ seed, only: until });
    addTo(totals, outcome);
    const ends = until !== undefined && outcome.broken !== undefined;
    if (totals.histories >= REPORT_EVERY && !ends) {
      process.send?.({ totals, done: false } satisfies Report);
      totals = newTotals();
    }
    if (ends) break;
  }
  process.send?.({ totals, done: true } satisfies Report);
  process.disconnect();
});
