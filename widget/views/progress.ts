/** Waiting, and what to believe meanwhile. */
import { html, nothing, type TemplateResult } from "lit";
import { canChooseAgain } from "../selectors.ts";
import type { View } from "./view.ts";

/** Looks at the order after which it really takes long: eight seconds. */
const SLOW_FROM = 4;

export function progressView(view: View): TemplateResult {
  const { state, t } = view;
  const isLeavable = canChooseAgain(state);
  // The first answer is still due; whatever is longer than that is of unknown outcome, and said to be.
  const isFirst =
    state.task?.do === "redeem" && state.screen.name === "processing" && state.screen.polls === 0;
  const words = isLeavable ? "processing_book" : isFirst ? "processing" : "checking";
  const { screen } = state;
  const [polls, isOffline] = screen.name === "processing" ? [screen.polls, screen.isOffline] : [0, false];
  const slow = polls >= SLOW_FROM ? `${t("slow")} ` : "";
  const text = isOffline ? t("not_connected") : `${isFirst ? "" : slow}${t(`${words}_text`)}`;
  const { reference, reward_name: name } = state.order ?? {};
  return html`
    <h2 tabindex="-1">${t(`${words}_title`)}</h2>
    <div class="progress" role="progressbar" aria-label=${t(`${words}_title`)}></div>
    ${name ? html`<p class="name" lang=${view.serviceLang} dir="auto">${name}</p>` : nothing}
    <p role="status">${text}</p>
    ${reference ? html`<p>${t("reference", { reference })}</p>` : nothing}
    ${isLeavable ? html`<button part="back" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${t("back")}</button>` : nothing}
  `;
}
