/** How much: typed within the range, or a text where the session fixes it. */
import { html, nothing, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";
import { formatNumber } from "../locale.ts";
import { quickAmounts } from "../quick-amounts.ts";
import { rangeOf } from "../range.ts";
import { onlyAmount } from "../selectors.ts";
import type { Screen } from "../state.ts";
import { problemText } from "../texts/problems.ts";
import type { View } from "./view.ts";

export function amountView(
  view: View,
  reward: Reward,
  { amount, refusal }: Extract<Screen, { name: "details" }>,
): TemplateResult | typeof nothing {
  if (!reward.free_value) return nothing;
  const { state, t, texts, locale } = view;
  const fixed = onlyAmount(reward, state.order);
  const range = rangeOf(reward, state.order);
  // As they are typed: a separator would be refused.
  const limits = range && { min: range.min, max: range.max };
  const words =
    refusal &&
    (refusal === "amount_out_of_range" && limits ? t("amount_between", limits) : problemText(texts, refusal));
  const error = words
    ? html`<p id="refusal" part="alert" class="refusal" role="alert">${words}</p>`
    : nothing;
  if (fixed !== undefined)
    return html`<p>${t("amount_fixed", { amount: formatNumber(locale, Number(fixed), state.order?.currency) })}</p>${error}`;
  return html`
    <div class="stack field">
      <label for="amount">${t("amount")}</label>
      <input id="amount" part="amount" inputmode="numeric" autocomplete="off" .value=${amount} aria-invalid=${refusal ? "true" : "false"} aria-describedby="refusal range"
        @input=${(event: InputEvent & { target: HTMLInputElement }) => view.send({ type: "amount", amount: event.target.value })}>
      ${error}
      <p id="range" class="stock">${limits ? t("amount_hint", limits) : nothing}</p>
      ${range ? html`<div class="chips" role="group" aria-label=${t("amount_quick")}>${quickAmounts(range).map((each) => chipView(view, each, amount))}</div>` : nothing}
    </div>
  `;
}

function chipView({ locale, send }: View, each: number, amount: string): TemplateResult {
  return html`<button part="amount-choice button" class="chip" type="button" aria-pressed=${amount === `${each}`} @click=${() => send({ type: "amount", amount: `${each}` })}>${formatNumber(locale, each)}</button>`;
}
