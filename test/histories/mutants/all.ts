import type { Patch } from "../patches.ts";
export interface Mutant { readonly name: string; readonly invariants: readonly string[]; readonly within: number; readonly patches: readonly Patch[] }
export const MUTANTS: readonly Mutant[] = [];
export function mutantNamed(name: string): Mutant {
  const mutant = MUTANTS.find((each) => each.name === name);
  if (!mutant) throw new Error(`there is no mutant ${name}`);
  return mutant;
}
