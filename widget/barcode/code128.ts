/// <reference path="./jsbarcode.d.ts" />
/** Code 128 by jsbarcode's encoder. */

import { isCode128Payload } from "../../shared/code128-payload.ts";
import { Code128Encoder } from "./code128-encoder.ts";
import type { BarcodeSymbol } from "./symbol.ts";

/** Source: ISO/IEC 15417, at least ten modules. */
const QUIET = 10;
/** Keeps the bars apart from the contents above and below them. */
const MARGIN = 2;

export function code128(payload: string): BarcodeSymbol | undefined {
  if (!isCode128Payload(payload)) return undefined;
  const { data } = new Code128Encoder(payload, {}).encode();
  return { rows: [[...data].map((bar) => bar === "1")], quiet: QUIET, margin: MARGIN };
}
