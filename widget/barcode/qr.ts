/** QR codes at error correction M, in the smallest size that holds the payload. */
import { codewords } from "./qr/codewords.ts";
import { matrix } from "./qr/matrix.ts";
import { bitsOf } from "./qr/segments.ts";
import { capacityOf, GROUP_ENDS } from "./qr/versions.ts";
import type { BarcodeSymbol } from "./symbol.ts";

/** Source: ISO/IEC 18004, four modules. */
const QUIET = 4;
/** Half of a character: no text that a scanner could give back. */
const HALVES = /\p{Surrogate}/u;

export function qrcode(payload: string): BarcodeSymbol | undefined {
  if (payload === "" || HALVES.test(payload)) return undefined;
  let version = 1;
  for (const group of [0, 1, 2] as const) {
    const bits = bitsOf(payload, group);
    for (; version <= GROUP_ENDS[group]; version++) {
      if (bits.length <= capacityOf(version) * 8)
        return { rows: matrix(codewords(bits, version), version), quiet: QUIET };
    }
  }
  // Longer than the largest symbol holds.
  return undefined;
}
