/** The explicit confirmation if nothing is reserved: an e-mail is sent, and sending is final. */
import { html, type TemplateResult } from "lit";
import { rewardOf } from "../state/selectors.ts";
import type { Screen } from "../state/state.ts";
import { alertView } from "./alert.ts";
import { confirmActions } from "./confirm-button.ts";
import { instructionsView } from "./instructions.ts";
import { passView, worthOf } from "./pass.ts";
import { choicePointsView } from "./points.ts";
import type { View } from "./view.ts";

export function confirmingView(
  view: View,
  { choice }: Extract<Screen, { name: "confirming" }>,
): TemplateResult {
  const { state, t, send } = view;
  const { sku, amount } = choice;
  const subject = {
    sku,
    name: undefined,
    value: worthOf(view, sku, amount),
    points: choicePointsView(view, choice),
  };
  // Masked by the server. If the address is unknown, the text at least says whose address it is.
  const address = state.order?.masked_email ?? t("notified_address");
  const email = html`<p class="fact"><span>${t("sent_to")}</span> <bdi>${address}</bdi></p>`;
  const back = html`<button part="back button secondary" class="plain" type="button" @click=${() => send({ type: "back" })}>${t("back_one")}</button>`;
  return html`<div class="split"><div class="column">
    <h2 part="title" tabindex="-1">${t("booked_title")}</h2>
    ${passView(view, email, subject)}
    ${alertView(view, state.failure, { unseenName: rewardOf(state, sku)?.name })}
    ${confirmActions(view, "confirm_notify", { before: "confirming_text", final: "final_notify" }, true, back)}
    </div>${instructionsView(view, sku)}</div>`;
}
