/** All planted mistakes, by name. */
import { ATTEMPT_MUTANTS } from "./attempts.ts";
import { EVENT_MUTANTS } from "./events.ts";
import { GRANT_MUTANTS } from "./grants.ts";
import type { Mutant } from "./mutant.ts";
import { REPORTING_MUTANTS } from "./reporting.ts";

export const MUTANTS: readonly Mutant[] = [
  ...ATTEMPT_MUTANTS,
  ...REPORTING_MUTANTS,
  ...EVENT_MUTANTS,
  ...GRANT_MUTANTS,
];

/** @throws if there is none of that name */
export function mutantNamed(name: string): Mutant {
  const mutant = MUTANTS.find((each) => each.name === name);
  if (!mutant) throw new Error(`there is no mutant ${name}`);
  return mutant;
}
