/**
 * Pictures as they are compared: at a quarter of their size, each pixel the mean of a block. What a browser's next release may do
 * to the edges of letters leaves the means as they are or nearly so; what a person would notice does not.
 */
import type { Box, Colours } from "../support/pixels.ts";

/** Pixels along a block's side. A line that moves by as much leaves its block for good. */
export const BLOCK_PX = 4;
const CHANNELS = 3;

export interface Blocks {
  readonly width: number;
  readonly height: number;
  /** Three planes, a byte a block: how green it is, and how much more of red and of blue there is, from the middle. */
  readonly planes: Uint8Array;
}

/** Neither more nor less of a colour than of green. */
const MIDDLE = 128;
const MOST = 255;

/** A piece of a screenshot as blocks; what is left of one at an edge is the mean of what is there. */
export function blocksOf({ width: wide, height: high, rgb }: Colours, box: Box): Blocks {
  const [width, height] = [Math.ceil(box.width / BLOCK_PX), Math.ceil(box.height / BLOCK_PX)];
  const count = width * height;
  const planes = new Uint8Array(count * CHANNELS);
  for (let row = 0; row < height; row++) {
    const bottom = Math.min(box.y + box.height, box.y + (row + 1) * BLOCK_PX, high);
    for (let column = 0; column < width; column++) {
      const right = Math.min(box.x + box.width, box.x + (column + 1) * BLOCK_PX, wide);
      let [red, green, blue, pixels] = [0, 0, 0, 0];
      for (let y = box.y + row * BLOCK_PX; y < bottom; y++) {
        for (let x = box.x + column * BLOCK_PX; x < right; x++) {
          const at = (y * wide + x) * CHANNELS;
          red += rgb[at] ?? 0;
          green += rgb[at + 1] ?? 0;
          blue += rgb[at + 2] ?? 0;
          pixels++;
        }
      }
      const of = pixels || 1;
      const at = row * width + column;
      planes[at] = green / of;
      planes[count + at] = (red - green) / of / 2 + MIDDLE;
      planes[2 * count + at] = (blue - green) / of / 2 + MIDDLE;
    }
  }
  return { width, height, planes };
}

/**
 * By how much a block may differ where nothing is around it: pictures that were kept with a palette have fewer colours. A control's
 * colour that changes by more is noticed, wherever it fills a block.
 */
const LEVELS = [8, 16, 16] as const;
/**
 * And by how much of the contrast around it: so much changes when a letter's edge moves by a pixel and a half, or is drawn
 * thicker; what moves by a whole block changes by all of it.
 */
const SHARE = 0.4;
/** A single block beside others that are as they were is an edge that was drawn otherwise; nothing that is seen is as small. */
const LEAST_BLOCKS = 3;
/** A row of pixels more may begin a row of blocks. */
const HEIGHT_SLACK = 1;

export interface Difference {
  /** In words. */
  readonly what: string;
  /** The blocks that differ, counted row by row in the expected picture. */
  readonly marks: ReadonlySet<number>;
}

/** By how much a plane differs in the blocks around one. */
function contrastAt({ width, height, planes }: Blocks, column: number, row: number, plane: number): number {
  let [least, most] = [MOST, 0];
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
      const value = planes[(plane * height + y) * width + x] ?? 0;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  return most - least;
}

function differsAt(expected: Blocks, actual: Blocks, column: number, row: number): boolean {
  return LEVELS.some((levels, plane) => {
    const one = expected.planes[(plane * expected.height + row) * expected.width + column] ?? 0;
    const other = actual.planes[(plane * actual.height + row) * actual.width + column] ?? 0;
    const by = Math.abs(one - other);
    if (by <= levels) return false;
    const around = (blocks: Blocks): number => contrastAt(blocks, column, row, plane);
    // What is gone stands out in the old picture only, what is new in the new one.
    return by > levels + SHARE * Math.min(around(expected), around(actual));
  });
}

/** How two pictures of the same thing differ, if a person would notice. */
export function differenceOf(expected: Blocks, actual: Blocks): Difference | undefined {
  const width = Math.min(expected.width, actual.width);
  const height = Math.min(expected.height, actual.height);
  const marks = new Set<number>();
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++)
      if (differsAt(expected, actual, column, row)) marks.add(row * expected.width + column);
  }
  const said: string[] = [];
  if (expected.width !== actual.width)
    said.push(`${actual.width * BLOCK_PX} px wide instead of ${expected.width * BLOCK_PX}`);
  if (Math.abs(expected.height - actual.height) > HEIGHT_SLACK)
    said.push(`${actual.height * BLOCK_PX} px high instead of ${expected.height * BLOCK_PX}`);
  if (marks.size >= LEAST_BLOCKS) said.push(`${marks.size} blocks of ${BLOCK_PX} px differ`);
  return said.length > 0 ? { what: said.join(", "), marks } : undefined;
}
