/** All planted mistakes; each is found by its name. */
import { ATTEMPT_MUTANTS } from "./attempts.ts";
import { BELIEVING_MUTANTS } from "./believing.ts";
import type { Mutant } from "./mutant.ts";
import { TELLING_MUTANTS } from "./telling.ts";

export const MUTANTS: readonly Mutant[] = [...ATTEMPT_MUTANTS, ...TELLING_MUTANTS, ...BELIEVING_MUTANTS];

/** @throws where there is none of that name */
export function mutantNamed(name: string): Mutant {
  const mutant = MUTANTS.find((each) => each.name === name);
  if (!mutant) throw new Error(`there is no mutant ${name}`);
  return mutant;
}
