/** A few round amounts that can be chosen with one press. */
import type { AmountRange } from "../../shared/amounts.ts";

/** Usual amounts of gift cards. */
const STEPS = [1, 2, 5, 10, 25, 50] as const;
/** Amounts have at most seven digits: shared/amounts.ts. */
const SCALES = [1, 100, 10_000, 1_000_000] as const;
const ROUND = SCALES.flatMap((scale) => STEPS.map((step) => step * scale));
/** One row on a phone. */
const MOST = 5;

/** Round amounts spread over the range, in whole currency units, ascending. Empty if there is no choice. */
export function quickAmounts({ min, max }: AmountRange): readonly number[] {
  if (min === max) return [];
  const inside = ROUND.filter((amount) => amount >= min && amount <= max);
  if (inside.length <= MOST) return inside;
  const apart = (inside.length - 1) / (MOST - 1);
  return [...Array(MOST)].map((_, index) => inside[Math.round(index * apart)] ?? max);
}
