/** The result of an order: its codes on the pass. */
import { html, nothing, type TemplateResult } from "lit";
import { safeLink } from "../../shared/links.ts";
import { type CodeItem, type Codes, displayOf } from "../../shared/usages.ts";
import { phoneHere } from "../page/phone-loader.ts";
import { walletHere } from "../page/wallet-loader.ts";
import { isShown } from "../state/selectors.ts";
import { mainActionOf } from "../state/shape.ts";
import type { Screen } from "../state/state.ts";
import { formatUntil } from "../words/format.ts";
import { alertView } from "./alert.ts";
import { barcodeView } from "./barcode.ts";
import { codeItemView, linkButton } from "./code-item.ts";
import { giftView } from "./gift.ts";
import { helpView } from "./help.ts";
import { signedView } from "./icons.ts";
import { instructionsView } from "./instructions.ts";
import { nextStepView } from "./next-step.ts";
import { passView, subjectOf } from "./pass.ts";
import { isPhone, restView, secondView } from "./rest.ts";
import { TICK } from "./tick.ts";
import { openTill, tillSign, tillView } from "./till.ts";
import type { View } from "./view.ts";

type Redeemed = Extract<Screen, { name: "redeemed" }>;

export function codesView(view: View, screen: Redeemed): TemplateResult {
  const { state, t } = view;
  const { order } = state;
  const { codes } = screen;
  const title = state.failure ? "codes_failed_title" : "codes_loading_title";
  const waiting = order?.withheld
    ? html`<p>${t("withheld")}</p>`
    : state.failure
      ? nextStepView(view, state.failure, subjectOf(view).name)
      : html`<div class="skeleton block" role="status" aria-label=${t("codes_loading_title")}></div>`;
  return html`<div class="split"><div class="column">
    ${codes || order?.withheld ? html`<h2 part="title" tabindex="-1" class="won">${TICK}${t("redeemed_title")}</h2>` : html`<h2 part="title" tabindex="-1">${t(title)}</h2>`}
    ${codes ? alertView(view, state.failure, { hasRetry: state.failure?.code !== "codes_unreadable", unseenName: subjectOf(view).name }) : nothing}
    ${passView(view, html`${giftView(view)}${codes ? shownView(view, screen, codes) : waiting}`, { isFresh: codes !== undefined && screen.isFresh === true, isGrand: codes !== undefined })}
    ${walletHere()?.afterView(view, true)}
    ${state.failure ? nothing : helpView(view)}
    ${codes && screen.till ? tillView(view, screen, codes, screen.till) : nothing}
    </div>${instructionsView(view, order?.sku)}</div>
  `;
}

function shownView(view: View, screen: Redeemed, codes: Codes): TemplateResult {
  const { t, locale } = view;
  const main = mainActionOf(codes);
  const isLink = main === "open";
  const expires = codes.expiration_datetime;
  // The barcode holds the first item's value, and is masked with it.
  const isDrawn = codes.items[0] && isShown(view.state, codes.items[0].usage);
  // The room is kept, so that the pressed button stays under the finger. The hint stands below the code, and appears
  // with it.
  const drawn = codes.barcode
    ? html`${barcodeView(view, codes.barcode, isLink, "barcode", !isDrawn)}${isDrawn && isLink && !isPhone() ? html`<p class="small scan">${t("link_phone_text")}</p>` : nothing}`
    : nothing;
  // A single number may be copied with the main button. Of two numbers the first is the main one, because the second
  // belongs to it.
  const isMain = (index: number, { usage }: CodeItem): boolean =>
    isLink ? displayOf(usage) === "link" : main === "copy" && index === 0;
  const opened = codes.items.find((item, index) => item.format === "url" && isMain(index, item));
  const link = opened && safeLink(opened.value);
  const items = codes.items.map((item, index) => codeItemView(view, item, screen, isMain(index, item)));
  // A PIN is asked for after the number, and stands on the screen for the till, too: the button comes before it.
  const first = main === "till" ? 1 : items.length;
  // The link's button stands below everything the user has to know. Its QR code is for another device, and comes last.
  return html`
    ${isLink ? nothing : drawn}
    ${items.slice(0, first)}
    ${main === "till" ? html`<button part="till button primary" class="main" type="button" @click=${() => openTill(view, codes)}>${codes.barcode ? signedView(tillSign(codes), t("till")) : t("till")}</button>` : nothing}
    ${items.slice(first)}
    ${expires ? html`<p>${t("expires", { date: formatUntil(locale, expires) })}</p>` : nothing}
    ${link === undefined ? nothing : linkButton(view, link, true)}
    ${isLink ? drawn : nothing}
    ${secondView(view, screen, codes, main)}
    ${phoneHere()?.addView(view, screen)}
    ${restView(view, screen, codes, main)}
  `;
}
