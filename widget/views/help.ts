/**
 * A way to get help, and the reference to name there, on every screen where a user can get stuck. If the user can act
 * or wait, help is the quiet link beside the reference. Otherwise help is the pass's only button, and as wide as the
 * pass.
 */
import { html, nothing, type TemplateResult } from "lit";
import { safeSupport } from "../page/support.ts";
import type { View } from "./view.ts";

/**
 * @param reference the reference to name; by default the order's
 * @param hasLink false if the link already stands above as the next step
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

/** The button if the user can do nothing else; nothing if the site gave no address for help. */
export const helpButton = (view: View): TemplateResult | typeof nothing =>
  helpLink(view, "support button secondary", "plain broad");

function helpLink(
  { support, state, t }: View,
  parts = "support",
  look: string | typeof nothing = nothing,
): TemplateResult | typeof nothing {
  const address = safeSupport(support) ?? safeSupport(state.order?.support_url);
  if (!address) return nothing;
  const isPage = !/^mailto:/i.test(address);
  return html`<a part=${parts} class=${look} href=${address} target=${isPage ? "_blank" : nothing} rel="noopener noreferrer">${t("support")}${isPage ? html`<span class="unseen"> (${t("link_hint")})</span>` : nothing}</a>`;
}
