/** A way to somebody who can help, on every screen that a person can get stuck on, and what to name there. */
import { html, nothing, type TemplateResult } from "lit";
import { safeSupport } from "../support.ts";
import type { View } from "./view.ts";

/** @param reference what to name where it is not the order's */
export function helpView(
  view: View,
  reference = view.state.order?.reference,
): TemplateResult | typeof nothing {
  const { state, t } = view;
  const address = safeSupport(view.support) ?? safeSupport(state.order?.support_url);
  if (!reference && !address) return nothing;
  const isPage = address && !/^mailto:/i.test(address);
  return html`
    <div class="help">
      ${reference ? html`<p>${t("reference", { reference })}</p>` : nothing}
      ${address ? html`<a part="support" href=${address} target=${isPage ? "_blank" : nothing} rel="noopener noreferrer">${t("support")}${isPage ? html`<span class="unseen"> (${t("link_hint")})</span>` : nothing}</a>` : nothing}
    </div>
  `;
}
