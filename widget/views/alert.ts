/** What went wrong, in words: what happened, whether the person was charged, what to do. */
import { html, nothing, type TemplateResult } from "lit";
import { chargeOf } from "../charge.ts";
import type { Failure } from "../failure.ts";
import { referenceOf } from "../problem-members.ts";
import { failureText } from "./failure-text.ts";
import type { View } from "./view.ts";

export function alertView(
  view: View,
  failure: Failure | undefined,
  hasRetry = false,
): TemplateResult | typeof nothing {
  if (!failure) return nothing;
  const { state, t } = view;
  const charge = chargeOf(state.order, state.sent !== undefined, failure);
  const reference = referenceOf(failure) ?? state.order?.reference;
  return html`
    <div part="alert" role="alert" class="alert" tabindex="-1">
      <p>${failureText(view, failure)}${charge ? html` ${t(`charge_${charge}`)}` : nothing}</p>
      ${reference ? html`<p>${t("reference", { reference })}</p>` : nothing}
      ${hasRetry ? html`<button part="retry" class="plain" type="button" @click=${() => view.send({ type: "retry" })}>${t("retry")}</button>` : nothing}
    </div>
  `;
}
