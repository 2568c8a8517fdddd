/** The same parts in the same places: how another engine's windows are held against Chromium's. */
import type { Inspected } from "./table.ts";
import { nameOf } from "./variants.ts";

/** Engines round widths of letters each in their own way. Pixels. */
const ACROSS = { px: 8, share: 0.02 } as const;
/** A text that just fits in one engine takes a line more in another; so much is a line. */
const DOWN = { px: 28, share: 0.02 } as const;

const within = (one: number, other: number, { px, share }: { px: number; share: number }): boolean =>
  Math.abs(one - other) <= px + share * Math.max(Math.abs(one), Math.abs(other));

const TOLERANCES = { x: ACROSS, y: DOWN, width: ACROSS, height: DOWN } as const;

/** What lies elsewhere, has another size, or is there in one of them only, in words. */
export function misplaced(expected: Inspected, actual: Inspected): string[] {
  const names = new Set([...Object.keys(expected.boxes), ...Object.keys(actual.boxes)]);
  return [...names].flatMap((name) => {
    const [there, here] = [expected.boxes[name], actual.boxes[name]];
    if (!there || !here) return [`${name} is ${here ? "there, but should not be" : "missing"}`];
    return (["x", "y", "width", "height"] as const)
      .filter((side) => !within(there[side], here[side], TOLERANCES[side]))
      .map((side) => `${name}: ${side} ${Math.round(here[side])} instead of ${Math.round(there[side])}`);
  });
}

export const mistakesIn = ({ variant, wrong }: Inspected): string[] =>
  wrong.map((what) => `${nameOf(variant)}: ${what}`);
