/**
 * How current an observation of an attempt is. An attempt has one number, `revision`, that rises with every announced call,
 * every answer and every change of state. An observation carries the revision under which it was asked; one that was asked
 * under an older revision proves nothing about the attempt as it stands and is dropped, here and nowhere else. Pure.
 * Source: integrity rule 14 and I17.
 */
import type { Attempt } from "./model.ts";

/** Which revision an observation speaks of; absent: the one at hand. */
export interface AsOf {
  readonly asOf?: number;
}

/** Whether the attempt has changed since the observation was asked for. */
export function isOutdated({ revision }: Pick<Attempt, "revision">, { asOf }: AsOf): boolean {
  return asOf !== undefined && asOf !== revision;
}

/** Whether the service was asked about the attempt since its last change, and answered. */
export function isObserved({ revision, observed }: Pick<Attempt, "revision" | "observed">): boolean {
  return observed === revision;
}

/** The attempt has changed: what was asked for until now proves nothing about it any more. */
export function unobserved({ revision }: Pick<Attempt, "revision">): Pick<Attempt, "revision"> {
  return { revision: revision + 1 };
}

/** The attempt is as the service says now. */
export function observed({ revision }: Pick<Attempt, "revision">): Pick<Attempt, "observed"> {
  return { observed: revision };
}

/** The attempt after an observation: where the observation changed its state, older ones still under way are outdated. */
export function withRevision(before: Attempt, after: Attempt): Attempt {
  if (after.revision !== before.revision || !STATE.some((field) => before[field] !== after[field]))
    return after;
  const revision = after.revision + 1;
  return { ...after, revision, observed: isObserved(after) ? revision : after.observed };
}

/** What makes the state of an attempt. */
const STATE = [
  "phase",
  "stop",
  "seen",
  "redemption_id",
  "billed",
  "had_code",
  "closing",
  "others",
] as const satisfies readonly (keyof Attempt)[];
