/** QR codes by uqr. */
import { encode } from "uqr";
import type { BarcodeSymbol } from "./symbol.ts";

/** Source: ISO/IEC 18004, four modules. */
const QUIET = 4;

export function qrcode(payload: string): BarcodeSymbol | undefined {
  try {
    return { rows: encode(payload, { ecc: "M", border: 0 }).data, quiet: QUIET };
  } catch {
    // Longer than the largest symbol holds.
    return undefined;
  }
}
