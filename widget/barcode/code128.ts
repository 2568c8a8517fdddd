/// <reference path="./jsbarcode.d.ts" />
/** Code 128 by jsbarcode's encoder. */
import CODE128 from "jsbarcode/src/barcodes/CODE128/CODE128_AUTO.js";
import { isCode128Payload } from "../../shared/code128-payload.ts";
import type { BarcodeSymbol } from "./symbol.ts";

/** Source: ISO/IEC 15417, at least ten modules. */
const QUIET = 10;
/** Keeps the bars apart from the contents above and below them. */
const MARGIN = 2;

export function code128(payload: string): BarcodeSymbol | undefined {
  if (!isCode128Payload(payload)) return undefined;
  const { data } = new CODE128(payload, {}).encode();
  return { rows: [[...data].map((bar) => bar === "1")], quiet: QUIET, margin: MARGIN };
}
