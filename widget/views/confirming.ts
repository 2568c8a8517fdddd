/** The explicit confirmation where nothing is booked: an e-mail is sent, and that is final. */
import { html, type TemplateResult } from "lit";
import { formatMoney } from "../format.ts";
import type { Screen } from "../state.ts";
import { alertView } from "./alert.ts";
import { instructionsView } from "./instructions.ts";
import { confirmButton, summaryView } from "./summary.ts";
import type { View } from "./view.ts";

export function confirmingView(
  view: View,
  { choice, isNew }: Extract<Screen, { name: "confirming" }>,
): TemplateResult {
  const { state, t, locale, send } = view;
  const { sku, amount } = choice;
  const value = amount === undefined ? undefined : formatMoney(locale, Number(amount), state.order?.currency);
  return html`<div class="split"><div class="column">
    <h2 part="title" tabindex="-1">${t("booked_title")}</h2>
    <p>${t("confirming_text")}</p>
    ${summaryView(view, { sku, name: undefined, value })}
    ${alertView(view, state.failure)}
    <p class="final" id="final">${t("final_notify")}</p>
    <div class="actions">
      ${confirmButton(view, "confirm_notify", !isNew)}
      <button part="back button secondary" class="plain" type="button" @click=${() => send({ type: "back" })}>${t("back_one")}</button>
    </div>
    </div>${instructionsView(view, state.details?.sku === sku ? state.details : undefined)}</div>`;
}
