/** What is left on a card. Looked up only when the user asks, to spare the provider. */
import { html, nothing, type TemplateResult } from "lit";
import type { Balance } from "../../shared/wire.ts";
import type { Failure } from "../state/failure.ts";
import type { Screen } from "../state/state.ts";
import { formatMoney } from "../words/format.ts";
import { failureText } from "./failure-text.ts";
import { COINS } from "./icons.ts";
import type { View } from "./view.ts";

type Redeemed = Extract<Screen, { name: "redeemed" }>;

/**
 * The answer on the pass, with the button that asks again. Nothing above moves.
 * @param isOffered whether the button stands here before the user asked; otherwise it is a row under "More" until then
 */
export function balanceView(view: View, screen: Redeemed, isOffered: boolean): TemplateResult {
  const failure = failureOf(screen);
  return html`
    <div class="asked">
      <p class="balance ${failure ? "unread" : ""}" role="status" tabindex="-1">${balanceText(view, screen)}</p>
      ${isOffered || isBalanceAsked(view, screen) ? balanceButton(view, screen, failure, "quiet") : nothing}
    </div>
  `;
}

/** The button as a row among others, until it was pressed. */
export const balanceRow = (view: View, screen: Redeemed): TemplateResult | typeof nothing =>
  isBalanceAsked(view, screen) ? nothing : balanceButton(view, screen, undefined, "row");

const isBalanceAsked = ({ state }: View, { balance }: Redeemed): boolean =>
  balance !== undefined || state.task?.do === "balance";

const failureOf = ({ balance }: Redeemed): Failure | undefined =>
  balance && "failure" in balance ? balance.failure : undefined;

function balanceButton(
  { state, t, send }: View,
  { balance }: Redeemed,
  failure: Failure | undefined,
  look: "row" | "quiet",
): TemplateResult | typeof nothing {
  // Another lookup would change nothing.
  if (failure?.code === "balance_unavailable") return nothing;
  const label = failure ? "retry" : balance ? "balance_again" : "balance";
  return html`<button part="balance button secondary" class=${look} type="button" aria-disabled=${state.task?.do === "balance"} @click=${() => send({ type: "balance" })}>${look === "row" ? COINS : nothing}${t(label)}</button>`;
}

/** Empty before the user asked. */
function balanceText(view: View, { balance }: Redeemed): string {
  const { state, t, locale } = view;
  if (state.task?.do === "balance") return t("balance_asking");
  if (!balance) return "";
  if ("failure" in balance) return failureText(view, balance.failure);
  const { card_balance: amount, card_currency: currency }: Balance = balance.card;
  if (amount === null) return t("balance_untold");
  return t("balance_is", { amount: formatMoney(locale, amount, currency ?? undefined) });
}
