/** QR codes by lean-qr, in the smallest size that holds the payload at error correction M; a better one where it is free. */
import { correction, generate, mode } from "lean-qr";
import type { BarcodeSymbol } from "./symbol.ts";

/** Source: ISO/IEC 18004, four modules. */
const QUIET = 4;
/** Half of a character: no text that a scanner could give back. */
const HALVES = /\p{Surrogate}/u;
const ASCII = /^[\0-\x7f]*$/;

/**
 * Named one by one: Latin-1 and Shift JIS, which lean-qr would mix with UTF-8 as well, are read as something else by
 * scanners. Bytes that are not ASCII are said to be UTF-8, all of them; without that scanners guess.
 */
const modesOf = (payload: string) => [
  mode.numeric,
  mode.alphaNumeric,
  ASCII.test(payload) ? mode.ascii : mode.utf8,
];

export function qrcode(payload: string): BarcodeSymbol | undefined {
  if (payload === "" || HALVES.test(payload)) return undefined;
  try {
    const code = generate(payload, { modes: modesOf(payload), minCorrectionLevel: correction.M });
    const places = Array.from({ length: code.size }, (_, at) => at);
    return { rows: places.map((y) => places.map((x) => code.get(x, y))), quiet: QUIET, margin: QUIET };
  } catch {
    // Longer than the largest symbol holds.
    return undefined;
  }
}
