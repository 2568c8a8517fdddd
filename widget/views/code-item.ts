/** One code, PIN or link. A secret is not in the document before it was asked for. */
import { html, nothing, type TemplateResult } from "lit";
import { safeLink } from "../../shared/links.ts";
import { type CodeItem, displayOf } from "../../shared/usages.ts";
import { copy } from "../copy.ts";
import { groupsOf } from "../groups.ts";
import type { Screen } from "../state.ts";
import type { Translate } from "../texts/texts.ts";
import { isDeliberate, type View } from "./view.ts";

/** The service's name of an item, or the widget's. */
export const labelOf = (t: Translate, { name, usage }: CodeItem): string => name || t(`usage_${usage}`);

export function codeItemView(
  view: View,
  item: CodeItem,
  { revealed, copied }: Extract<Screen, { name: "redeemed" }>,
): TemplateResult {
  const { t, send } = view;
  const { name, usage, value, format } = item;
  const label = labelOf(t, item);
  const ofItem = html`<span class="unseen"> ${label}</span>`;
  const display = displayOf(usage);
  const isMasked = display === "secret" && !revealed.includes(usage);
  const link = format === "url" && !isMasked ? safeLink(value) : undefined;
  return html`
    <div part="code" class="code" data-usage=${usage} role="group" aria-label=${label}>
      <h3 lang=${name ? view.serviceLang : nothing} dir=${name ? "auto" : nothing}>${label}</h3>
      ${link ? html`<a part="link button ${display === "link" ? "primary" : "secondary"}" class=${display === "link" ? "main" : "plain"} href=${link} target="_blank" rel="noopener noreferrer">${t("link")}<span class="unseen"> (${t("link_hint")})</span></a>` : nothing}
      ${isMasked ? html`<span class="value masked"><span aria-hidden="true">••••</span><span class="unseen">${t("masked")}</span></span>` : valueView(value, link !== undefined)}
      <div class="actions">
        ${isMasked ? html`<button part="reveal button secondary" class="plain" type="button" @click=${() => send({ type: "reveal", usage })}>${t("reveal")}${ofItem}</button>` : nothing}
        ${display === "secret" && !isMasked ? html`<button part="hide button secondary" class="plain" type="button" @click=${(press: MouseEvent) => isDeliberate(press) && send({ type: "masked" })}>${t("hide")}${ofItem}</button>` : nothing}
        <button part="copy button secondary" class="plain" type="button" @click=${(press: MouseEvent) => copy(view, press, usage, value)}>${t(copied?.usage === usage && copied.outcome === "copied" ? "copied_short" : "copy")}${ofItem}</button>
      </div>
      ${copied?.usage === usage && copied.outcome === "selected" ? html`<p class="stock">${t(copied.outcome, { name: label })}</p>` : nothing}
    </div>
  `;
}

/** The value and nothing else: its groups are drawn apart, not written apart. */
function valueView(value: string, isLink: boolean): TemplateResult {
  const groups = isLink ? [value] : groupsOf(value);
  return html`<code part="code-value" class="value" tabindex="-1" dir="ltr" translate="no">${groups.map((group) => html`<span>${group}</span>`)}</code>`;
}
