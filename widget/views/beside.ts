/**
 * The details of a reward with the picker still there: a sheet over it on narrow columns, a panel beside it on wide
 * ones. The style sheet decides which, and sheet.ts opens it. Without an open reward the panel shows a blank pass: the
 * offer, and the steps to get a reward.
 */
import { html, nothing, type TemplateResult } from "lit";
import { isModal } from "../page/platform.ts";
import { detailsView } from "./details.ts";
import { BLANK } from "./pass.ts";
import { NEXT } from "./progress.ts";
import { CROSS } from "./signs.ts";
import type { View } from "./view.ts";

export function besideView(view: View): TemplateResult | typeof nothing {
  const { state, t } = view;
  const { screen, catalog } = state;
  if (screen.name !== "details") {
    // An empty catalog needs no panel.
    return catalog?.length ? html`<div class="beside">${slotView(view)}</div>` : nothing;
  }
  const back = () => view.send({ type: "back" });
  return html`<div class="beside">
    <dialog class="sheet" aria-labelledby="looked-at"
      @cancel=${(event: Event) => {
        event.preventDefault();
        back();
      }}
      @close=${({ currentTarget }: Event) => !(currentTarget as HTMLDialogElement).open && back()}
      @keydown=${({ key, currentTarget }: KeyboardEvent) => key === "Escape" && !isModal(currentTarget) && back()}
      @click=${({ target, currentTarget }: Event) => target === currentTarget && isModal(currentTarget) && back()}>
      ${detailsView(view, screen, html`<button part="back button secondary" class="cross" type="button" aria-label=${t("back")} @click=${back}>${CROSS}</button>`)}
    </dialog>
  </div>`;
}

/**
 * Seen on wide columns only. The screens that the steps name say the same. The promotion's name stands above the cards,
 * too.
 */
function slotView({ state: { order }, t, serviceLang }: View): TemplateResult {
  return html`<div class="slot pass">
    <div class="face">${BLANK}<div class="about">
      <p class="name" lang=${serviceLang} dir="auto">${order?.promotion.name}</p>
    </div></div>
    <ol class="steps">
      <li class="now" aria-current="step">${t("pick_title")}</li>
      <li class="next">${t("booked_title")}</li>
      <li class="next">${t(NEXT[order?.delivery ?? "redeem"])}</li>
    </ol>
  </div>`;
}
