/** How much each of the forty sizes of a QR code holds at error correction M, which repairs 15 %. Source: ISO/IEC 18004. */

export const VERSIONS = 40;
/** Lengths are written with more bits in larger symbols: the last version of each of the three groups. */
export const GROUP_ENDS = [9, 26, VERSIONS] as const;

/** Table 9, level M: error correction codewords a block, and blocks, of versions 1 to 40. */
const CORRECTION = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
  31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
];

/** Modules along one side. */
export const sideOf = (version: number): number => 17 + 4 * version;

/** Middles of the alignment patterns, along either side: evenly spaced from the far end, in even steps. Annex E. */
export function alignmentOf(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  // The one version whose table does not follow the rule.
  const step = version === 32 ? 26 : 2 * Math.ceil((version * 4 + 4) / (count * 2 - 2));
  const last = sideOf(version) - 7;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - (count - 2 - at) * step)];
}

/** All codewords, data and correction: the modules that no pattern takes, eight each. */
export function codewordsOf(version: number): number {
  const count = alignmentOf(version).length;
  // The square without its three finders, their separators and format, the dark module and the timing lines.
  const open = (16 * version + 128) * version + 64;
  const aligned = count > 0 ? (25 * count - 10) * count - 55 : 0;
  const versionBits = version >= 7 ? 36 : 0;
  return (open - aligned - versionBits) >> 3;
}

export const correctionOf = (version: number): number => CORRECTION[version - 1] ?? 0;
export const blocksOf = (version: number): number => BLOCKS[version - 1] ?? 0;
/** Codewords that are left for data. */
export const capacityOf = (version: number): number =>
  codewordsOf(version) - correctionOf(version) * blocksOf(version);
