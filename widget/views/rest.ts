/** The secondary actions of a pass: the ordered document, and the other actions, folded. */
import { html, nothing, type TemplateResult } from "lit";
import { Directive, directive } from "lit/directive.js";
import { safeLink } from "../../shared/links.ts";
import { type Codes, displayOf } from "../../shared/usages.ts";
import type { Present } from "../give.ts";
import { openGive } from "../page/give.ts";
import { matchesMedia, scrollIntoView } from "../page/platform.ts";
import { printVoucher } from "../page/print.ts";
import { save } from "../page/save.ts";
import { canShare, share } from "../page/share.ts";
import { unrecorded } from "../page/unrecorded.ts";
import { isHandedOut, rewardOf } from "../state/selectors.ts";
import type { MainAction } from "../state/shape.ts";
import type { Screen } from "../state/state.ts";
import { calendarOf } from "../words/calendar.ts";
import { formatUntil, type Until, untilOf } from "../words/format.ts";
import { balanceRow, balanceView } from "./balance.ts";
import { type Barcode, barcodeView } from "./barcode.ts";
import { labelOf } from "./code-item.ts";
import { provenDrawing } from "./drawing.ts";
import { CALENDAR, GIFT, PAPER, PRINTER, SHARE, signedView } from "./icons.ts";
import { subjectOf, titled } from "./pass.ts";
import { openTill, tillSign } from "./till.ts";
import type { View } from "./view.ts";

/** Bars of a code that is drawn for somebody else: their height is the picture's. */
const BAR_LINES = 20;

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
      ${giveButton(view, codes)}
      ${remindButton(view, codes)}
      ${link && !codes.barcode && !isPhone() ? phoneView(view, link) : nothing}
    `,
  );
}

const documentOf = ({ printable_document_url: address }: Codes): string | undefined => safeLink(address);

/**
 * The second action: the document if one was ordered, otherwise the balance lookup. The balance is shown here in both
 * cases. A link has no balance here: its page shows one.
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
    return html`<a part="pdf button secondary" class="second plain" href=${document} target="_blank" rel="noopener noreferrer" ${unrecorded()}>${signedView(PAPER, view.t("pdf"))}<span class="unseen"> (${view.t("link_hint")})</span></a>${balance}`;
  return balance;
}

/** The browser's own disclosure: works with the keyboard, with the browser's search, and for screen readers. */
export const foldedView = ({ t }: View, rows: TemplateResult): TemplateResult => html`
  <details class="rest" @toggle=${({ currentTarget }: Event) => scrollIntoView(currentTarget as Element, { block: "nearest" })}>
    <summary part="rest button secondary">${t("rest")}</summary>
    <div class="rows">${rows}</div>
  </details>
`;

export function shareButton(view: View, what: ShareData): TemplateResult | typeof nothing {
  if (!canShare()) return nothing;
  const { name: title = "" } = subjectOf(view);
  return html`<button part="share button secondary" class="row" type="button" @click=${() => share({ title, ...what })}>${SHARE}${view.t("share")}</button>`;
}

/** For somebody else: with all values, because whoever has it is to spend it. */
const giveButton = (view: View, codes: Codes): TemplateResult =>
  html`<button part="give button secondary" class="row" type="button" @click=${(press: MouseEvent) => openGive(view, press, presentOf(view, codes))}>${GIFT}${view.t("give")}</button>`;

function presentOf(view: View, { items, barcode }: Codes): Present {
  const { name: title = "", value, sku } = subjectOf(view);
  const link = items.find(({ format, usage }) => format === "url" && displayOf(usage) === "link")?.value;
  const drawn: Barcode | undefined = link === undefined ? barcode : { type: "qrcode", value: link };
  const symbol = drawn && view.drawers?.[drawn.type](drawn.value);
  const reward = rewardOf(view.state, sku);
  return {
    ...titled(view, title, value),
    art: reward?.catalog_card_url,
    codes: items.filter(({ value }) => value !== link).map((item) => [labelOf(view, item), item.value]),
    symbol:
      drawn && symbol && view.drawers
        ? provenDrawing(drawn, "gift", { symbol, name: "", size: 1, lines: BAR_LINES }, view.drawers)
        : undefined,
    link,
  };
}

/** Only if the codes have an end that is still to come, by the clock of the user's calendar. */
function remindButton(view: View, { expiration_datetime: expires }: Codes): TemplateResult | typeof nothing {
  const until = expires === undefined ? undefined : untilOf(expires);
  if (!expires || !until || until.end <= view.clock.date()) return nothing;
  return html`<button part="remind button secondary" class="row" type="button" @click=${() => remind(view, expires, until)}>${CALENDAR}${view.t("remind")}</button>`;
}

/** Nothing that is worth anything leaves the widget: the entry has the reward's name, its end, and the reference. */
function remind(view: View, expires: string, until: Until): void {
  const { t, locale, clock, state } = view;
  const { name: title = "", value } = subjectOf(view);
  const { name, worth } = titled(view, title, value);
  const reference = state.order?.reference;
  const reward = [name, worth].filter(Boolean).join(" ");
  const entry = {
    summary: `${reward} – ${t("expires", { date: formatUntil(locale, expires) })}`,
    description: [reward, reference && t("reference", { reference })].filter(Boolean).join("\n"),
    until,
    uid: `reward-${reference ?? clock.date().getTime()}`,
    made: clock.date(),
  };
  save("reward.ics", new Blob([calendarOf(entry)], { type: "text/calendar" }), clock);
}

/** All values that may leave the widget, one a line; masked secrets are left out. */
function textOf(view: View, screen: Redeemed, codes: Codes): string {
  return codes.items
    .filter(({ usage }) => isHandedOut(screen, usage))
    .map((item) => `${labelOf(view, item)}: ${item.value}`)
    .join("\n");
}

/** The link for another device, as a QR code only and never written out. */
export const phoneView = (view: View, url: string, part: string | null = null): TemplateResult => html`
  <div class="phone">
    <h3>${view.t("link_phone")}</h3>
    <p>${view.t("link_phone_text")}</p>
    ${kept(view, url, part)}
  </div>
`;

/** Keeps one object while the link is the same, so that it is drawn and read back only once. */
class Kept extends Directive {
  #barcode: Barcode | undefined;

  render(view: View, value: string, part: string | null): unknown {
    if (this.#barcode?.value !== value) this.#barcode = { type: "qrcode", value };
    return barcodeView(view, this.#barcode, true, part);
  }
}

const kept = directive(Kept);

/** A touch screen no wider than a hand. There, a code for "your phone" would ask users to scan their own screen. */
export const isPhone = (): boolean =>
  matchesMedia("(pointer: coarse) and (max-width: 48em), (pointer: coarse) and (max-height: 30em)");
