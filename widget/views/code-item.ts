/** One code, PIN or link. A secret is not in the document before it was asked for. */
import { html, nothing, type TemplateResult } from "lit";
import { safeLink } from "../../shared/links.ts";
import { type CodeItem, displayOf } from "../../shared/usages.ts";
import type { Screen } from "../state.ts";
import type { View } from "./view.ts";

export function codeItemView(
  view: View,
  { name, usage, value, format }: CodeItem,
  { revealed, copied }: Extract<Screen, { name: "redeemed" }>,
): TemplateResult {
  const { t } = view;
  const label = name || t(`usage_${usage}`);
  const display = displayOf(usage);
  const isMasked = display === "secret" && !revealed.includes(usage);
  const link = format === "url" && !isMasked ? safeLink(value) : undefined;
  return html`
    <div part="code" class="code" data-usage=${usage} role="group" aria-label=${label}>
      <h3>${label}</h3>
      ${link ? html`<a part="link" class=${display === "link" ? "main" : "plain"} href=${link} target="_blank" rel="noopener noreferrer">${t("link")}<span class="unseen"> (${t("link_hint")})</span></a>` : nothing}
      ${isMasked ? html`<span class="value masked"><span aria-hidden="true">••••</span><span class="unseen">${t("masked")}</span></span>` : html`<code part="code-value" class="value" tabindex="-1" dir="ltr" translate="no">${value}</code>`}
      <div class="actions">
        ${isMasked ? html`<button part="reveal" class="plain" type="button" @click=${() => view.send({ type: "reveal", usage })}>${t("reveal", { name: label })}</button>` : nothing}
        <button part="copy" class="plain" type="button" @click=${() => view.copy(usage, value)}>${t("copy", { name: label })}</button>
      </div>
      ${copied?.usage === usage ? html`<p class="stock">${t(copied.outcome)}</p>` : nothing}
    </div>
  `;
}
