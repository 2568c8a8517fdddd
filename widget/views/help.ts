/** A way to somebody who can help, on every screen that a person can get stuck on, and what to name there. */
import { html, nothing, type TemplateResult } from "lit";
import { safeSupport } from "../support.ts";
import type { View } from "./view.ts";

/**
 * @param reference what to name where it is not the order's
 * @param hasLink false where the link stands above already, as what to do next
 */
export function helpView(
  view: View,
  reference = view.state.order?.reference,
  hasLink = true,
): TemplateResult | typeof nothing {
  const link = hasLink ? helpLink(view) : nothing;
  if (!reference && link === nothing) return nothing;
  return html`
    <div class="help">
      ${reference ? html`<p>${view.t("reference", { reference })}</p>` : nothing}
      ${link}
    </div>
  `;
}

/** The link alone; nothing where the site told of no help. */
export function helpLink(
  { support, state, t }: View,
  parts = "support",
  look: string | typeof nothing = nothing,
): TemplateResult | typeof nothing {
  const address = safeSupport(support) ?? safeSupport(state.order?.support_url);
  if (!address) return nothing;
  const isPage = !/^mailto:/i.test(address);
  return html`<a part=${parts} class=${look} href=${address} target=${isPage ? "_blank" : nothing} rel="noopener noreferrer">${t("support")}${isPage ? html`<span class="unseen"> (${t("link_hint")})</span>` : nothing}</a>`;
}
