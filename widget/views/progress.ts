/** Waiting, and what to believe meanwhile. */
import { html, nothing, type TemplateResult } from "lit";
import { isWaiting } from "../doubt.ts";
import { canChooseAgain, isSending, rewardOf } from "../selectors.ts";
import type { KnownOrder, Sending } from "../state.ts";
import type { TextKey } from "../texts/texts.ts";
import { failureText } from "./failure-text.ts";
import type { View } from "./view.ts";

/** Looks at the order after which it really takes long: eight seconds. */
const SLOW_FROM = 4;

export function progressView(view: View): TemplateResult {
  const { state, t } = view;
  const isLeavable = canChooseAgain(state);
  // The first answer is still due; whatever is longer than that is of unknown outcome, and said to be.
  const isFirst = isSending(state.task) && state.screen.name === "processing" && state.screen.polls === 0;
  const words = isLeavable ? "processing_book" : isFirst ? "processing" : "checking";
  const { screen } = state;
  const [polls, isOffline] = screen.name === "processing" ? [screen.polls, screen.isOffline] : [0, false];
  const slow = polls >= SLOW_FROM ? `${t("slow")} ` : "";
  const said = words === "checking" ? t(doubtKey(state.order, state.sent)) : t(`${words}_text`);
  const text = isOffline ? t("not_connected") : `${isFirst ? "" : slow}${said}`;
  // What was not booked the order does not name before the server knows of it.
  const { reference, reward_name: name = rewardOf(state, state.sent?.confirmation.sku)?.name } =
    state.order ?? {};
  return html`
    <h2 part="title" tabindex="-1">${t(`${words}_title`)}</h2>
    <div class="progress" role="progressbar" aria-label=${t(`${words}_title`)}></div>
    ${name ? html`<p class="name" lang=${view.serviceLang} dir="auto">${name}</p>` : nothing}
    ${isWaiting(state.failure) && state.failure ? html`<p part="alert" role="alert" class="alert calm">${failureText(view, state.failure)} ${t("kept_confirmation")}</p>` : nothing}
    <p role="status">${text}</p>
    ${reference ? html`<p>${t("reference", { reference })}</p>` : nothing}
    ${isLeavable ? html`<button part="back button secondary" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${t("back")}</button>` : nothing}
  `;
}

/** What exactly is not known yet. */
function doubtKey(order: KnownOrder | undefined, sent: Sending | undefined): TextKey {
  switch (sent?.do ?? order?.step) {
    case "activate":
      return "checking_activate_text";
    case "notify":
      return "checking_notify_text";
    default:
      return "checking_text";
  }
}
