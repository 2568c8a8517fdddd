/** The random decisions of a history, all from its seed. */
import { type Random, seededRandom } from "../support/random.ts";

export interface Draws extends Random {
  /** True once in `n` times. */
  oneIn(n: number): boolean;
  /** One of the keys, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

export function drawsOf(seed: number): Draws {
  const random = seededRandom(seed);
  // Neighbouring seeds begin alike: the first numbers are discarded.
  for (let skipped = 0; skipped < 3; skipped++) random.below(2);
  return {
    ...random,
    oneIn: (n) => random.below(n) === 0,
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const entries = Object.entries(weights) as [K, number][];
      let left = random.below(entries.reduce((sum, [, weight]) => sum + weight, 0));
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      throw new Error("nothing to choose from");
    },
  };
}
