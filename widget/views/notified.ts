/** The product of delivery `notify`: an e-mail that the service sends. Where it goes, and what to do when it does not come. */
import { html, nothing, type TemplateResult } from "lit";
import { valueText } from "./booked.ts";
import { instructionsView } from "./instructions.ts";
import { referenceView } from "./reference.ts";
import { TICK } from "./tick.ts";
import type { View } from "./view.ts";

/** In the order in which they help. */
const TIPS = ["notified_wait", "notified_spam", "notified_contact"] as const;

export function notifiedView(view: View): TemplateResult {
  const { state, t } = view;
  const { order } = state;
  const { masked_email: email = t("notified_address"), reward_name: name } = order ?? {};
  return html`<div class="split"><div class="column">
    <h2 part="title" tabindex="-1" class="won">${TICK}${t("notified_title")}</h2>
    ${name ? html`<p class="name" lang=${view.serviceLang} dir="auto">${name}</p>` : nothing}
    ${order?.amount ? html`<p>${t("amount_fixed", { amount: valueText(view, order) ?? "" })}</p>` : nothing}
    <p>${t("notified_text", { email })}</p>
    <p>${t("activated_text")}</p>
    <p>${t("activated_after")}</p>
    <div class="stack">
      <h3>${t("notified_missing")}</h3>
      <ol class="tips">${TIPS.map((tip) => html`<li>${t(tip)}</li>`)}</ol>
    </div>
    ${referenceView(view)}
    </div>${instructionsView(view, state.details?.sku === order?.sku ? state.details : undefined)}</div>
  `;
}
