/** The explicit confirmation: what is booked, for how long, and that confirming is final. */
import { html, nothing, type TemplateResult } from "lit";
import { formatCountdown, formatMoney } from "../format.ts";
import type { KnownOrder, Screen } from "../state.ts";
import { alertView } from "./alert.ts";
import { instructionsView } from "./instructions.ts";
import type { View } from "./view.ts";

export function bookedView(view: View, { left }: Extract<Screen, { name: "booked" }>): TemplateResult {
  const { state, t } = view;
  const value = valueText(view, state.order);
  const isPreparing = state.task?.do === "prepare";
  return html`
    <h2 tabindex="-1">${t("booked_title")}</h2>
    <p>${t("booked_text")}</p>
    <dl>
      <div><dt>${t("reward")}</dt><dd lang=${view.serviceLang} dir="auto">${state.order?.reward_name ?? state.order?.sku}</dd></div>
      ${value ? html`<div><dt>${t("amount")}</dt><dd>${value}</dd></div>` : nothing}
      <div><dt>${t("countdown")}</dt><dd><span part="countdown" class="countdown" role="timer">${formatCountdown(left)}</span></dd></div>
    </dl>
    ${alertView(view, state.failure, !state.prepared && !isPreparing)}
    <p class="final" id="final">${t("final")}</p>
    <div class="actions">
      <button part="confirm" class="main" type="button" aria-describedby="final" aria-disabled=${state.prepared && left > 0 ? "false" : "true"} @click=${(press: MouseEvent) => isDeliberate(press) && view.send({ type: "confirm" })}>
        ${t(isPreparing ? "preparing" : "confirm")}
      </button>
      <button part="back" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${t("back")}</button>
    </div>
    ${instructionsView(view, state.details?.sku === state.order?.sku ? state.details : undefined)}
  `;
}

/** The worth of what was chosen, as far as it is known. */
export function valueText({ locale }: View, order: KnownOrder | undefined): string | undefined {
  if (order?.value) return formatMoney(locale, order.value.amount, order.value.currency);
  return order?.amount === undefined ? undefined : formatMoney(locale, Number(order.amount));
}

/** The second half of a double click was meant for the button that stood here before. */
function isDeliberate(press: MouseEvent): boolean {
  return press.detail <= 1;
}
