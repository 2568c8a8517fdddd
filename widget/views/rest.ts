/** What can be done with a pass beside its main action: the document that was ordered with it, and the rest, put away. */
import { html, nothing, type TemplateResult } from "lit";
import { Directive, directive } from "lit/directive.js";
import { safeLink } from "../../shared/links.ts";
import { type Codes, displayOf } from "../../shared/usages.ts";
import { printVoucher } from "../page/print.ts";
import { canShare, share } from "../page/share.ts";
import { isHandedOut } from "../state/selectors.ts";
import type { MainAction } from "../state/shape.ts";
import type { Screen } from "../state/state.ts";
import { balanceRow, balanceView } from "./balance.ts";
import { type Barcode, barcodeView } from "./barcode.ts";
import { labelOf } from "./code-item.ts";
import { PAPER, PRINTER, SHARE, signedView } from "./icons.ts";
import { subjectOf } from "./pass.ts";
import { openTill, tillSign } from "./till.ts";
import type { View } from "./view.ts";

type Redeemed = Extract<Screen, { name: "redeemed" }>;

export function restView(view: View, screen: Redeemed, codes: Codes, main: MainAction): TemplateResult {
  const { t } = view;
  const isLink = main === "open";
  const link = isLink ? codes.items.find(({ usage }) => displayOf(usage) === "link")?.value : undefined;
  const hidden = codes.items.filter(({ usage }) => !isHandedOut(screen, usage));
  return foldedView(
    view,
    html`
      ${main === "till" || (isLink && !codes.barcode) ? nothing : html`<button part="till button secondary" class="row" type="button" @click=${() => openTill(view, codes)}>${tillSign(codes)}${t("till")}</button>`}
      ${!isLink && documentOf(codes) ? balanceRow(view, screen) : nothing}
      <button part="print button secondary" class="row" type="button" @click=${(press: MouseEvent) => printVoucher(view, screen, codes, press)}>${PRINTER}<span>${t("print")}${hidden.map((item) => html`<span class="small note">${labelOf(view, item)} – ${t("unprinted")}</span>`)}</span></button>
      ${shareButton(view, link ? { url: link } : { text: textOf(view, screen, codes) })}
      ${link && !codes.barcode && !isPhone() ? phoneView(view, link) : nothing}
    `,
  );
}

const documentOf = ({ printable_document_url: address }: Codes): string | undefined => safeLink(address);

/**
 * The second thing to do: the document where one was ordered, else to ask what is left on the card. The answer stands here in both
 * cases. What a link leads to tells its own balance.
 */
export function secondView(
  view: View,
  screen: Redeemed,
  codes: Codes,
  main: MainAction,
): TemplateResult | typeof nothing {
  const document = documentOf(codes);
  const balance = main === "open" ? nothing : balanceView(view, screen, document === undefined);
  if (document)
    return html`<a part="pdf button secondary" class="second plain" href=${document} target="_blank" rel="noopener noreferrer">${signedView(PAPER, view.t("pdf"))}<span class="unseen"> (${view.t("link_hint")})</span></a>${balance}`;
  return balance;
}

/** A disclosure of the browser's own: opened and closed with the keyboard, found by its search, read out as what it is. */
export const foldedView = ({ t }: View, rows: TemplateResult): TemplateResult => html`
  <details class="rest" @toggle=${({ currentTarget }: Event) => (currentTarget as Element).scrollIntoView({ block: "nearest" })}>
    <summary part="rest button secondary">${t("rest")}</summary>
    <div class="rows">${rows}</div>
  </details>
`;

export function shareButton(view: View, what: ShareData): TemplateResult | typeof nothing {
  if (!canShare()) return nothing;
  const { name: title = "" } = subjectOf(view);
  return html`<button part="share button secondary" class="row" type="button" @click=${() => share({ title, ...what })}>${SHARE}${view.t("share")}</button>`;
}

/** Everything that is shown now, a line each: what is masked stays here. */
function textOf(view: View, screen: Redeemed, codes: Codes): string {
  return codes.items
    .filter(({ usage }) => isHandedOut(screen, usage))
    .map((item) => `${labelOf(view, item)}: ${item.value}`)
    .join("\n");
}

/** The link for another device. Its code is drawn, and never written out. */
export const phoneView = (view: View, url: string, part: string | null = null): TemplateResult => html`
  <div class="phone">
    <h3>${view.t("link_phone")}</h3>
    <p>${view.t("link_phone_text")}</p>
    ${kept(view, url, part)}
  </div>
`;

/** One object for as long as the link stays the same, so that its drawing is made and read back once. */
class Kept extends Directive {
  #barcode: Barcode | undefined;

  render(view: View, value: string, part: string | null): unknown {
    if (this.#barcode?.value !== value) this.#barcode = { type: "qrcode", value };
    return barcodeView(view, this.#barcode, true, part);
  }
}

const kept = directive(Kept);

/** Touched, and no wider than a hand: a code for "your phone" would ask a person to scan their own screen. */
export const isPhone = (): boolean =>
  matchMedia("(pointer: coarse) and (max-width: 48em), (pointer: coarse) and (max-height: 30em)").matches;
