/** From the bits of a payload to all codewords of a symbol: filled up, with error correction, interleaved. 7.4.10 to 7.6. */
import { blocksOf, capacityOf, codewordsOf, correctionOf } from "./versions.ts";

const TERMINATOR_BITS = 4;
/** Written in turn after the payload, until the symbol is full. */
const PADS = [0xec, 0x11] as const;
/** The field's polynomial, x⁸ + x⁴ + x³ + x² + 1. */
const FIELD = 0x11d;

function multiply(x: number, y: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * FIELD);
    product ^= ((y >> bit) & 1) * x;
  }
  return product;
}

/** (x − 2⁰)(x − 2¹)…, without its leading one. */
function divisorOf(degree: number): number[] {
  const divisor = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let round = 0; round < degree; round++) {
    for (let at = 0; at < degree; at++) {
      divisor[at] = multiply(divisor[at] ?? 0, root) ^ (divisor[at + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return divisor;
}

/** Reed-Solomon: what is left of the data divided by the divisor. */
function correct(data: readonly number[], divisor: readonly number[]): number[] {
  let rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = divisor.map((each, at) => (rest[at + 1] ?? 0) ^ multiply(each, factor));
  }
  return rest;
}

function fill(bits: readonly number[], capacity: number): number[] {
  const ended = [...bits, ...Array<number>(Math.min(TERMINATOR_BITS, capacity * 8 - bits.length)).fill(0)];
  const bytes = Array.from({ length: Math.ceil(ended.length / 8) }, (_, at) =>
    Array.from({ length: 8 }, (_, bit) => ended[at * 8 + bit] ?? 0).reduce((byte, bit) => byte * 2 + bit, 0),
  );
  for (let pad = 0; bytes.length < capacity; pad ^= 1) bytes.push(PADS[pad as 0 | 1]);
  return bytes;
}

/** The blocks' first codewords, then their second ones, and so on: a scratch spoils a little of each. */
const interleave = (blocks: readonly (readonly number[])[]): number[] =>
  Array.from({ length: Math.max(...blocks.map((block) => block.length)) }, (_, at) =>
    blocks.flatMap((block) => block[at] ?? []),
  ).flat();

export function codewords(bits: readonly number[], version: number): number[] {
  const count = blocksOf(version);
  const data = fill(bits, capacityOf(version));
  const short = Math.floor(codewordsOf(version) / count) - correctionOf(version);
  const longBlocks = data.length - short * count;
  let start = 0;
  const blocks = Array.from({ length: count }, (_, at) => {
    // The last ones hold one more.
    const end = start + short + (at < count - longBlocks ? 0 : 1);
    const block = data.slice(start, end);
    start = end;
    return block;
  });
  const divisor = divisorOf(correctionOf(version));
  return [...interleave(blocks), ...interleave(blocks.map((block) => correct(block, divisor)))];
}
