/** The screens of an order that only tell: what became of it, and what to do. */
import { html, nothing, type TemplateResult } from "lit";
import type { ToldState } from "../state.ts";
import { referenceView } from "./reference.ts";
import type { View } from "./view.ts";

export function outcomeView(view: View, name: Exclude<ToldState, "notified">): TemplateResult {
  const { state, t, serviceLang } = view;
  const { reward_name: reward } = state.order ?? {};
  return html`
    <h2 tabindex="-1">${t(`${name}_title`)}</h2>
    ${reward ? html`<p class="name" lang=${serviceLang} dir="auto">${reward}</p>` : nothing}
    <p>${t(`${name}_text`)}</p>
    ${referenceView(view)}
  `;
}

export function sessionExpiredView(view: View): TemplateResult {
  const { t } = view;
  return html`
    <h2 tabindex="-1">${t("session-expired_title")}</h2>
    <p role="alert" part="alert">${t(view.canRenew ? "session-expired_again" : "session-expired_text")}</p>
    ${view.canRenew ? html`<button part="retry" class="plain" type="button" @click=${() => view.send({ type: "retry" })}>${t("retry")}</button>` : nothing}
  `;
}
