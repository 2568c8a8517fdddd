/**
 * The reward that is looked at, with the picker still there: a sheet over it on narrow columns, a panel beside it on wide
 * ones. Which of them is for the style sheet to say, and for sheet.ts to do.
 */
import { html, nothing, type TemplateResult } from "lit";
import { detailsView } from "./details.ts";
import { CROSS } from "./signs.ts";
import type { View } from "./view.ts";

export function besideView(view: View): TemplateResult | typeof nothing {
  const { state, t } = view;
  const { screen, catalog } = state;
  if (screen.name !== "details") {
    // Where there is nothing to choose, nothing comes there.
    return catalog?.length
      ? html`<div class="beside"><p class="slot"><span class="ghost"></span>${t("slot")}</p></div>`
      : nothing;
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

const isModal = (dialog: EventTarget | null): boolean =>
  dialog instanceof Element && dialog.matches(":modal");
