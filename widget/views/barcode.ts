/** A barcode as an image: dark on white in every theme, with its quiet zone, each module whole device pixels. */
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Codes } from "../../shared/usages.ts";
import { moduleSize } from "../barcode/fit.ts";
import type { BarcodeSymbol } from "../barcode/symbol.ts";
import { fitted } from "./fitted.ts";
import type { View } from "./view.ts";

/** Bars of a linear code, high enough for a hand-held scanner at an angle. */
const BAR_HEIGHT_PX = 88;
/** A linear code's modules stay slim, or a short one would be a wall. */
const BAR_MODULE_MOST_PX = 3;
/** Thinner bars (about 0.16 mm) are lost on many hand-held scanners: a turned code can have thicker ones. */
const BAR_MODULE_LEAST_PX = 0.6;
/** The length of a linear code that had to be turned: what a phone shows at once. */
const TURNED_LENGTH_PX = 480;

export function barcodeView(
  view: View,
  barcode: NonNullable<Codes["barcode"]>,
  isLink: boolean,
): TemplateResult | typeof nothing {
  const symbol = view.drawers?.[barcode.type](barcode.value);
  if (!symbol) return nothing;
  const name = view.t(barcode.type === "c128" ? "barcode" : isLink ? "qrcode_link" : "qrcode");
  const draw = symbol.rows.length === 1 ? linear : matrix;
  return html`<div class="room">${fitted((room) => draw(symbol, name, room))}</div>`;
}

/** Along the column; across it where the bars would be too thin to fit, which scanners read as well. */
function linear({ rows, quiet }: BarcodeSymbol, name: string, room: number): TemplateResult {
  const row = rows[0] ?? [];
  const columns = row.length + 2 * quiet;
  const along = moduleSize(columns, room, devicePixelRatio, BAR_MODULE_MOST_PX);
  const isTurned = columns * along > room || along < BAR_MODULE_LEAST_PX;
  const size = isTurned ? moduleSize(columns, TURNED_LENGTH_PX, devicePixelRatio, BAR_MODULE_MOST_PX) : along;
  const height = isTurned ? Math.min(BAR_HEIGHT_PX, Math.max(room, 1)) : BAR_HEIGHT_PX;
  const lines = Math.max(1, Math.floor(height / size));
  const path = barsOf(row, quiet, 0, lines);
  return html`<div class="paper">${isTurned ? picture(lines, columns, size, name, path, true) : picture(columns, lines, size, name, path)}</div>`;
}

function matrix({ rows, quiet }: BarcodeSymbol, name: string, room: number): TemplateResult {
  const columns = rows.length + 2 * quiet;
  const size = moduleSize(columns, room, devicePixelRatio);
  const path = rows.map((row, y) => barsOf(row, quiet, quiet + y, 1)).join("");
  const drawn = picture(columns, columns, size, name, path);
  // More than the room: reachable with the keyboard, at least.
  return columns * size > room
    ? html`<div class="paper" role="group" aria-label=${name} tabindex="0">${drawn}</div>`
    : html`<div class="paper">${drawn}</div>`;
}

function picture(
  columns: number,
  lines: number,
  size: number,
  name: string,
  path: string,
  isTurned = false,
): TemplateResult {
  return html`
    <svg part="barcode" role="img" aria-label=${name} width=${columns * size} height=${lines * size} viewBox="0 0 ${columns} ${lines}" shape-rendering="crispEdges">
      ${svg`<path fill="#fff" d="M0 0h${columns}v${lines}h${-columns}z"/><path fill="#000" d=${path} transform=${isTurned ? "matrix(0 1 1 0 0 0)" : nothing}/>`}
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
