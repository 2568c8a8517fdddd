/** Lays codewords out as modules between the fixed patterns, under the mask that scanners find easiest. 6.3, 7.7 to 7.10. */
import { penaltyOf } from "./penalty.ts";
import { alignmentOf, sideOf } from "./versions.ts";

export type Modules = boolean[][];

/** Where a mask turns a module over, by row and column. Table 10. */
const MASKS: readonly ((y: number, x: number) => number)[] = [
  (y, x) => (y + x) % 2,
  (y) => y % 2,
  (_, x) => x % 3,
  (y, x) => (y + x) % 3,
  (y, x) => ((y >> 1) + Math.floor(x / 3)) % 2,
  (y, x) => ((y * x) % 2) + ((y * x) % 3),
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2,
];
/** Error correction M is written as 00, which leaves the mask's number. */
const FORMAT = { polynomial: 0x537, bits: 10, mask: 0x5412 } as const;
const VERSION = { polynomial: 0x1f25, bits: 12 } as const;
/** Smaller symbols show their version by their size alone. */
const LEAST_WRITTEN_VERSION = 7;
const TIMING = 6;

/** A value with the remainder of its BCH code behind it. Annexes C and D. */
function protect(value: number, { polynomial, bits }: { polynomial: number; bits: number }): number {
  let rest = value;
  for (let bit = 0; bit < bits; bit++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * polynomial);
  return (value << bits) | rest;
}

/** Everything but the data; what is undefined is left for it. */
function patterns(version: number): (boolean | undefined)[][] {
  const side = sideOf(version);
  const grid = Array.from({ length: side }, () => Array<boolean | undefined>(side).fill(undefined));
  const set = (y: number, x: number, isDark: boolean): void => {
    const row = grid[y];
    if (row && x >= 0 && x < side) row[x] = isDark;
  };
  /** Squares in each other: dark but on the rings named. */
  const rings = (middleY: number, middleX: number, radius: number, light: readonly number[]): void => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++)
        set(middleY + y, middleX + x, !light.includes(Math.max(Math.abs(y), Math.abs(x))));
  };
  for (let at = 0; at < side; at++) {
    set(TIMING, at, at % 2 === 0);
    set(at, TIMING, at % 2 === 0);
  }
  const far = side - 4;
  for (const [y, x] of [[3, 3] as const, [3, far] as const, [far, 3] as const]) rings(y, x, 4, [2, 4]);
  const aligned = alignmentOf(version);
  for (const y of aligned) {
    for (const x of aligned) {
      const isFinder = Math.min(y, x) === TIMING && (y === x || Math.max(y, x) === side - 7);
      if (!isFinder) rings(y, x, 2, [1]);
    }
  }
  if (version >= LEAST_WRITTEN_VERSION) {
    const bits = protect(version, VERSION);
    for (let bit = 0; bit < 18; bit++) {
      const [near, away] = [Math.floor(bit / 3), side - 11 + (bit % 3)];
      set(near, away, ((bits >> bit) & 1) === 1);
      set(away, near, ((bits >> bit) & 1) === 1);
    }
  }
  // Their place is taken here; what stands in it depends on the mask.
  writeFormat(set, side, 0);
  return grid;
}

function writeFormat(set: (y: number, x: number, isDark: boolean) => void, side: number, mask: number): void {
  const bits = protect(mask, FORMAT) ^ FORMAT.mask;
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((bits >> bit) & 1) === 1;
    // Around the first finder, past the timing lines; and again along the other two.
    if (bit < 8) set(bit < TIMING ? bit : bit + 1, 8, isDark);
    else set(8, bit === 8 ? 7 : 14 - bit, isDark);
    if (bit < 8) set(8, side - 1 - bit, isDark);
    else set(side - 15 + bit, 8, isDark);
  }
  set(side - 8, 8, true);
}

/** The modules left for data in their order: up and down in columns of two, from the right, past the timing line. */
function* places(grid: readonly (readonly (boolean | undefined)[])[]): Generator<[y: number, x: number]> {
  const side = grid.length;
  let isUpward = true;
  for (let right = side - 1; right >= 1; right -= 2) {
    if (right === TIMING) right--;
    for (let step = 0; step < side; step++) {
      const y = isUpward ? side - 1 - step : step;
      for (const x of [right, right - 1]) if (grid[y]?.[x] === undefined) yield [y, x];
    }
    isUpward = !isUpward;
  }
}

export function matrix(codewords: readonly number[], version: number): Modules {
  const grid = patterns(version);
  const order = [...places(grid)];
  let best: Modules = [];
  let least = Number.POSITIVE_INFINITY;
  MASKS.forEach((mask, number) => {
    const modules = grid.map((row) => row.map((isDark) => isDark === true));
    const set = (y: number, x: number, isDark: boolean): void => {
      const row = modules[y];
      if (row) row[x] = isDark;
    };
    order.forEach(([y, x], at) => {
      const bit = ((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
      set(y, x, (bit === 1) !== (mask(y, x) === 0));
    });
    writeFormat(set, grid.length, number);
    const penalty = penaltyOf(modules);
    if (penalty < least) [best, least] = [modules, penalty];
  });
  return best;
}
