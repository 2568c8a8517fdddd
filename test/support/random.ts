/** Random numbers that repeat with the same seed, so that a failure can be reproduced. */

export interface Random {
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  between(least: number, most: number): number;
  one<T>(of: ArrayLike<T>): T;
  text(signs: string, length: number): string;
}

/** Mulberry32: small, and good enough to choose test inputs. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const random: Random = {
    below: (end) => next() % end,
    between: (least, most) => least + random.below(most - least + 1),
    one: (of) => of[random.below(of.length)] as (typeof of)[number],
    text: (signs, length) => Array.from({ length }, () => random.one(signs)).join(""),
  };
  return random;
}
