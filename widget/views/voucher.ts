/** The printed voucher: everything that a till or the user may need, and no controls. */
import { html, nothing, type TemplateResult } from "lit";
import { type CodeItem, type Codes, displayOf } from "../../shared/usages.ts";
import { isTest } from "../state/is-test.ts";
import { isHandedOut, rewardOf } from "../state/selectors.ts";
import type { Screen } from "../state/state.ts";
import { formatUntil } from "../words/format.ts";
import { groupsOf } from "../words/groups.ts";
import { barcodeName } from "./barcode.ts";
import { labelOf } from "./code-item.ts";
import { provenDrawing } from "./drawing.ts";
import { giftView } from "./gift.ts";
import { partsOf } from "./instructions.ts";
import { subjectOf, titled } from "./pass.ts";
import { isLinear } from "./symbol.ts";
import type { View } from "./view.ts";

/**
 * CSS pixels of a module: 0.53 mm on paper, which every scanner reads. A drawing that is too long shrinks as a whole.
 */
const MODULE_PX = 2;
/** Bars of 21 mm. */
const LINES = 40;

export function voucherView(
  view: View,
  screen: Extract<Screen, { name: "redeemed" }>,
  codes: Codes,
): TemplateResult {
  const { t, state, locale, serviceLang } = view;
  const { name: title = "", value, sku } = subjectOf(view);
  const { name, worth } = titled(view, title, value);
  const reward = rewardOf(state, sku);
  const details = state.details?.sku === sku ? state.details : undefined;
  const art = reward?.catalog_card_url ?? reward?.logo_url;
  const expires = codes.expiration_datetime;
  const notes = [
    textView(t("important"), details?.important_instructions, serviceLang),
    textView(t("how_to_use"), details?.how_to_use_instructions, serviceLang),
  ].filter((each) => each !== nothing);
  // For a masked value the paper names the item and says why the value is missing.
  const isShown = ({ usage }: CodeItem): boolean => isHandedOut(screen, usage);
  return html`<main>
    ${isTest(state.order) ? html`<p class="test">${t("test_note")}</p>` : nothing}
    <header>
      ${art ? html`<img alt="" src=${art}>` : nothing}
      <div><h1 lang=${serviceLang} dir="auto">${name}</h1>${worth ? html`<p class="worth">${worth}</p>` : nothing}</div>
    </header>
    ${giftView(view)}
    ${drawnView(view, codes)}
    <dl>${codes.items.map((item) => html`<div><dt>${labelOf(view, item)}</dt>${isShown(item) ? valueView(item) : html`<dd class="unprinted">${t("unprinted")}</dd>`}</div>`)}</dl>
    ${expires ? html`<p>${t("expires", { date: formatUntil(locale, expires) })}</p>` : nothing}
    ${state.order?.reference ? html`<p class="small">${t("reference", { reference: state.order.reference })}</p>` : nothing}
    ${notes.length > 0 ? html`<div class="notes">${notes}</div>` : nothing}
    ${textView(t("terms"), details?.terms_and_conditions, serviceLang)}
  </main>`;
}

const valueView = ({ format, value }: CodeItem): TemplateResult =>
  html`<dd>${(format === "url" ? [value] : groupsOf(value)).map((group) => html`<span>${group}</span>`)}</dd>`;

function drawnView(view: View, { barcode, items }: Codes): unknown {
  const symbol = barcode && view.drawers?.[barcode.type](barcode.value);
  if (!barcode || !symbol || !view.drawers) return nothing;
  const isLink = items.some(({ usage }) => displayOf(usage) === "link");
  const drawing = {
    symbol,
    name: barcodeName(view, barcode, isLink),
    size: isLinear(symbol) ? MODULE_PX : 2 * MODULE_PX,
    lines: LINES,
  };
  return provenDrawing(barcode, "paper", drawing, view.drawers)?.cloneNode(true) ?? nothing;
}

/** The heading is in the widget's language, the text in the service's: each has its own direction. */
const textView = (title: string, text: string | undefined, lang: string): TemplateResult | typeof nothing =>
  text
    ? html`<section><h2>${title}</h2><div lang=${lang} dir="auto">${partsOf(text)}</div></section>`
    : nothing;
