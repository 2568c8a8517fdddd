/** The product: the codes of a redeemed order. */
import { html, nothing, type TemplateResult } from "lit";
import { safeLink } from "../../shared/links.ts";
import { type Codes, displayOf } from "../../shared/usages.ts";
import { formatDate } from "../format.ts";
import type { Screen } from "../state.ts";
import { alertView } from "./alert.ts";
import { balanceView } from "./balance.ts";
import { barcodeView } from "./barcode.ts";
import { valueText } from "./booked.ts";
import { codeItemView } from "./code-item.ts";
import { instructionsView } from "./instructions.ts";
import { referenceView } from "./reference.ts";
import { TICK } from "./tick.ts";
import type { View } from "./view.ts";

export function codesView(view: View, screen: Extract<Screen, { name: "redeemed" }>): TemplateResult {
  const { state, t } = view;
  const { order } = state;
  const title = state.failure ? "codes_failed_title" : "codes_loading_title";
  return html`<div class="split"><div class="column">
    ${screen.codes ? html`<h2 part="title" tabindex="-1" class="won">${TICK}${t("redeemed_title")}</h2>` : html`<h2 part="title" tabindex="-1">${t(title)}</h2>`}
    ${order?.reward_name ? html`<p class="name" lang=${view.serviceLang} dir="auto">${order.reward_name}</p>` : nothing}
    ${order?.amount ? html`<p>${t("amount_fixed", { amount: valueText(view, order) ?? "" })}</p>` : nothing}
    ${alertView(view, state.failure, true)}
    ${screen.codes ? shownView(view, screen, screen.codes) : state.failure ? nothing : html`<div class="skeleton block" role="status" aria-label=${t("codes_loading_title")}></div>`}
    ${state.failure ? nothing : referenceView(view)}
    </div>${instructionsView(view, state.details?.sku === order?.sku ? state.details : undefined)}</div>
  `;
}

function shownView(view: View, screen: Extract<Screen, { name: "redeemed" }>, codes: Codes): TemplateResult {
  const { t, locale } = view;
  const document = safeLink(codes.printable_document_url);
  const isLink = codes.items.some((item) => displayOf(item.usage) === "link");
  return html`
    ${codes.items.map((item) => codeItemView(view, item, screen))}
    ${codes.barcode ? barcodeView(view, codes.barcode, isLink) : nothing}
    ${codes.expiration_datetime ? html`<p>${t("expires", { date: formatDate(locale, codes.expiration_datetime) })}</p>` : nothing}
    ${balanceView(view, screen)}
    <div class="actions">
      ${document ? html`<a part="pdf button secondary" class="plain" href=${document} target="_blank" rel="noopener noreferrer">${t("pdf")}</a>` : nothing}
      <button part="print button secondary" class="plain" type="button" @click=${() => printAll(view, codes)}>${t("print")}</button>
    </div>
  `;
}

/** A voucher without its PIN is of no use at a till. */
async function printAll({ send, drawn }: View, codes: Codes): Promise<void> {
  for (const { usage } of codes.items) if (displayOf(usage) === "secret") send({ type: "reveal", usage });
  await drawn();
  print();
}
