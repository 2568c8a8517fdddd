/**
 * Reads a QR code back from its modules without error correction: the drawing itself must be right, and both copies of
 * its format must agree. Source: ISO/IEC 18004.
 */

type Modules = readonly (readonly boolean[])[];

/** Error correction code words per block, by the level's two bits (M, L, H, Q) and by version, from version 1. */
const CORRECTION_WORDS = [
  [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26],
  [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28],
  [17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24],
  [13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28],
] as const;
/** The same for the versions after those in the table above. */
const LATER_CORRECTION_WORDS = [28, 30, 30, 30] as const;
const BLOCKS = [
  [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
    31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
  ],
  [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17,
    18, 19, 19, 20, 21, 22, 24, 25,
  ],
  [
    1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45,
    48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
  ],
  [
    1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38,
    40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
  ],
] as const;

const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];
const FORMAT_MASK = 0x5412;
const FORMAT_BITS = 15;
const FIRST_SIZE = 17;
const MOST_VERSION = 40;
const ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
/** The number that declares bytes as UTF-8. Without this number bytes are read as ASCII. */
const ECI_UTF8 = 26;

/** The value, or undefined if these modules cannot be read as one. */
export function readQr(rows: Modules): string | undefined {
  const size = rows.length;
  const version = (size - FIRST_SIZE) / 4;
  const isSquare = rows.every((row) => row.length === size);
  if (!isSquare || !Number.isInteger(version) || version < 1 || version > MOST_VERSION) return undefined;
  const at = (x: number, y: number): boolean => rows[y]?.[x] ?? false;
  const format = formatOf(at, size);
  if (format === undefined) return undefined;
  const level = format >> 13;
  const mask = MASKS[(format >> 10) & 7];
  if (!mask) return undefined;
  const words = wordsOf(at, version, mask);
  return textOf(dataOf(words, version, level), version);
}

type At = (x: number, y: number) => boolean;

function numberOf(bits: readonly boolean[]): number {
  let number = 0;
  bits.forEach((bit, place) => {
    if (bit) number += 2 ** place;
  });
  return number;
}

/**
 * The format, if both copies are alike: five bits, and ten bits that correct them. The format's own mask is removed.
 */
function formatOf(at: At, size: number): number | undefined {
  const near: boolean[] = [];
  const far: boolean[] = [];
  for (let bit = 0; bit < FORMAT_BITS; bit++) {
    // Down the column 8 past the timing pattern, then along the row 8 to the left.
    near.push(bit < 6 ? at(8, bit) : bit < 8 ? at(8, bit + 1) : bit === 8 ? at(7, 8) : at(14 - bit, 8));
    far.push(bit < 8 ? at(size - 1 - bit, 8) : at(8, size - FORMAT_BITS + bit));
  }
  const format = numberOf(near);
  return format === numberOf(far) ? format ^ FORMAT_MASK : undefined;
}

/** Where the small squares have their middles. */
function alignmentsOf(version: number): readonly number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const last = version * 4 + FIRST_SIZE - 7;
  return [6, ...[...Array(count - 1)].map((_, index) => last - (count - 2 - index) * step)];
}

/** Whether a module is a pattern or says something of the code itself. */
function isFunction(x: number, y: number, version: number, alignments: readonly number[]): boolean {
  const size = version * 4 + FIRST_SIZE;
  if (x === 6 || y === 6) return true;
  if ((x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9)) return true;
  if (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) return true;
  const last = alignments.at(-1) ?? 0;
  return alignments.some((left) =>
    alignments.some((top) => {
      const isCorner = (left === 6 && (top === 6 || top === last)) || (left === last && top === 6);
      return !isCorner && Math.abs(x - left) <= 2 && Math.abs(y - top) <= 2;
    }),
  );
}

/** All code words in the order in which they are drawn: two columns at a time, up and down by turns. */
function wordsOf(at: At, version: number, mask: (x: number, y: number) => number): readonly number[] {
  const size = version * 4 + FIRST_SIZE;
  const alignments = alignmentsOf(version);
  const bits: boolean[] = [];
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    // This column holds the timing pattern alone.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1])
        if (!isFunction(x, y, version, alignments)) bits.push(at(x, y) !== (mask(x, y) === 0));
    }
    isUp = !isUp;
  }
  return [...Array(bits.length >> 3)].map((_, word) =>
    numberOf(bits.slice(word * 8, word * 8 + 8).reverse()),
  );
}

/** The data words in the order in which they were written. In the drawing the words of the blocks alternate. */
function dataOf(words: readonly number[], version: number, level: number): readonly number[] {
  const blocks = BLOCKS[level]?.[version - 1] ?? 1;
  const correction = CORRECTION_WORDS[level]?.[version - 1] ?? LATER_CORRECTION_WORDS[level] ?? 0;
  const short = Math.floor(words.length / blocks) - correction;
  const longBlocks = words.length % blocks;
  const shortBlocks = blocks - longBlocks;
  return [...Array(blocks)].flatMap((_, block) => {
    const data = [...Array(short)].map((__, at) => words[at * blocks + block] ?? 0);
    return block < shortBlocks ? data : [...data, words[short * blocks + block - shortBlocks] ?? 0];
  });
}

/** The number of bits of a count by mode (1, 2, 4), for versions up to 9, 26, 40. */
const COUNT_BITS: Readonly<Record<number, readonly number[]>> = {
  1: [10, 12, 14],
  2: [9, 11, 13],
  4: [8, 16, 16],
};

function textOf(data: readonly number[], version: number): string | undefined {
  const bits = data.map((word) => word.toString(2).padStart(8, "0")).join("");
  let place = 0;
  const take = (count: number): number => {
    const taken = Number.parseInt(bits.slice(place, place + count) || "0", 2);
    place += count;
    return taken;
  };
  let text = "";
  let isUtf8 = false;
  while (bits.length - place >= 4) {
    const mode = take(4);
    if (mode === 0) return text;
    if (mode === 7) {
      isUtf8 = take(8) === ECI_UTF8;
      continue;
    }
    const count = take(COUNT_BITS[mode]?.[version < 10 ? 0 : version < 27 ? 1 : 2] ?? 0);
    switch (mode) {
      case 1:
        for (let left = count; left > 0; left -= 3) {
          const digits = Math.min(3, left);
          text += String(take(digits * 3 + 1)).padStart(digits, "0");
        }
        break;
      case 2:
        for (let left = count; left > 0; left -= 2) {
          const pair = take(left > 1 ? 11 : 6);
          text += `${left > 1 ? ALPHANUMERIC.charAt(Math.floor(pair / 45)) : ""}${ALPHANUMERIC.charAt(pair % 45)}`;
        }
        break;
      case 4: {
        const bytes = Uint8Array.from({ length: count }, () => take(8));
        if (!isUtf8 && bytes.some((byte) => byte > 0x7f)) return undefined;
        text += new TextDecoder().decode(bytes);
        break;
      }
      default:
        return undefined;
    }
  }
  return text;
}
