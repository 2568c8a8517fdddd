/** The screens of an order that only tell: what became of it, and what to do. */
import { html, nothing, type TemplateResult } from "lit";
import type { ToldState } from "../state.ts";
import type { View } from "./view.ts";

export function outcomeView({ state, t, serviceLang }: View, name: ToldState): TemplateResult {
  const { reference, masked_email: email = t("notified_address"), reward_name: reward } = state.order ?? {};
  return html`
    <h2 tabindex="-1">${t(`${name}_title`)}</h2>
    ${reward ? html`<p class="name" lang=${serviceLang} dir="auto">${reward}</p>` : nothing}
    <p>${t(`${name}_text`, { email })}</p>
    ${reference ? html`<p>${t("reference", { reference })}</p>` : nothing}
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
