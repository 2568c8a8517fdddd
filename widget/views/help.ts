/**
 * A way to somebody who can help, on every screen that a person can get stuck on, and what to name there. Where there is
 * something to do or to wait for on the screen, help is the quiet link beside the reference; where nothing else can be done,
 * help is the one button of the pass, as wide as that is.
 */
import { html, nothing, type TemplateResult } from "lit";
import { safeSupport } from "../page/support.ts";
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

/** The button where nothing else can be done; nothing where the site told of no help. */
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
