/**
 * The reward that is looked at, with the picker still there: a sheet over it on narrow columns, a panel beside it on wide
 * ones. Which of them is for the style sheet to say, and for sheet.ts to do. Before a reward is looked at, the pass stands in
 * that panel as it is then: of the offer, and what it takes to get it.
 */
import { html, nothing, type TemplateResult } from "lit";
import { detailsView } from "./details.ts";
import { BLANK } from "./pass.ts";
import { NEXT } from "./progress.ts";
import { CROSS } from "./signs.ts";
import type { View } from "./view.ts";

export function besideView(view: View): TemplateResult | typeof nothing {
  const { state, t } = view;
  const { screen, catalog } = state;
  if (screen.name !== "details") {
    // Where there is nothing to choose, nothing comes there.
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

/** Seen on wide columns alone: what it says is said by the screens that it tells of. Up to how much stands above the cards. */
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

const isModal = (dialog: EventTarget | null): boolean =>
  dialog instanceof Element && dialog.matches(":modal");
