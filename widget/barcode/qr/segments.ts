/**
 * A payload as bits, in the fewest there are: it is split where another mode (digits, 45 signs, bytes) gains more than
 * changing the mode costs, so that a link that ends in digits may stay a size smaller. Source: ISO/IEC 18004, 7.4.
 */

const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const MODE_BITS = 4;
/** Says that bytes are UTF-8. Without it scanners guess, and some read "Café" as Chinese. Only said where it matters. */
const UTF8 = { indicator: 7, designator: 26, designatorBits: 8, needed: /[^\0-\x7f]/ } as const;

interface Mode {
  readonly indicator: number;
  /** Bits of the length, in each of the three groups of versions. */
  readonly lengthBits: readonly [number, number, number];
  readonly holds: RegExp;
  /** Of one character, in sixths of a bit: three digits take ten bits, two signs eleven. */
  cost(character: string): number;
  /** Characters, or bytes. */
  count(text: string): number;
  write(text: string, put: Put): void;
}

type Put = (value: number, bits: number) => void;

const SIXTHS = 6;
const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array => encoder.encode(text);

const DIGITS: Mode = {
  indicator: 1,
  lengthBits: [10, 12, 14],
  holds: /^[0-9]$/,
  cost: () => 20,
  count: (text) => text.length,
  write(text, put) {
    for (const [three] of text.matchAll(/.{1,3}/g)) put(Number(three), three.length * 3 + 1);
  },
};
const SIGN_PAIRS: Mode = {
  indicator: 2,
  lengthBits: [9, 11, 13],
  holds: /^[0-9A-Z $%*+./:-]$/,
  cost: () => 33,
  count: (text) => text.length,
  write(text, put) {
    for (const [two] of text.matchAll(/.{1,2}/g)) {
      const value = [...two].reduce((sum, sign) => sum * SIGNS.length + SIGNS.indexOf(sign), 0);
      put(value, two.length * 5 + 1);
    }
  },
};
const BYTES: Mode = {
  indicator: 4,
  lengthBits: [8, 16, 16],
  holds: /^/,
  cost: (character) => bytesOf(character).length * 8 * SIXTHS,
  count: (text) => bytesOf(text).length,
  write(text, put) {
    for (const byte of bytesOf(text)) put(byte, 8);
  },
};
const MODES = [BYTES, SIGN_PAIRS, DIGITS];

/** One way to write the characters so far, and the best of those that end in its mode. */
interface Way {
  readonly mode: Mode;
  readonly cost: number;
  /** Where its last segment begins, and what stands before it. */
  readonly start: number;
  readonly before: Way | undefined;
}

const wholeBits = (cost: number): number => Math.ceil(cost / SIXTHS) * SIXTHS;
const cheapest = (ways: readonly Way[]): Way | undefined =>
  ways.reduce<Way | undefined>((best, way) => (best && best.cost <= way.cost ? best : way), undefined);

/** The bits of a payload as they are written in a group of versions (0, 1 or 2). */
export function bitsOf(payload: string, group: 0 | 1 | 2): number[] {
  const characters = [...payload];
  let ways: Way[] = [];
  characters.forEach((character, at) => {
    const before = cheapest(ways.map((way) => ({ ...way, cost: wholeBits(way.cost) })));
    ways = MODES.filter(({ holds }) => holds.test(character)).flatMap((mode) => {
      const head = (MODE_BITS + mode.lengthBits[group]) * SIXTHS;
      const anew = { mode, start: at, before, cost: (before?.cost ?? 0) + head + mode.cost(character) };
      const same = ways.find((way) => way.mode === mode);
      const on = same && { ...same, cost: same.cost + mode.cost(character) };
      return cheapest(on ? [on, anew] : [anew]) ?? [];
    });
  });

  const bits: number[] = [];
  const put: Put = (value, count) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  const write = ({ mode, start, before }: Way, end: number): void => {
    if (before) write(before, start);
    const text = characters.slice(start, end).join("");
    put(mode.indicator, MODE_BITS);
    put(mode.count(text), mode.lengthBits[group]);
    mode.write(text, put);
  };
  if (UTF8.needed.test(payload)) {
    put(UTF8.indicator, MODE_BITS);
    put(UTF8.designator, UTF8.designatorBits);
  }
  const best = cheapest(ways.map((way) => ({ ...way, cost: wholeBits(way.cost) })));
  if (best) write(best, characters.length);
  return bits;
}
