/** One code, PIN or link. A masked value is not in the document before the user asks for it. */
import { html, nothing, type TemplateResult } from "lit";
import { safeLink } from "../../shared/links.ts";
import { type CodeItem, displayOf } from "../../shared/usages.ts";
import { copy } from "../page/copy.ts";
import { unrecorded } from "../page/unrecorded.ts";
import { isShown } from "../state/selectors.ts";
import type { Screen } from "../state/state.ts";
import { groupsOf } from "../words/groups.ts";
import { languageOf } from "../words/locale.ts";
import { COPY, DONE } from "./icons.ts";
import { isDeliberate, type View } from "./view.ts";

/** Where an address breaks before it breaks inside a word. */
const AFTER_PART = /(?<=[^:/]\/|\.)/;

/** The groups of dots in place of a masked number. */
const GROUPS = 4;

/** The service's name of an item if it is in the widget's language; otherwise the widget's own name. */
export const labelOf = (view: View, item: CodeItem): string =>
  isNamed(view, item) ? item.name : view.t(`usage_${item.usage}`);

const isNamed = ({ serviceLang, locale }: View, { name }: CodeItem): boolean =>
  name !== "" && (serviceLang === "" || languageOf(serviceLang) === languageOf(locale));

/** @param isMain whether following or copying this item is the main action */
export function codeItemView(
  view: View,
  item: CodeItem,
  { copied, revealed }: Extract<Screen, { name: "redeemed" }>,
  isMain: boolean,
): TemplateResult {
  const { t } = view;
  const { usage, value, format } = item;
  const label = labelOf(view, item);
  const name = isNamed(view, item);
  const isSecret = displayOf(usage) === "secret";
  const isMasked = !isShown(view.state, usage);
  // A link is not masked: following it needs no more taps than using a card at the till.
  const link = format === "url" && !isSecret ? safeLink(value) : undefined;
  // The main link's button stands below all items.
  const hasButton = link !== undefined && !isMain;
  // Nobody reads an address whose button is there, unless it was asked for, or has to be copied by hand.
  const isUnread = link !== undefined && !revealed.includes(usage) && copied?.outcome !== "selected";
  const isCopied = copied?.usage === usage && copied.outcome === "copied";
  const press = (event: MouseEvent) => copy(view, event, usage, value);
  const isMainCopy = isMain && !link;
  const copyText = t(isCopied ? "copied_short" : "copy");
  // In an `aria-label` the same words as the title would be read twice.
  const copyName = t("item_action", { action: copyText, name: label });
  return html`
    <div part="code" class="code ${isUnread ? "brief" : ""}" data-usage=${usage} role="group" aria-label=${label}>
      <h3 lang=${name ? view.serviceLang : nothing} dir=${name ? "auto" : nothing}>${label}</h3>
      ${hasButton ? linkButton(view, link, false) : nothing}
      <div class="line">
        ${isMasked ? maskedView(view, isSecret ? 1 : GROUPS) : valueView(value, format === "url", isUnread)}
        <div class="tools">
          ${isSecret || isMasked ? revealButton(view, item, isMasked) : nothing}
          ${isMainCopy ? nothing : html`<button part="copy button" class="quiet copy" type="button" title=${copyName} @click=${press}>${isCopied ? DONE : COPY}<span class="unseen">${copyName}</span></button>`}
        </div>
      </div>
      ${isMainCopy ? html`<button part="copy button primary" class="main" type="button" aria-label=${copyName} @click=${press}>${copyText}</button>` : nothing}
      ${copied?.usage === usage && copied.outcome === "selected" ? html`<p class="small">${t(copied.outcome, { name: label })}</p>` : nothing}
    </div>
  `;
}

export const linkButton = ({ t }: View, link: string, isMain: boolean): TemplateResult =>
  html`<a part="link button ${isMain ? "primary" : "secondary"}" class=${isMain ? "main" : "plain"} href=${link} target="_blank" rel="noopener noreferrer" ${unrecorded()}>${t("link")}<span class="unseen"> (${t("link_hint")})</span></a>`;

/** Shows a masked value, or hides a secret again. */
export function revealButton(view: View, item: CodeItem, isMasked: boolean): TemplateResult {
  const { t, send } = view;
  const { usage } = item;
  const action = t(isMasked ? "reveal" : "hide");
  const name = t("item_action", { action, name: labelOf(view, item) });
  return isMasked
    ? html`<button part="reveal button secondary" class="quiet" type="button" aria-label=${name} @click=${() => send({ type: "reveal", usage })}>${action}</button>`
    : html`<button part="hide button secondary" class="quiet" type="button" aria-label=${name} @click=${(press: MouseEvent) => isDeliberate(press) && send({ type: "masked" })}>${action}</button>`;
}

/** Independent of the hidden value's length: in groups like a card's number, or one group like a PIN. */
export const maskedView = ({ t }: View, groups = 1): TemplateResult =>
  html`<span class="value masked" data-paper=${t("unprinted")}>${Array(groups).fill(html`<span aria-hidden="true">••••</span>`)}<span class="unseen">${t("masked")}</span></span>`;

/** The value alone: space between groups is drawn, not written, and an address breaks after its parts. */
export function valueView(value: string, isLink = false, isUnread = false): TemplateResult {
  const shown = isLink
    ? value.split(AFTER_PART).map((piece) => html`${piece}<wbr>`)
    : groupsOf(value).map((group) => html`<span>${group}</span>`);
  return html`<code part="code-value" class="value ${isLink ? "address" : ""} ${isUnread ? "unseen" : ""}" tabindex="-1" dir="ltr" translate="no" ${unrecorded()}>${shown}</code>`;
}
