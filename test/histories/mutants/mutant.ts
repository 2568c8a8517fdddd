/** A mistake that is planted on purpose, and which invariants must notice it. */
import type { Patch } from "../patches.ts";

export interface Mutant {
  readonly name: string;
  /** What goes wrong, in a few words. */
  readonly says: string;
  /** Only these are held against it, and one of them must notice it. */
  readonly invariants: readonly string[];
  /** It is dead after so many histories, from seed 1. */
  readonly within: number;
  /** So many histories are known to pass it by: `npm test` begins after them, `kill.ts` with the first one. */
  readonly passing?: number;
  /** Met so seldom that only `npm run prove` looks for it; unit tests hold its rule. */
  readonly isRare?: true;
  readonly patches: readonly Patch[];
}

/** For most of them; the stubborn ones say their own. */
export const WITHIN = 300;
