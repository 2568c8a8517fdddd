/**
 * QR codes for the printed card: bytes at correction level M, up to version 10, always with the first mask, which any
 * reader takes as well as the best one. Source: ISO/IEC 18004.
 */

/** From version 1: words of correction a block, and blocks. */
const LEVEL_M: readonly (readonly [words: number, blocks: number])[] = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
];
/** All words of a version, data and correction. */
const WORDS = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
/** Middles of the small squares, by version. */
const ALIGNMENTS = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
const BYTES = 0b0100;
/** Level M with mask 0 is five zero bits; what corrects them is zero, too: only the fixed mask remains. */
const FORMAT = 0x5412;
const PADS = [0xec, 0x11];
const POLYNOMIAL = 0x11d;
const VERSION_POLYNOMIAL = 0x1f25;

function multiply(x: number, y: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * POLYNOMIAL);
    product ^= ((y >>> bit) & 1) * x;
  }
  return product;
}

/** Reed and Solomon's remainder. */
function correctionOf(data: readonly number[], count: number): number[] {
  const divisor = Array<number>(count).fill(0);
  divisor[count - 1] = 1;
  let root = 1;
  for (let step = 0; step < count; step++) {
    for (let at = 0; at < count; at++)
      divisor[at] = multiply(divisor[at] ?? 0, root) ^ (divisor[at + 1] ?? 0);
    root = multiply(root, 2);
  }
  const rest = Array<number>(count).fill(0);
  for (const word of data) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((each, at) => {
      rest[at] = (rest[at] ?? 0) ^ multiply(each, factor);
    });
  }
  return rest;
}

/** Data and correction of all blocks, by turns. */
function wordsOf(bytes: readonly number[], version: number): number[] | undefined {
  const [correction = 0, blocks = 1] = LEVEL_M[version - 1] ?? [];
  const total = WORDS[version - 1] ?? 0;
  const room = total - correction * blocks;
  const bits = [
    BYTES.toString(2).padStart(4, "0"),
    bytes.length.toString(2).padStart(version < 10 ? 8 : 16, "0"),
  ];
  const stream = `${bits.join("")}${bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("")}0000`;
  const padded = stream.padEnd(Math.ceil(stream.length / 8) * 8, "0");
  // The closing zeros may be cut, never the bytes.
  if (bits.join("").length + bytes.length * 8 > room * 8) return undefined;
  const data = (padded.match(/.{8}/g) ?? []).slice(0, room).map((word) => Number.parseInt(word, 2));
  for (let at = 0; data.length < room; at++) data.push(PADS[at % 2] ?? 0);
  const short = Math.floor(room / blocks);
  const longFrom = blocks - (room % blocks);
  let taken = 0;
  const parts = Array.from({ length: blocks }, (_, block) => {
    const part = data.slice(taken, taken + short + (block >= longFrom ? 1 : 0));
    taken += part.length;
    return { part, corrections: correctionOf(part, correction) };
  });
  const turns = (pick: (block: (typeof parts)[number]) => number[], length: number): number[] =>
    Array.from({ length }, (_, at) => parts.flatMap((block) => pick(block)[at] ?? [])).flat();
  return [...turns(({ part }) => part, short + 1), ...turns(({ corrections }) => corrections, correction)];
}

/** The rows of a symbol, dark modules true; undefined for what is too long or no printable ASCII. */
export function qrRows(text: string): boolean[][] | undefined {
  // Other bytes would have to say what they are; readers guess.
  if (!/^[\x20-\x7e]+$/.test(text)) return undefined;
  const bytes = [...text].map((char) => char.charCodeAt(0));
  for (let version = 1; version <= LEVEL_M.length; version++) {
    const words = wordsOf(bytes, version);
    if (words) return drawn(words, version);
  }
  return undefined;
}

function drawn(words: readonly number[], version: number): boolean[][] {
  const size = version * 4 + 17;
  const rows = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  const set = (x: number, y: number, dark: boolean): void => {
    const row = rows[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  const square = (
    middleX: number,
    middleY: number,
    reach: number,
    isDark: (ring: number) => boolean,
  ): void => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++)
        set(middleX + x, middleY + y, isDark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const alignments = ALIGNMENTS[version - 1] ?? [];
  for (const x of alignments)
    for (const y of alignments) if (isFree(x, y, size)) square(x, y, 2, (ring) => ring !== 1);
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((FORMAT >>> bit) & 1) === 1;
    if (bit < 6) set(8, bit, dark);
    else if (bit < 8) set(8, bit + 1, dark);
    else set(bit === 8 ? 7 : 14 - bit, 8, dark);
    if (bit < 8) set(size - 1 - bit, 8, dark);
    else set(8, size - 15 + bit, dark);
  }
  set(8, size - 8, true);
  if (version >= 7) {
    let rest = version;
    for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >>> 11) * VERSION_POLYNOMIAL);
    const bits = (version << 12) | rest;
    for (let bit = 0; bit < 18; bit++) {
      const dark = ((bits >>> bit) & 1) === 1;
      const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
      set(far, near, dark);
      set(near, far, dark);
    }
  }
  fill(rows, words, size);
  return rows.map((row) => row.map((dark) => dark === true));
}

/** Whether a small square lies in no corner with a large one. */
const isFree = (x: number, y: number, size: number): boolean =>
  !((x < 9 && y < 9) || (x < 9 && y > size - 10) || (x > size - 10 && y < 9));

/** Two columns at a time from the right, up and down by turns, over what is free. */
function fill(rows: (boolean | undefined)[][], words: readonly number[], size: number): void {
  let bit = 0;
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = rows[y];
        if (!row || row[x] !== undefined) continue;
        const dark = (((words[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        row[x] = dark !== ((x + y) % 2 === 0);
        bit++;
      }
    }
  }
}
