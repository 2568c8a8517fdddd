/** The result of a history, for the counts. */
import type { Evidence } from "./evidence.ts";

export interface Outcome {
  readonly seed: number;
  readonly acts: number;
  readonly billed: number;
  readonly doubled: number;
  readonly lost: number;
  readonly broken: { readonly invariant: string; readonly sentence: string } | undefined;
  /** By `operation fault`. */
  readonly faults: ReadonlyMap<string, number>;
  /** By the await at which an instance died. */
  readonly crashes: ReadonlyMap<string, number>;
  /** By what else happened. */
  readonly events: ReadonlyMap<string, number>;
}

/** Counts from the evidence, and from data that only the run has. */
export function outcomeOf(
  evidence: Evidence,
  {
    troubles,
    ...played
  }: Pick<Outcome, "acts" | "lost" | "broken" | "crashes" | "events"> & {
    /** The network's faults, by `operation trouble`. */
    readonly troubles: ReadonlyMap<string, number>;
  },
): Outcome {
  const { seed, control, plans } = evidence;
  const faults = new Map(troubles);
  for (const { operation, fault, effect } of control.calls) {
    if (fault && fault !== "state") count(faults, `${operation} ${fault}`);
    // On an existing order the fault has no effect.
    if (fault === "state" && effect && effect.kind !== "existing")
      count(faults, `${operation} state ${effect.state}`);
  }
  const codes = plans.map((plan) => evidence.codesOf(plan).length);
  return {
    seed,
    billed: codes.filter((count) => count > 0).length,
    doubled: codes.filter((count) => count > 1).length,
    faults,
    ...played,
  };
}

/** Counts one more of what happened. */
export function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
