/** The counts of many histories; plain objects, so that they pass between processes. */
import type { Outcome } from "./outcome.ts";

export interface Broken {
  readonly seed: number;
  readonly invariant: string;
  readonly sentence: string;
}

export interface Totals {
  histories: number;
  /** Acts of users. */
  acts: number;
  /** Histories in which a code was billed. */
  billed: number;
  /** Orders with more than one code. */
  doubled: number;
  /** Codes that were never shown and are not on the operators' list. */
  lost: number;
  broken: Broken[];
  faults: Record<string, number>;
  crashes: Record<string, number>;
  events: Record<string, number>;
}

export const newTotals = (): Totals => ({
  histories: 0,
  acts: 0,
  billed: 0,
  doubled: 0,
  lost: 0,
  broken: [],
  faults: {},
  crashes: {},
  events: {},
});

const COUNTS = ["faults", "crashes", "events"] as const;

export function addTo(
  totals: Totals,
  { seed, acts, billed, doubled, lost, broken, ...counts }: Outcome,
): void {
  totals.histories++;
  totals.acts += acts;
  totals.billed += billed > 0 ? 1 : 0;
  totals.doubled += doubled;
  totals.lost += lost;
  if (broken) totals.broken.push({ seed, ...broken });
  for (const name of COUNTS)
    for (const [what, count] of counts[name]) totals[name][what] = (totals[name][what] ?? 0) + count;
}

export function merge(totals: Totals, more: Totals): void {
  totals.histories += more.histories;
  totals.acts += more.acts;
  totals.billed += more.billed;
  totals.doubled += more.doubled;
  totals.lost += more.lost;
  totals.broken.push(...more.broken);
  for (const name of COUNTS)
    for (const [what, count] of Object.entries(more[name]))
      totals[name][what] = (totals[name][what] ?? 0) + count;
}
