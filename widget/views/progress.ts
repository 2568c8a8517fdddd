/** Waiting, and what to believe meanwhile. */
import { html, nothing, type TemplateResult } from "lit";
import { canChooseAgain } from "../selectors.ts";
import type { View } from "./view.ts";

export function progressView(view: View): TemplateResult {
  const { state, t } = view;
  const isLeavable = canChooseAgain(state);
  // The first answer is still due; whatever is longer than that is of unknown outcome, and said to be.
  const isFirst = state.task?.do === "redeem";
  const words = isLeavable ? "processing_book" : isFirst ? "processing" : "checking";
  const reference = state.order?.reference;
  return html`
    <h2 tabindex="-1">${t(`${words}_title`)}</h2>
    <div class="progress" role="progressbar" aria-label=${t(`${words}_title`)}></div>
    <p role="status">${t(`${words}_text`)}</p>
    ${reference ? html`<p>${t("reference", { reference })}</p>` : nothing}
    ${isLeavable ? html`<button part="back" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${t("back")}</button>` : nothing}
  `;
}
