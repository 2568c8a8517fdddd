/** The screen for the till: only what the cashier needs, dark on white in every theme. */
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { type CodeItem, type Codes, displayOf } from "../../shared/usages.ts";
import { moduleSize } from "../barcode/fit.ts";
import type { BarcodeSymbol } from "../barcode/symbol.ts";
import { matchesMedia } from "../page/platform.ts";
import { sparing } from "../page/sparing.ts";
import { till } from "../page/till.ts";
import { mark } from "../page/unrecorded.ts";
import { isTest } from "../state/is-test.ts";
import { type Screen, TILL_SIZES, type TillSize } from "../state/state.ts";
import { type Barcode, barcodeName, squareLength } from "./barcode.ts";
import { labelOf, maskedView, revealButton, valueView } from "./code-item.ts";
import { provenDrawing } from "./drawing.ts";
import { fitted, type Room } from "./fitted.ts";
import { CODE_BARS, CODE_SQUARES, DIGITS } from "./icons.ts";
import { lineView, subjectOf } from "./pass.ts";
import { type Drawing, isLinear, lengthOf } from "./symbol.ts";
import { isDeliberate, type View } from "./view.ts";

/** A scanner at any angle crosses bars half as tall as their code is long. Taller bars add nothing. */
const BAR_HEIGHT_SHARE = 0.5;
/** Cashiers expect a code that lies. It is turned only if that makes it this much larger. */
const WORTH_TURNING = 1.25;
/** The share of the largest size that fits. */
const SHARES: Record<TillSize, number> = { small: 0.5, medium: 0.75, large: 1 };
/** Scanners and cameras miss thinner bars. */
const LEAST_PIXELS = 2;
/** In a window of 25 cm or more the largest bars are longer than a hand-held scanner's view. */
const WIDE = "(min-width: 960px)";

/** The size before the user chooses another one. */
const firstSize = ({ barcode }: Codes): TillSize =>
  barcode?.type === "c128" && matchesMedia(WIDE) ? "medium" : "large";

export function openTill({ send }: View, codes: Codes): void {
  send({ type: "till", size: firstSize(codes) });
}

/** The icon of the button that opens the screen: bars, squares, or a number alone. */
export const tillSign = ({ barcode }: Codes): TemplateResult =>
  barcode ? (barcode.type === "qrcode" ? CODE_SQUARES : CODE_BARS) : DIGITS;

/**
 * Whether bars and squares are thick enough there, in the better of both directions. Large text and a low window must
 * not make a square code smaller than on the pass.
 */
const isRoomy =
  (symbol: BarcodeSymbol) =>
  ({ width, height }: Pick<Room, "width" | "height">): boolean => {
    const most = isLinear(symbol) ? Math.max(width, height) : Math.min(width, height);
    const isThick = most * devicePixelRatio >= lengthOf(symbol) * LEAST_PIXELS;
    return isThick && (isLinear(symbol) || height >= Math.min(width, squareLength(innerHeight)));
  };

type Redeemed = Extract<Screen, { name: "redeemed" }>;

export function tillView(view: View, screen: Redeemed, codes: Codes, size: TillSize): TemplateResult {
  const { t, state, send } = view;
  const isLink = codes.items.some(({ usage }) => displayOf(usage) === "link");
  const [number, ...others] = codes.items.filter(({ format }) => format !== "url");
  const secrets = [...(isLink && number ? [number] : []), ...others];
  const shown = isLink ? undefined : number;
  const { barcode } = codes;
  const symbol = barcode && view.drawers?.[barcode.type](barcode.value);
  const drawn = barcode && symbol && isProven(view, barcode, symbol);
  return html`
    <dialog class="till" aria-label=${t("till")} ${till(() => send({ type: "till" }))}>
      <div class="counter" ${sparing(drawn ? isRoomy(symbol) : () => true)}>
        <div class="over">
          ${nameView(view)}
          ${isTest(state.order) ? html`<p part="badge" class="test">${t("test_note")}</p>` : nothing}
        </div>
        ${
          drawn
            ? html`<div class="screen">${fitted((room) => drawnView(view, barcode, symbol, isLink, room, size))}</div>`
            : html`<div class="screen alone">${barcode ? html`<p role="alert">${t("till_number")}</p>` : nothing}${shown ? numberView(view, shown) : nothing}</div>`
        }
        <div class="under">
          ${drawn && shown ? numberView(view, shown) : nothing}
          ${secrets.map((item) => secretView(view, item, screen))}
          ${drawn ? html`<p class="small">${t("till_bright")}</p>${sizesView(view, size)}` : nothing}
          <div class="shut"><button part="close button primary" class="main" type="button" autofocus @click=${(press: MouseEvent) => isDeliberate(press) && (press.currentTarget as Element).closest("dialog")?.close?.()}>${t("close")}</button></div>
        </div>
      </div>
    </dialog>
  `;
}

