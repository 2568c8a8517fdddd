/** A barcode on its paper, as wide as the column allows. */
import { html, nothing, type TemplateResult } from "lit";
import type { Codes } from "../../shared/usages.ts";
import { moduleSize } from "../barcode/fit.ts";
import type { BarcodeSymbol } from "../barcode/symbol.ts";
import type { Drawers } from "../loaders.ts";
import { PAPER_EDGE_PX, SQUARE_EDGE_PX } from "../styles/barcode.ts";
import { provenDrawing } from "./drawing.ts";
import { fitted, type Room } from "./fitted.ts";
import { type Drawing, isLinear, lengthOf } from "./symbol.ts";
import type { View } from "./view.ts";

export type Barcode = NonNullable<Codes["barcode"]>;

/** Bars of a linear code, high enough for a hand-held scanner at an angle. */
const BAR_HEIGHT_PX = 88;
/** A linear code's modules stay slim, or a short one would be a wall. */
const BAR_MODULE_MOST_PX = 4;
/** A QR code of this length is read from a phone at arm's length. More only costs room. */
const QR_LENGTH_MOST_PX = 272;
/** Of the window's height: title, art and the main button stand in the same window. The screen for the till has a larger one. */
const QR_HEIGHT_SHARE = 0.3;
/** Scanners at a till read such a code: about 25 mm on a phone. */
const QR_LENGTH_LEAST_PX = 150;
/** Bars of one device pixel are lost on scanners and cameras; a turned code can have thicker ones. */
const BAR_MODULE_LEAST_PIXELS = 2;
/** Thinner ones (about 0.16 mm) are lost on many hand-held scanners, however sharp the screen. */
const BAR_MODULE_LEAST_PX = 0.6;
/** Every scanner reads such modules: thicker ones are no reason for paper from one edge of the pass to the other. */
const GOOD_MODULE_PX = 2;
/** The length of a linear code that had to be turned: what a phone shows at once. */
const TURNED_LENGTH_PX = 480;

/** What a screen reader says instead of the payload. */
export const barcodeName = ({ t }: View, { type }: Barcode, isLink: boolean): string =>
  t(type === "c128" ? "barcode" : isLink ? "qrcode_link" : "qrcode");

/**
 * @param part its name to the page; a picture that the service did not ask for has none
 * @param isVeiled its place is kept, and nothing of it is in the document
 */
export function barcodeView(
  view: View,
  barcode: Barcode,
  isLink: boolean,
  part: string | null = "barcode",
  isVeiled = false,
): TemplateResult | typeof nothing {
  const { drawers } = view;
  if (!drawers) return missingView(view, isLink);
  const symbol = drawers[barcode.type](barcode.value);
  if (!symbol) return nothing;
  const name = barcodeName(view, barcode, isLink);
  return html`
    <div class="room">${fitted((room) => paperView(barcode, symbol, name, room, drawers, part, isVeiled))}</div>
  `;
}

/** One that is still on its way, or could not be fetched: at a till one has to know that there is one. */
function missingView({ drawers, t, send }: View, isLink: boolean): TemplateResult {
  if (drawers === undefined) return html`<div class="skeleton block"></div>`;
  return html`
    <div class="actions missing">
      <p role="alert" part="alert">${t(isLink ? "qrcode_missing" : "barcode_missing")}</p>
      <button part="retry button secondary" class="plain" type="button" @click=${() => send({ type: "retry" })}>${t("retry")}</button>
    </div>
  `;
}

function paperView(
  barcode: Barcode,
  symbol: BarcodeSymbol,
  name: string,
  { width, inset = 0, windowHeight }: Room,
  drawers: Drawers,
  part: string | null,
  isVeiled: boolean,
): TemplateResult | typeof nothing {
  const whole = width - 2 * (isLinear(symbol) ? PAPER_EDGE_PX : SQUARE_EDGE_PX);
  const fitIn = (length: number): Fit =>
    isLinear(symbol) ? linear(symbol, length) : matrix(symbol, length, windowHeight);
  const room = isLinear(symbol) ? roomOf(fitIn, whole, inset) : whole - 2 * inset;
  const drawing = { symbol, name, part, ...fitIn(room) };
  const drawn = provenDrawing(barcode, "pass", drawing, drawers);
  if (!drawn) return nothing;
  const shape = shapeOf(symbol, drawing, whole, inset);
  if (isVeiled) {
    // Paper alone goes to the edges of the pass: a pattern that nobody scans stays in the column.
    const [across, down] = ["width", "height"].map((side) => drawn.getAttribute(side));
    return html`<div class="paper veil ${shape === "whole" ? "lying" : shape}"><svg width=${across} height=${down} aria-hidden="true"></svg></div>`;
  }
  // More than the room: reachable with the keyboard, at least.
  return !drawing.isTurned && lengthOf(symbol) * drawing.size > room
    ? html`<div class="paper" role="group" aria-label=${name} tabindex="0">${drawn}</div>`
    : html`<div class="paper ${shape}">${drawn}</div>`;
}

/** Paper as wide as the column that it stands in; from edge to edge of the pass where the code needs more. */
function shapeOf(symbol: BarcodeSymbol, { isTurned, size }: Drawing, whole: number, inset: number): string {
  if (!isLinear(symbol)) return "square";
  if (isTurned) return "";
  return lengthOf(symbol) * size <= whole - 2 * inset ? "lying" : "whole";
}

type Fit = Pick<Drawing, "size" | "lines" | "isTurned">;

/** The column; all of the pass where only that has good modules, or better ones than the column leaves room for. */
function roomOf(fitIn: (length: number) => Fit, whole: number, inset: number): number {
  const sizeIn = (room: number): number => {
    const { size, isTurned } = fitIn(room);
    return isTurned ? 0 : size;
  };
  const column = whole - 2 * inset;
  return column > 0 && sizeIn(column) >= Math.min(GOOD_MODULE_PX, sizeIn(whole)) ? column : whole;
}

/** Along the column; across it where the bars would be too thin to fit, which scanners read as well. */
function linear(symbol: BarcodeSymbol, room: number): Fit {
  const columns = lengthOf(symbol);
  const bounds = { least: BAR_MODULE_LEAST_PIXELS, most: BAR_MODULE_MOST_PX };
  const along = moduleSize(columns, room, devicePixelRatio, bounds);
  const isTurned = columns * along > room || along < BAR_MODULE_LEAST_PX;
  const size = isTurned ? moduleSize(columns, TURNED_LENGTH_PX, devicePixelRatio, bounds) : along;
  const height = isTurned ? Math.min(BAR_HEIGHT_PX, room - 2 * symbol.margin * size) : BAR_HEIGHT_PX;
  return { size, lines: Math.max(1, Math.floor(height / size)), isTurned };
}

function matrix(symbol: BarcodeSymbol, room: number, windowHeight: number): Fit {
  const length = Math.min(QR_LENGTH_MOST_PX, Math.max(QR_LENGTH_LEAST_PX, QR_HEIGHT_SHARE * windowHeight));
  return { size: moduleSize(lengthOf(symbol), room, devicePixelRatio, { most: length / lengthOf(symbol) }) };
}
