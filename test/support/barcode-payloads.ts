/** Realistic payloads: card numbers, codes with dashes, any printable text, links. */
import { type Random, seededRandom } from "./random.ts";

export interface Payload {
  readonly type: "c128" | "qrcode";
  readonly value: string;
}

const DIGITS = "0123456789";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)).join("");
const IN_PATHS = `${LETTERS}${LETTERS.toLowerCase()}${DIGITS}-_.~/?=&%`;
const GROUP = 4;

function dashed(random: Random): string {
  const code = random.text(LETTERS + DIGITS, random.between(6, 24));
  return [...code]
    .map((sign, at) => (at > 0 && at % (GROUP + 1) === GROUP && at < code.length - 1 ? "-" : sign))
    .join("");
}

/** From 30 to 120 characters. Every other link ends in a long number, as many gift links do. */
function link(random: Random, isNumbered: boolean): string {
  const start = `https://${random.text(LETTERS.toLowerCase(), random.between(3, 9))}.example/`;
  const rest = random.between(30, 120) - start.length;
  const number = isNumbered ? Math.min(rest, random.between(12, 30)) : 0;
  return start + random.text(IN_PATHS, rest - number) + random.text(DIGITS, number);
}

const KINDS: readonly ((random: Random, at: number) => string)[] = [
  (random) => random.text(DIGITS, random.between(8, 30)),
  dashed,
  (random) => random.text(PRINTABLE, random.between(1, 32)),
  (random, at) => link(random, at % 8 === 3),
];
/** The number of kinds of random payloads, which take turns. */
export const KIND_COUNT = KINDS.length;
const isLink = (value: string): boolean => value.startsWith("https://");

/** A quarter of each kind, no two alike, because a scanner tells them apart by their text only. */
export function randomPayloads(seed: number, count: number): string[] {
  const random = seededRandom(seed);
  const payloads = new Set<string>();
  while (payloads.size < count)
    payloads.add(KINDS[payloads.size % KINDS.length]?.(random, payloads.size) ?? "");
  return [...payloads];
}

/** Each value in both types; a link only as a QR code. */
export const inEachType = (values: readonly string[]): Payload[] =>
  values.flatMap((value) => [
    ...(isLink(value) ? [] : [{ type: "c128", value } as const]),
    { type: "qrcode", value } as const,
  ]);
