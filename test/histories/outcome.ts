/** What a history amounted to, for the counts. */
import { type Evidence, wasTakenBack } from "./evidence.ts";

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

/** Counted from the evidence, beside what only the play of it knows. */
export function outcomeOf(
  { seed, control, plans, codesOf, departures, lives }: Evidence,
  {
    troubles,
    ...played
  }: Pick<Outcome, "acts" | "lost" | "broken" | "crashes" | "events"> & {
    /** What the network did, by `operation trouble`. */
    readonly troubles: ReadonlyMap<string, number>;
  },
): Outcome {
  const faults = new Map(troubles);
  for (const { operation, fault, effect } of control.calls) {
    if (fault && fault !== "state") count(faults, `${operation} ${fault}`);
    if (fault === "state" && effect) count(faults, `${operation} state ${effect.state}`);
  }
  const codes = plans.map(
    (plan) =>
      codesOf(plan).filter(({ redemption_id: id }) => !wasTakenBack({ control, departures, lives }, id))
        .length,
  );
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
