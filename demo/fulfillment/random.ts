/** Ids, codes, PINs and tokens from one seed: the same calls in the same order give the same answers. */

const READABLE = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const HEX = "0123456789abcdef";

export interface Random {
  /** The number of draws so far. Setting it continues an earlier sequence. */
  position: number;
  /** A whole number from 0 up to, not including, `below`. */
  int(below: number): number;
  digits(length: number): string;
  /** Upper-case letters and digits that are not confused with each other. */
  letters(length: number): string;
  hex(length: number): string;
  shuffle<T>(items: readonly T[]): T[];
}

/** FNV-1a: a number from a text, so that a seed may be a word. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/** Mulberry32 over the hashed seed. */
export function createRandom(seed: string | number): Random {
  let state = hash(String(seed));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const int = (below: number) => Math.floor(next() * below);
  const draw = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(int(alphabet.length))).join("");
  return {
    get position() {
      return state;
    },
    set position(value) {
      state = value;
    },
    int,
    digits: (length) => `${1 + int(9)}${draw("0123456789", length - 1)}`,
    letters: (length) => draw(READABLE, length),
    hex: (length) => draw(HEX, length),
    shuffle: (items) =>
      items
        .map((item) => ({ item, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  };
}
