/** The amount: a field with its range, or a text if the session fixes the amount. */
import { html, nothing, type TemplateResult } from "lit";
import { refuseAmount } from "../../shared/amount-refusal.ts";
import type { Reward } from "../../shared/wire.ts";
import { quickAmounts } from "../catalog/quick-amounts.ts";
import { rangeOf } from "../catalog/range.ts";
import { typedAmount } from "../state/actions.ts";
import { onlyAmount } from "../state/selectors.ts";
import type { Screen } from "../state/state.ts";
import { problemText } from "../texts/problems.ts";
import { formatMoney, signOf } from "../words/format.ts";
import { directionOf } from "../words/locale.ts";
import { withSingleStops } from "../words/sentences.ts";
import { pointsView } from "./points.ts";
import type { View } from "./view.ts";

export function amountView(
  view: View,
  reward: Reward,
  { amount, refusal }: Extract<Screen, { name: "details" }>,
): TemplateResult | typeof nothing {
  if (!reward.free_value) return nothing;
  const { state, t, texts, locale } = view;
  const currency = state.order?.currency;
  const money = (value: number): string => formatMoney(locale, value, currency);
  const fixed = onlyAmount(reward, state.order);
  const range = rangeOf(reward, state.order);
  const limits = range && { min: money(range.min), max: money(range.max) };
  // The refusal states the limits itself: the hint keeps its place, but is hidden.
  const isOutside = refusal === "amount_out_of_range" && limits;
  const words =
    refusal && (isOutside ? withSingleStops(t("amount_between", limits)) : problemText(texts, refusal));
  const error = words
    ? html`<p id="refusal" part="alert" class="refusal" role="alert">${words}</p>`
    : nothing;
  if (fixed !== undefined)
    return html`<p class="price large">${t("amount_fixed", { amount: money(Number(fixed)) })}${pointsView(view, Number(fixed))}</p>${error}`;
  const { sign, isLast } = signOf(locale, currency);
  const atEnd = isLast !== (directionOf(locale) === "rtl");
  return html`
    <div class="stack field">
      <div class="label">
        <label for="amount">${t("amount")}</label>
        <p id="range" class="stock ${isOutside ? "unsaid" : ""}">${limits ? t("amount_hint", limits) : nothing}</p>
      </div>
      ${range ? html`<div class="chips" role="group" aria-label=${t("amount_quick")}>${quickAmounts(range).map((each) => chipView(view, each, amount, money(each)))}</div>` : nothing}
      <div class="sum ${atEnd ? "at-end" : ""}" .style=${`--_sign:${sign.length}`}>
        ${sign ? html`<bdi aria-hidden="true">${sign}</bdi>` : nothing}
        <input id="amount" part="amount" inputmode="numeric" autocomplete="off" .value=${amount} aria-invalid=${refusal ? "true" : "false"} aria-describedby=${isOutside ? "refusal" : "refusal range"}
          @input=${(event: InputEvent & { target: HTMLInputElement }) => view.send({ type: "amount", amount: event.target.value })}>
      </div>
      ${error}
    </div>
  `;
}

/** The worth typed so far, if it is allowed; undefined before an amount is typed, or if the amount is fixed. */
export function typedWorth(
  { state, locale }: View,
  reward: Reward,
  typed: string,
): { amount: number; words: string } | undefined {
  const amount = typedAmount(typed);
  const isRefused = refuseAmount(amount, { free_value: true, range: rangeOf(reward, state.order) });
  if (isRefused) return undefined;
  return { amount: Number(amount), words: formatMoney(locale, Number(amount), state.order?.currency) };
}

function chipView({ send }: View, each: number, amount: string, words: string): TemplateResult {
  return html`<button part="amount-choice button" class="chip" type="button" aria-pressed=${amount === `${each}`} @click=${() => send({ type: "amount", amount: `${each}` })}>${words}</button>`;
}
