/** The explicit confirmation: what is booked, for how long, and that confirming is final. */
import { html, nothing, type TemplateResult } from "lit";
import { formatCountdown, formatMoney } from "../format.ts";
import type { KnownOrder, Screen } from "../state.ts";
import { alertView } from "./alert.ts";
import { instructionsView } from "./instructions.ts";
import { confirmButton, summaryView } from "./summary.ts";
import type { View } from "./view.ts";

/** From here on the time left stands out. */
const LAST_SECONDS = 60;

export function bookedView(view: View, { left, isNew }: Extract<Screen, { name: "booked" }>): TemplateResult {
  const { state, t } = view;
  const isPreparing = state.task?.do === "prepare";
  const { order } = state;
  const isLink = order?.delivery === "activate";
  const isSingle = state.catalog?.length === 1;
  const about = { sku: order?.sku, name: order?.reward_name, value: valueText(view, order) };
  const countdown = html`<div><dt>${t("countdown")}</dt><dd><span part="countdown" class="countdown ${left > LAST_SECONDS ? "" : "few"}" role="timer">${formatCountdown(left)}</span></dd></div>`;
  const label = isPreparing ? "preparing" : isLink ? "confirm_activate" : "confirm";
  return html`<div class="split"><div class="column">
    <h2 part="title" tabindex="-1">${t("booked_title")}</h2>
    <p>${t("booked_text")}</p>
    ${summaryView(view, about, countdown)}
    ${alertView(view, state.failure, !state.prepared && !isPreparing)}
    <p class="final" id="final">${t(isLink ? "final_activate" : "final")}</p>
    <div class="actions">
      ${confirmButton(view, label, state.prepared && left > 0 && !isNew)}
      ${isSingle ? nothing : html`<button part="back button secondary" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${t("back")}</button>`}
    </div>
    </div>${instructionsView(view, state.details?.sku === state.order?.sku ? state.details : undefined)}</div>`;
}

/** The worth of what was chosen, as far as it is known. */
export function valueText({ locale }: View, order: KnownOrder | undefined): string | undefined {
  if (order?.value) return formatMoney(locale, order.value.amount, order.value.currency);
  return order?.amount === undefined ? undefined : formatMoney(locale, Number(order.amount), order.currency);
}
