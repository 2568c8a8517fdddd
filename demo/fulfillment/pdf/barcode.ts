/** A barcode on paper or on a page: dark rectangles, and the quiet zone around them. */
/// <reference path="./jsbarcode.d.ts" />
import code128 from "jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js";
import { correction, generate, mode } from "lean-qr";

/** What both kinds are given here. Other characters would need an encoding, which readers guess. */
const PRINTABLE = /^[\x20-\x7e]+$/;
const QR_MODES = [mode.numeric, mode.alphaNumeric, mode.ascii];

/** In points, from the top left corner of the symbol. */
export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Barcode {
  readonly bars: readonly Bar[];
  readonly width: number;
  readonly height: number;
  /** Space above the barcode: its own quiet zone, or more. */
  readonly before: number;
}

/** 0.42 mm and 0.7 mm: any office printer prints these sizes cleanly, and any scanner reads them. */
const MODULE = { c128: 1.2, qrcode: 2 } as const;
const BAR_HEIGHT = 56;
/** Modules of white around the code. On the left and right the page's margin is enough. */
const QUIET = { c128: 10, qrcode: 4 } as const;

/** Of jsbarcode the encoder alone; one character a module, `1` is dark. A bundler has the default itself, Node what it is a member of. */
const Code128 = "default" in code128 ? code128.default : code128;

function code128Row(text: string): boolean[] {
  const { data } = new Code128(text, {}).encode();
  return Array.from(data, (module) => module === "1");
}

/** At correction level M, or a better one if the symbol stays as small; undefined if the text is too long for any symbol. */
function qrRows(text: string): boolean[][] | undefined {
  try {
    const symbol = generate(text, { modes: QR_MODES, minCorrectionLevel: correction.M });
    const places = Array.from({ length: symbol.size }, (_, at) => at);
    return places.map((y) => places.map((x) => symbol.get(x, y)));
  } catch {
    return undefined;
  }
}

/** @param most the maximum width; a longer code is drawn with thinner bars */
export function barcodeOf(type: "c128" | "qrcode", value: string, most: number): Barcode | undefined {
  if (!PRINTABLE.test(value)) return undefined;
  const rows = type === "c128" ? [code128Row(value)] : qrRows(value);
  const [first] = rows ?? [];
  if (!rows || !first) return undefined;
  const module = Math.min(MODULE[type], most / first.length);
  const height = type === "c128" ? BAR_HEIGHT : module;
  const bars = rows.flatMap((row, line) =>
    barsOf(row ?? []).map(([start, length]) => ({
      x: start * module,
      y: line * height,
      width: length * module,
      height,
    })),
  );
  return { bars, width: first.length * module, height: rows.length * height, before: QUIET[type] * module };
}

/** Neighbouring dark modules become one bar, so that no gap shows between them. */
function barsOf(row: readonly boolean[]): [start: number, length: number][] {
  const bars: [number, number][] = [];
  row.forEach((dark, at) => {
    const last = bars.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === at) last[1]++;
    else bars.push([at, 1]);
  });
  return bars;
}
