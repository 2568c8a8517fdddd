/// <reference path="./jsbarcode.d.ts" />
/**
 * Code 128 by jsbarcode's encoder. Only printable ASCII, because the encoder reads U+00C8 to U+00D3 as control
 * functions.
 */
import CODE128 from "jsbarcode/src/barcodes/CODE128/CODE128_AUTO.js";
import type { BarcodeSymbol } from "./symbol.ts";

const PRINTABLE = /^[\x20-\x7e]+$/;
/** Source: ISO/IEC 15417, at least ten modules. */
const QUIET = 10;
/** Keeps the bars apart from the contents above and below them. */
const MARGIN = 2;

/** More do not fit on any screen in bars that a scanner reads; GS1-128 ends at 48. */
const LENGTH_MOST = 80;

export function code128(payload: string): BarcodeSymbol | undefined {
  if (payload.length > LENGTH_MOST || !PRINTABLE.test(payload)) return undefined;
  const { data } = new CODE128(payload, {}).encode();
  return { rows: [[...data].map((bar) => bar === "1")], quiet: QUIET, margin: MARGIN };
}
