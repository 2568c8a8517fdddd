/** Reads a drawn barcode back from its SVG: from the bars in the picture, not from the modules that should be there. */
import { readCode128 } from "./read-code128.ts";
import { readQr } from "./read-qr.ts";

/** White modules on either side, and above and below. Source: ISO/IEC 15417 and 18004. */
const QUIET = { c128: 10, qrcode: 4 } as const;
const MARGIN = { c128: 0, qrcode: 4 } as const;

/** One bar in the path of a drawing: left end, top, width and height. */
const BAR = /M(\d+) (\d+)h(\d+)v(\d+)h-\3z/g;

/** What a scanner would read; undefined if it would read nothing, or if the quiet zone is too narrow. */
export function readBack(svg: SVGElement, type: "c128" | "qrcode"): string | undefined {
  const path = svg.querySelector('path[fill="#000"]');
  const bars = [...(path?.getAttribute("d") ?? "").matchAll(BAR)].map((bar) => bar.slice(1).map(Number));
  const box = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const [across = 0, down = 0] = path?.hasAttribute("transform") ? [box[3], box[2]] : [box[2], box[3]];
  const quiet = QUIET[type];
  const margin = MARGIN[type];
  const columns = across - 2 * quiet;
  const lines = type === "c128" ? 1 : down - 2 * margin;
  if (!(columns > 0) || !(lines > 0)) return undefined;
  const rows = [...Array(lines)].map(() => Array<boolean>(columns).fill(false));
  for (const [x = 0, y = 0, width = 0, height = 0] of bars) {
    const isInside = x >= quiet && y >= margin && x + width <= across - quiet && y + height <= down - margin;
    const row = type === "c128" ? rows[0] : rows[y - margin];
    if (!isInside || !row || (type === "qrcode" && height !== 1)) return undefined;
    row.fill(true, x - quiet, x - quiet + width);
  }
  return type === "c128" ? readCode128(rows[0] ?? []) : readQr(rows);
}
