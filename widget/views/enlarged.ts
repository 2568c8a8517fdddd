/**
 * A barcode on the whole screen: a native modal dialog, which stands above everything of the page, whatever contains or
 * transforms the widget. It goes with the codes, because it stands in the document beside them.
 */
import { html, nothing, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { moduleSize } from "../barcode/fit.ts";
import type { BarcodeSymbol } from "../barcode/symbol.ts";
import { isTest } from "../is-test.ts";
import { fitted, type Room } from "./fitted.ts";
import { type Drawing, drawingView, isLinear, lengthOf } from "./symbol.ts";
import type { View } from "./view.ts";

/** Bars half as tall as their code is long are met by a scanner at any angle; taller ones are a wall. */
const BAR_HEIGHT_SHARE = 0.5;
/** A linear code lies along the screen even where upright it would be a little larger: that is how it is expected. */
const WORTH_TURNING = 1.25;

export function enlargedView(view: View, symbol: BarcodeSymbol, name: string): TemplateResult {
  const { t, state } = view;
  const button = createRef<HTMLButtonElement>();
  const dialog = createRef<HTMLDialogElement>();
  return html`
    <button part="enlarge button secondary" class="plain" type="button" ${ref(button)} @click=${() => dialog.value?.showModal()}>${t("enlarge")}</button>
    <dialog aria-label=${name} ${ref(dialog)} @close=${() => button.value?.focus()}>
      <div class="over">
        <div>
          <p class="name" lang=${view.serviceLang} dir="auto">${state.order?.reward_name ?? nothing}</p>
          ${isTest(state.order) ? html`<p class="badge">${t("test_note")}</p>` : nothing}
        </div>
        <button part="close button secondary" class="plain" type="button" @click=${() => dialog.value?.close()}>${t("close")}</button>
      </div>
      <div class="screen">${fitted((room) => drawingView({ symbol, name, ...filling(symbol, room) }))}</div>
    </dialog>
  `;
}

/** As large as the room allows, upright where that gains. */
function filling(
  symbol: BarcodeSymbol,
  { width, height }: Room,
): Pick<Drawing, "size" | "lines" | "isTurned"> {
  const columns = lengthOf(symbol);
  if (!isLinear(symbol)) return { size: moduleSize(columns, Math.min(width, height), devicePixelRatio) };
  const lying = moduleSize(columns, width, devicePixelRatio);
  const upright = moduleSize(columns, height, devicePixelRatio);
  const isTurned = upright >= lying * WORTH_TURNING;
  const size = isTurned ? upright : lying;
  const across = Math.floor((isTurned ? width : height) / size) - 2 * symbol.quiet;
  return { size, isTurned, lines: Math.max(1, Math.min(across, Math.floor(columns * BAR_HEIGHT_SHARE))) };
}
