/** How hard a masked symbol is to scan: long runs, blocks, what looks like a finder, too much of one colour. 7.8.3. */

const RUN = 5;
const RUN_POINTS = 3;
const BLOCK_POINTS = 3;
/** A finder's proportions with four light modules before or behind it; the border counts as light. */
const FINDERS = [/(?=00001011101)/g, /(?=10111010000)/g];
const FINDER_POINTS = 40;
const BALANCE_POINTS = 10;
/** Percentage points away from half, for each of which once more is counted. */
const BALANCE_STEP = 5;
const BORDER = "0000";

function linePoints(line: string): number {
  let points = 0;
  for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += RUN_POINTS + run.length - RUN;
  const bordered = BORDER + line + BORDER;
  for (const finder of FINDERS) points += FINDER_POINTS * [...bordered.matchAll(finder)].length;
  return points;
}

export function penaltyOf(modules: readonly (readonly boolean[])[]): number {
  const text = (line: readonly boolean[]): string => line.map(Number).join("");
  let points = 0;
  let dark = 0;
  modules.forEach((row, y) => {
    points += linePoints(text(row)) + linePoints(text(modules.map((each) => each[y] === true)));
    row.forEach((isDark, x) => {
      if (isDark) dark++;
      const below = modules[y + 1];
      if (
        below &&
        x + 1 < row.length &&
        [row[x + 1], below[x], below[x + 1]].every((each) => each === isDark)
      )
        points += BLOCK_POINTS;
    });
  });
  const percent = (100 * dark) / modules.length ** 2;
  return points + BALANCE_POINTS * Math.floor(Math.abs(percent - 50) / BALANCE_STEP);
}
