/** A barcode on white paper, as wide as the column allows. */
import { html, nothing, type TemplateResult } from "lit";
import type { Codes } from "../../shared/usages.ts";
import { moduleSize } from "../barcode/fit.ts";
import type { BarcodeSymbol } from "../barcode/symbol.ts";
import type { Drawers } from "../loaders.ts";
import { areDrawersGone } from "../page/gone.ts";
import { unrecorded } from "../page/unrecorded.ts";
import { PAPER_EDGE_PX, SQUARE_EDGE_PX } from "../styles/barcode.ts";
import { provenDrawing } from "./drawing.ts";
import { fitted, type Room } from "./fitted.ts";
import { type Drawing, isLinear, lengthOf } from "./symbol.ts";
import type { View } from "./view.ts";

export type Barcode = NonNullable<Codes["barcode"]>;

/** High enough for a hand-held scanner at an angle. */
const BAR_HEIGHT_PX = 88;
/** Limits the modules of a linear code: a short code would become a wide block. */
const BAR_MODULE_MOST_PX = 4;
/** A phone reads a QR code of this length at arm's length. A larger one only takes room. */
const QR_LENGTH_MOST_PX = 272;
/**
 * The share of the window's height: title, art and main button must fit in the same window. The screen for the till
 * shows a larger code.
 */
const QR_HEIGHT_SHARE = 0.3;
/** Scanners at a till read a code of this length: about 25 mm on a phone. */
const QR_LENGTH_LEAST_PX = 150;
/** Scanners and cameras miss bars of one device pixel; a turned code can have thicker bars. */
const BAR_MODULE_LEAST_PIXELS = 2;
/** Many hand-held scanners miss thinner bars (about 0.16 mm), however sharp the screen. */
const BAR_MODULE_LEAST_PX = 0.6;
/** Every scanner reads modules of this size. Thicker ones do not justify paper as wide as the whole pass. */
const GOOD_MODULE_PX = 2;
/** The length of a turned linear code: what a phone shows without scrolling. */
const TURNED_LENGTH_PX = 480;

/** What a screen reader says instead of the payload. */
export const barcodeName = ({ t }: View, { type }: Barcode, isLink: boolean): string =>
  t(type === "c128" ? "barcode" : isLink ? "qrcode_link" : "qrcode");

/**
 * @param part the part's name; null for a picture that the service did not ask for
 * @param isVeiled whether only the code's room is kept, with no part of the code in the document
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
  if (!symbol) return part === null ? nothing : html`<p class="small">${view.t("barcode_undrawn")}</p>`;
  const name = barcodeName(view, barcode, isLink);
  return html`
    <div class="room">${fitted((room) => paperView(barcode, symbol, name, room, drawers, part, isVeiled))}</div>
  `;
}

/** A barcode that is loading, or could not be loaded: at a till the user has to know that there is one. */
function missingView({ drawers, t, send }: View, isLink: boolean): TemplateResult {
  if (drawers === undefined) return html`<div class="skeleton block"></div>`;
  return html`
    <div class="actions missing">
      <p role="alert" part="alert">${t(isLink ? "qrcode_missing" : "barcode_missing")}</p>
      <button part="retry button secondary" class="plain" type="button" @click=${() => (areDrawersGone() ? location.reload() : send({ type: "retry" }))}>${t(areDrawersGone() ? "reload" : "retry")}</button>
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
    // Only paper extends to the edges of the pass: an empty shape stays in the column.
    const [across, down] = ["width", "height"].map((side) => drawn.getAttribute(side));
    return html`<div class="paper veil ${shape === "whole" ? "lying" : shape}"><svg width=${across} height=${down} aria-hidden="true"></svg></div>`;
  }
  // The code is wider than its room, so it must at least scroll with the keyboard.
  return !drawing.isTurned && lengthOf(symbol) * drawing.size > room
    ? html`<div class="paper" role="group" aria-label=${name} tabindex="0" ${unrecorded()}>${drawn}</div>`
    : html`<div class="paper ${shape}" ${unrecorded()}>${drawn}</div>`;
}

/** Paper as wide as its column; as wide as the whole pass if the code needs more. */
function shapeOf(symbol: BarcodeSymbol, { isTurned, size }: Drawing, whole: number, inset: number): string {
  if (!isLinear(symbol)) return "square";
  if (isTurned) return "";
  return lengthOf(symbol) * size <= whole - 2 * inset ? "lying" : "whole";
}

type Fit = Pick<Drawing, "size" | "lines" | "isTurned">;

/** The column's width. The whole pass's, if only then the modules are good, or at least larger than in the column. */
function roomOf(fitIn: (length: number) => Fit, whole: number, inset: number): number {
  const sizeIn = (room: number): number => {
    const { size, isTurned } = fitIn(room);
    return isTurned ? 0 : size;
  };
  const column = whole - 2 * inset;
  return column > 0 && sizeIn(column) >= Math.min(GOOD_MODULE_PX, sizeIn(whole)) ? column : whole;
}

/** Along the column; turned if the bars would be too thin, because scanners also read turned codes. */
function linear(symbol: BarcodeSymbol, room: number): Fit {
  const columns = lengthOf(symbol);
  const bounds = { least: BAR_MODULE_LEAST_PIXELS, most: BAR_MODULE_MOST_PX };
  const along = moduleSize(columns, room, devicePixelRatio, bounds);
  const isTurned = columns * along > room || along < BAR_MODULE_LEAST_PX;
  const size = isTurned ? moduleSize(columns, TURNED_LENGTH_PX, devicePixelRatio, bounds) : along;
  const height = isTurned ? Math.min(BAR_HEIGHT_PX, room - 2 * symbol.margin * size) : BAR_HEIGHT_PX;
  return { size, lines: Math.max(1, Math.floor(height / size)), isTurned };
}

/** The longest side of a square code on the pass, in CSS pixels. */
export const squareLength = (windowHeight: number): number =>
  Math.min(QR_LENGTH_MOST_PX, Math.max(QR_LENGTH_LEAST_PX, QR_HEIGHT_SHARE * windowHeight));

function matrix(symbol: BarcodeSymbol, room: number, windowHeight: number): Fit {
  const most = squareLength(windowHeight) / lengthOf(symbol);
  return { size: moduleSize(lengthOf(symbol), room, devicePixelRatio, { most }) };
}
