/** A mistake that is planted on purpose, and which invariants must notice it. */
import type { Plant } from "../seams.ts";

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
  readonly plants: readonly Plant[];
}

/** For those that the first few histories notice. */
export const SOON = 100;
/** For most of them; the stubborn ones say their own. */
export const WITHIN = 300;

/** What may be planted at each export of a module. */
type Seams<M> = {
  readonly [K in keyof M]: M[K] extends number
    ? (value: number) => Plant
    : M[K] extends (...given: never) => unknown
      ? (wrap: (inner: M[K]) => M[K]) => Plant
      : M[K] extends new (
            ...given: never
          ) => unknown
        ? (wrap: (Inner: M[K]) => M[K]) => Plant
        : never;
};

/**
 * The seams of a module, by the names of its exports: a name that is gone is an error of the type checker, and of the test
 * that looks for each of them.
 */
export function seamsOf<M>(): Seams<M> {
  return new Proxy({} as Seams<M>, {
    get:
      (_, name: string) =>
      (given: number | ((inner: never) => unknown)): Plant =>
        typeof given === "number"
          ? { kind: "number", name, value: given }
          : { kind: "code", name, wrap: given },
  });
}
