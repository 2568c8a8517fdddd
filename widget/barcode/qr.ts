/**
 * QR codes by lean-qr, in the smallest size that holds the payload at error correction M. A better correction is used
 * if it needs no larger size.
 */
import { correction, generate, mode } from "lean-qr";
import { isQrPayload } from "../../shared/qr-payload.ts";
import type { BarcodeSymbol } from "./symbol.ts";

/** Source: ISO/IEC 18004, four modules. */
const QUIET = 4;
const ASCII = /^[\0-\x7f]*$/;

/**
 * The modes are listed one by one because lean-qr would also mix Latin-1 and Shift JIS with UTF-8, which scanners
 * misread. All bytes that are not ASCII are declared as UTF-8; without the declaration scanners guess.
 */
const modesOf = (payload: string) => [
  mode.numeric,
  mode.alphaNumeric,
  ASCII.test(payload) ? mode.ascii : mode.utf8,
];

/** A page's own library may have put a function of another meaning in the place of `reduce`, which lean-qr calls. */
function withReduce<T>(draw: () => T): T {
  const { reduce } = Array.prototype;
  if ([1, 2].reduce((sum, each) => sum + each) === 3) return draw();
  // Nothing of the page runs meanwhile.
  Array.prototype.reduce = function (this: unknown[], join: (all: unknown, each: unknown) => unknown) {
    let [all] = this;
    for (const each of this.slice(1)) all = join(all, each);
    return all;
  } as typeof reduce;
  try {
    return draw();
  } finally {
    Array.prototype.reduce = reduce;
  }
}

export function qrcode(payload: string): BarcodeSymbol | undefined {
  if (!isQrPayload(payload)) return undefined;
  try {
    const code = withReduce(() =>
      generate(payload, { modes: modesOf(payload), minCorrectionLevel: correction.M }),
    );
    const places = [...Array(code.size).keys()];
    return { rows: places.map((y) => places.map((x) => code.get(x, y))), quiet: QUIET, margin: QUIET };
  } catch {
    // The payload is longer than the largest symbol holds.
    return undefined;
  }
}
