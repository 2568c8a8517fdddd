/** The screens of an order that only tell: what became of it, whether it was charged, what to do, and whom to name. */
import { html, nothing, type TemplateResult } from "lit";
import { chargeOf } from "../charge.ts";
import type { KnownOrder, ToldState } from "../state.ts";
import type { TextKey } from "../texts/texts.ts";
import { referenceView } from "./reference.ts";
import type { View } from "./view.ts";

type Outcome = Exclude<ToldState, "notified">;

/** A person who expected it need do nothing. */
const NEXT: Record<Outcome, TextKey> = {
  canceled: "told_unexpected",
  refunded: "told_unexpected",
  failed: "told_contact",
  denied: "told_contact",
  blocked: "told_contact",
  expired: "told_contact",
};

export function outcomeView(view: View, name: Outcome): TemplateResult {
  const { state, t, serviceLang } = view;
  const { order } = state;
  const charge = chargeOf(order, false);
  return html`
    <h2 part="title" tabindex="-1">${t(`${name}_title`)}</h2>
    ${order?.reward_name ? html`<p class="name" lang=${serviceLang} dir="auto">${order.reward_name}</p>` : nothing}
    <p>${t(textKey(name, order))}${charge ? html` ${t(`charge_${charge}`)}` : nothing}</p>
    <p>${t(NEXT[name])}</p>
    ${referenceView(view)}
  `;
}

/** Where the product was a link, somebody may still have one. */
const textKey = (name: Outcome, order: KnownOrder | undefined): TextKey =>
  name === "canceled" && order?.delivery !== "redeem" ? "canceled_link_text" : `${name}_text`;

export function sessionExpiredView(view: View): TemplateResult {
  const { t } = view;
  return html`
    <h2 part="title" tabindex="-1">${t("session-expired_title")}</h2>
    <p role="alert" part="alert">${t(view.canRenew ? "session-expired_again" : "session-expired_text")}</p>
    ${view.canRenew ? html`<button part="retry button secondary" class="plain" type="button" @click=${() => view.send({ type: "retry" })}>${t("retry")}</button>` : nothing}
  `;
}
