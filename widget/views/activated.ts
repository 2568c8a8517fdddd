/** The product of delivery `activate`: a link that makes the code when it is opened, here or on a phone. */
import { html, nothing, type TemplateResult } from "lit";
import { copy } from "../copy.ts";
import type { Screen } from "../state.ts";
import { alertView } from "./alert.ts";
import { barcodeView } from "./barcode.ts";
import { valueText } from "./booked.ts";
import { instructionsView } from "./instructions.ts";
import { referenceView } from "./reference.ts";
import { TICK } from "./tick.ts";
import type { View } from "./view.ts";

export function activatedView(view: View, screen: Extract<Screen, { name: "activated" }>): TemplateResult {
  const { state, t } = view;
  const { order } = state;
  const { url } = screen;
  return html`<div class="split"><div class="column">
    ${
      url
        ? html`<h2 part="title" tabindex="-1" class="won">${TICK}${t("activated_title")}</h2>`
        : html`<h2 part="title" tabindex="-1">${t(state.failure ? "link_failed_title" : "link_loading_title")}</h2>`
    }
    ${order?.reward_name ? html`<p class="name" lang=${view.serviceLang} dir="auto">${order.reward_name}</p>` : nothing}
    ${order?.amount ? html`<p>${t("amount_fixed", { amount: valueText(view, order) ?? "" })}</p>` : nothing}
    ${alertView(view, state.failure, true)}
    ${url ? linkView(view, screen, url) : state.failure ? nothing : html`<div class="skeleton block" role="status" aria-label=${t("link_loading_title")}></div>`}
    ${state.failure ? nothing : referenceView(view)}
    </div>${instructionsView(view, state.details?.sku === order?.sku ? state.details : undefined)}</div>
  `;
}

/** Its address is not written out: nobody reads it, and everybody who does could open it. */
function linkView(
  view: View,
  { copied }: Extract<Screen, { name: "activated" }>,
  url: string,
): TemplateResult {
  const { t } = view;
  const isCopied = copied?.outcome === "copied";
  return html`
    <p>${t("activated_text")}</p>
    <div class="actions">
      <a part="link button primary" class="main" href=${url} target="_blank" rel="noopener noreferrer">${t("link")}<span class="unseen"> (${t("link_hint")})</span></a>
      <button part="copy button secondary" class="plain" type="button" @click=${(press: MouseEvent) => copy(view, press, "url", url)}>${t(isCopied ? "copied_short" : "copy_link")}</button>
    </div>
    ${copied?.outcome === "selected" ? html`<p class="stock">${t("copy_link_refused")}</p>` : nothing}
    <p>${t("activated_after")}</p>
    <div class="stack">
      <h3>${t("link_phone")}</h3>
      <p>${t("link_phone_text")}</p>
      ${barcodeView(view, { type: "qrcode", value: url }, true)}
    </div>
  `;
}
