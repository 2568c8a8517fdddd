/** What is left on a card, asked for by the person: the provider is not asked for more than somebody wants to know. */
import { html, nothing, type TemplateResult } from "lit";
import type { Balance } from "../../shared/wire.ts";
import { formatMoney } from "../format.ts";
import type { Screen } from "../state.ts";
import { failureText } from "./failure-text.ts";
import type { View } from "./view.ts";

export function balanceView(view: View, { balance }: Extract<Screen, { name: "redeemed" }>): TemplateResult {
  const { state, t, send } = view;
  const isAsking = state.task?.do === "balance";
  const failure = balance && "failure" in balance ? balance.failure : undefined;
  const words = isAsking ? t("balance_asking") : balance ? answerText(view, balance) : "";
  const label = failure ? "retry" : balance ? "balance_again" : "balance";
  // Looking it up again would change nothing.
  const isPointless = failure?.code === "balance_unavailable";
  return html`
    <div class="actions balance">
      ${isPointless ? nothing : html`<button part="balance button secondary" class="plain" type="button" aria-disabled=${isAsking} @click=${() => send({ type: "balance" })}>${t(label)}</button>`}
      <p role="status" tabindex="-1">${words}</p>
    </div>
  `;
}

function answerText(
  view: View,
  balance: NonNullable<Extract<Screen, { name: "redeemed" }>["balance"]>,
): string {
  const { t, locale } = view;
  if ("failure" in balance) return failureText(view, balance.failure);
  const { card_balance: amount, card_currency: currency }: Balance = balance.card;
  if (amount === null) return t("balance_untold");
  return t("balance_is", { amount: formatMoney(locale, amount, currency ?? undefined) });
}
