/** The explicit confirmation: what is booked, for how long, and that confirming is final. */
import { html, nothing, type TemplateResult } from "lit";
import { formatCountdown, formatMoney } from "../format.ts";
import { rewardOf } from "../selectors.ts";
import type { KnownOrder, Screen } from "../state.ts";
import { alertView } from "./alert.ts";
import { instructionsView } from "./instructions.ts";
import { pictureView } from "./picture.ts";
import { isByPointer, isDeliberate, type View } from "./view.ts";

/** From here on the time left stands out. */
const LAST_SECONDS = 60;

export function bookedView(view: View, { left, isNew }: Extract<Screen, { name: "booked" }>): TemplateResult {
  const { state, t } = view;
  const value = valueText(view, state.order);
  const isPreparing = state.task?.do === "prepare";
  const { order } = state;
  const reward = rewardOf(state, order?.sku);
  const isSingle = state.catalog?.length === 1;
  return html`<div class="split"><div class="column">
    <h2 tabindex="-1">${t("booked_title")}</h2>
    <p>${t("booked_text")}</p>
    <div class="summary">
      ${reward ? pictureView(reward) : state.task ? html`<span class="picture skeleton"></span>` : nothing}
      <dl>
        <div><dt>${t("reward")}</dt><dd lang=${view.serviceLang} dir="auto">${order?.reward_name ?? order?.sku}</dd></div>
        ${value ? html`<div><dt>${t("amount")}</dt><dd>${value}</dd></div>` : nothing}
        <div><dt>${t("countdown")}</dt><dd><span part="countdown" class="countdown ${left > LAST_SECONDS ? "" : "few"}" role="timer">${formatCountdown(left)}</span></dd></div>
      </dl>
    </div>
    ${alertView(view, state.failure, !state.prepared && !isPreparing)}
    <p class="final" id="final">${t("final")}</p>
    <div class="actions">
      <button part="confirm" class="main" type="button" aria-describedby="final" aria-disabled=${state.prepared && left > 0 && !isNew ? "false" : "true"} @click=${(press: MouseEvent) => isDeliberate(press) && view.send({ type: "confirm", byPointer: isByPointer(press) })}>
        ${t(isPreparing ? "preparing" : "confirm")}
      </button>
      ${isSingle ? nothing : html`<button part="back" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${t("back")}</button>`}
    </div>
    </div>${instructionsView(view, state.details?.sku === state.order?.sku ? state.details : undefined)}</div>`;
}

/** The worth of what was chosen, as far as it is known. */
export function valueText({ locale }: View, order: KnownOrder | undefined): string | undefined {
  if (order?.value) return formatMoney(locale, order.value.amount, order.value.currency);
  return order?.amount === undefined ? undefined : formatMoney(locale, Number(order.amount));
}
