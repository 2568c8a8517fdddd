/** A barcode as SVG: dark on white in every theme, with its quiet zone, in the given module size. */
import { html, nothing, svg, type TemplateResult } from "lit";
import type { BarcodeSymbol } from "../barcode/symbol.ts";

export interface Drawing {
  readonly symbol: BarcodeSymbol;
  /** What a screen reader says instead of the payload. */
  readonly name: string;
  /** CSS pixels of a module. */
  readonly size: number;
  /** The height of a linear code's bars, in modules. */
  readonly lines?: number;
  /** Whether the code is turned by a quarter: its left edge is at the top. */
  readonly isTurned?: boolean;
  /** The part's name; null for the second picture of a code. */
  readonly part?: string | null;
}

/** The length of a symbol with its quiet zone, in modules. */
export const lengthOf = ({ rows, quiet }: BarcodeSymbol): number => (rows[0]?.length ?? 0) + 2 * quiet;
export const isLinear = ({ rows }: BarcodeSymbol): boolean => rows.length === 1;

export function drawingView({ symbol, name, size, lines = 1, isTurned, part }: Drawing): TemplateResult {
  const { rows, quiet, margin } = symbol;
  const along = lengthOf(symbol);
  const across = isLinear(symbol) ? lines + 2 * margin : along;
  const [columns, down] = isTurned ? [across, along] : [along, across];
  const path = rows.map((row, y) => barsOf(row, quiet, margin + y, isLinear(symbol) ? lines : 1)).join("");
  return html`
    <svg part=${part ?? nothing} role="img" aria-label=${name} width=${columns * size} height=${down * size} viewBox="0 0 ${columns} ${down}" shape-rendering="crispEdges">
      ${svg`<path fill="#fff" d="M0 0h${columns}v${down}h${-columns}z"/><path fill="#000" d=${path} transform=${isTurned ? "matrix(0 1 1 0 0 0)" : nothing}/>`}
    </svg>
  `;
}

/** Neighbouring dark modules become one bar, so that no gap shows between them. */
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
