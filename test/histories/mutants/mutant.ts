/** A planted mistake, and the invariants that must notice it. */
import type { Plant } from "../seams.ts";

export interface Mutant {
  readonly name: string;
  /** A short description of the mistake. */
  readonly says: string;
  /** Only these invariants judge the mistake, and one of them must notice it. */
  readonly invariants: readonly string[];
  /** After how many histories, from seed 1, the mistake is noticed at the latest. */
  readonly within: number;
  /**
   * The number of first histories that are known not to notice the mistake: `npm test` begins after them, `kill.ts` with the first
   * one.
   */
  readonly passing?: number;
  /** Noticed so seldom that only `npm run prove` plays it; unit tests cover the rule. */
  readonly isRare?: true;
  readonly plants: readonly Plant[];
}

/** For mistakes that the first few histories notice. */
export const SOON = 100;
/** For most mistakes; the others set their own number. */
export const WITHIN = 300;

/** The possible plants at each export of a module. */
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
 * The seams of a module, by the names of its exports: a removed name is an error of the type checker, and of the test that checks
 * each name.
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
