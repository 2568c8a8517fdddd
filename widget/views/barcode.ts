/** A barcode as an image: dark on white in every theme, with its quiet zone, each module whole device pixels. */
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Codes } from "../../shared/usages.ts";
import { moduleSize } from "../barcode/fit.ts";
import type { BarcodeSymbol } from "../barcode/symbol.ts";
import type { View } from "./view.ts";

/** Bars of a linear code, high enough for a hand-held scanner at an angle. */
const BAR_HEIGHT_PX = 88;
/** A linear code's modules stay slim, or a short one would be a wall. */
const BAR_MODULE_MOST_PX = 3;

export function barcodeView(
  view: View,
  barcode: NonNullable<Codes["barcode"]>,
  isLink: boolean,
): TemplateResult | typeof nothing {
  const symbol = view.drawers?.[barcode.type](barcode.value);
  if (!symbol) return nothing;
  const name = view.t(barcode.type === "c128" ? "barcode" : isLink ? "qrcode_link" : "qrcode");
  return html`<div class="paper">${drawing(symbol, name, view.room)}</div>`;
}

function drawing({ rows, quiet }: BarcodeSymbol, name: string, room: number): TemplateResult {
  const isLinear = rows.length === 1;
  const columns = (rows[0]?.length ?? 0) + 2 * quiet;
  const size = moduleSize(columns, room, devicePixelRatio, isLinear ? BAR_MODULE_MOST_PX : undefined);
  const tall = isLinear ? Math.round(BAR_HEIGHT_PX / size) : 1;
  const lines = isLinear ? tall + 2 : rows.length + 2 * quiet;
  const top = isLinear ? 1 : quiet;
  const path = rows.map((row, y) => barsOf(row, quiet, top + y, tall)).join("");
  return html`
    <svg part="barcode" role="img" aria-label=${name} width=${columns * size} height=${lines * size} viewBox="0 0 ${columns} ${lines}" shape-rendering="crispEdges">
      ${svg`<path fill="#fff" d="M0 0h${columns}v${lines}h${-columns}z"/><path fill="#000" d=${path}/>`}
    </svg>
  `;
}

/** Neighbouring dark modules become one bar, so that no seam can show between them. */
function barsOf(row: readonly boolean[], left: number, y: number, height: number): string {
  let path = "";
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    const width = x - start + 1;
    path += `M${left + start} ${y}h${width}v${height}h${-width}z`;
  }
  return path;
}