/** The reward's name and worth, as on the pass. */
function nameView(view: View): TemplateResult {
  const { name: title = "", value } = subjectOf(view);
  return html`<p class="name">${lineView(view, title, value)}</p>`;
}

/** With the number's name on the card: the barcode may hold another value than the number below it. */
function numberView(view: View, item: CodeItem): TemplateResult {
  const label = labelOf(view, item);
  return html`<div class="number" role="group" aria-label=${label}><p class="small label" aria-hidden="true">${label}</p> ${valueView(item.value)}</div>`;
}

function secretView(view: View, item: CodeItem, { revealed }: Redeemed): TemplateResult {
  const isMasked = displayOf(item.usage) === "secret" && !revealed.includes(item.usage);
  return html`
    <p class="line pin" data-usage=${item.usage}><span>${labelOf(view, item)}</span> ${isMasked ? maskedView(view) : valueView(item.value)} ${revealButton(view, item, isMasked)}</p>
  `;
}

const sizesView = ({ t, send }: View, size: TillSize): TemplateResult => html`
  <p class="small choice">${t("till_size")}</p>
  <div class="sizes" role="group" aria-label=${t("size")}>
    ${TILL_SIZES.map((each) => html`<button part="size button" class="chip" type="button" data-size=${each} aria-pressed=${each === size} @click=${() => send({ type: "till", size: each })}>${t(`size_${each}`)}</button>`)}
  </div>
`;

/** Whether the drawing can be read back. Decided before the layout, which depends on it. */
function isProven(view: View, barcode: Barcode, symbol: BarcodeSymbol): boolean {
  const drawing = { symbol, name: "", size: 1 };
  return view.drawers ? provenDrawing(barcode, "trial", drawing, view.drawers) !== undefined : false;
}

function drawnView(
  view: View,
  barcode: Barcode,
  symbol: BarcodeSymbol,
  isLink: boolean,
  room: Room,
  size: TillSize,
): TemplateResult | typeof nothing {
  if (!view.drawers) return nothing;
  const name = barcodeName(view, barcode, isLink);
  const drawing = { symbol, name, ...filling(symbol, room, SHARES[size]) };
  // Set on the whole screen, because WebKit updates `:has` too late for changes inside.
  const tell = (drawn?: Element) => {
    if (!drawn) return;
    mark(drawn);
    queueMicrotask(() =>
      drawn.closest(".counter")?.setAttribute("data-same", sameSizes(symbol, room).join(" ")),
    );
  };
  return html`<div class="drawn" ${ref(tell)}>${provenDrawing(barcode, "till", drawing, view.drawers)}</div>`;
}

/**
 * Sizes that look like the next larger one; all of them if no choice remains. The style sheet hides their buttons,
 * because only this code knows the room.
 */
function sameSizes(symbol: BarcodeSymbol, room: Room): readonly TillSize[] {
  const drawn = TILL_SIZES.map((size) => filling(symbol, room, SHARES[size]).size);
  return TILL_SIZES.filter((_, at) => drawn[at] === (drawn[at + 1] ?? drawn[0]));
}

type Fit = Pick<Drawing, "size" | "lines" | "isTurned">;

/** As large as the room and the chosen share allow; turned if that is clearly larger. */
function filling(symbol: BarcodeSymbol, { width, height }: Room, share: number): Fit {
  const columns = lengthOf(symbol);
  const sizeIn = (room: number): number => {
    const most = moduleSize(columns, room, devicePixelRatio);
    const least = Math.min(LEAST_PIXELS, most * devicePixelRatio);
    return moduleSize(columns, room * share, devicePixelRatio, { least });
  };
  if (!isLinear(symbol)) return { size: sizeIn(Math.min(width, height)) };
  const isLargerTurned =
    moduleSize(columns, height, devicePixelRatio) >=
    moduleSize(columns, width, devicePixelRatio) * WORTH_TURNING;
  const size = sizeIn(isLargerTurned ? height : width);
  // With a smaller chosen size the code may fit without turning.
  const isTurned = isLargerTurned && columns * size > width;
  const across = Math.floor((isTurned ? width : height) / size) - 2 * symbol.margin;
  return { size, isTurned, lines: Math.max(1, Math.min(across, Math.floor(columns * BAR_HEIGHT_SHARE))) };
}
