/**
 * The end user's page, behind the link of Activate and of a mail. All of its data is inserted as text, never as HTML.
 */
import { html } from "hono/html";
import { barcodeFor } from "../card.ts";
import { senderLogo } from "../catalog/assets.ts";
import type { PromotionRecord } from "../catalog/promotions.ts";
import { dayOf, moneyOf } from "../days.ts";
import { isRightToLeft, type Spoken, spokenOf } from "../languages.ts";
import type { Html } from "../pages/answer.ts";
import { fileUrl, type PageFile, tintUrl } from "../pages/files.ts";
import type { CodeItem } from "../resources.ts";
import type { RedemptionRecord } from "../store.ts";
import { type DeadEnd, FLOW_WORDS, type FlowWords, type Notice } from "./words.ts";

/** The content of the page: a button, the codes, or the reason why there are none. */
export type FlowView = { readonly kind: "ready" | "not_now" | "opened" } | DeadEndView;
interface DeadEndView {
  readonly kind: "dead_end";
  readonly why: DeadEnd;
}

export interface FlowSubject {
  readonly record: RedemptionRecord;
  readonly promotion: PromotionRecord;
}

const DEAD_ENDS: ReadonlySet<string> = new Set<DeadEnd>([
  "booked",
  "failed",
  "denied",
  "blocked",
  "refunded",
  "canceled",
  "expired",
]);

const isDeadEnd = (state: string): state is DeadEnd => DEAD_ENDS.has(state);

export function flowView({ state, codes }: RedemptionRecord): FlowView {
  if (state === "pending") return { kind: "ready" };
  if (state === "redeemed" && codes) return { kind: "opened" };
  return { kind: "dead_end", why: isDeadEnd(state) ? state : "other" };
}

/** The reward with all of its texts. */
export function flowPage(subject: FlowSubject, view: FlowView): Html {
  const { record, promotion } = subject;
  const language = spokenOf(promotion.locale);
  const words = FLOW_WORDS[language];
  return cardLayout(
    record,
    language,
    html`${main(subject, view, words, language)}
<p class="reference">${words.reference} <span>${record.id}</span></p>`,
    html`<p class="from"><img src="${senderLogo(promotion)}" alt="" width="40" height="40"> <span>${words.from(promotion.sender.name)}${
      record.testing ? html` <span class="badge">${words.testing}</span>` : ""
    }</span></p>`,
    { color: promotion.sender.colors[0], ...(view.kind === "opened" && { script: "copy.js" }) },
  );
}

/** The card with its worth, and what stands above and below it. */
export function cardLayout(
  { reward, amount }: RedemptionRecord,
  language: Spoken,
  below: Html,
  above: Html,
  head: Omit<Head, "language">,
): Html {
  return layout(
    { language, ...head },
    reward.title,
    html`${above}
<img class="card" src="/assets/cards/${reward.sku}.svg" alt="" width="640" height="404">
<h1 lang="${reward.language}" dir="auto">${reward.title}</h1>
<p class="value">${moneyOf(amount, reward.currency, language)}</p>
${below}`,
  );
}

/** For a link without a redemption, or without the right key: the page tells nothing. */
export function strangerPage(why: "no_key" | "no_page", language: Spoken): Html {
  const { title, text } = FLOW_WORDS[language].deadEnds[why];
  return layout({ language }, title, html`<h1>${title}</h1><p>${text}</p>`);
}

function main(subject: FlowSubject, view: FlowView, words: FlowWords, language: Spoken): Html {
  switch (view.kind) {
    case "ready":
      return html`${notice(words.ready)}${personal(subject.record, words)}${openForm(words)}`;
    case "not_now":
      return html`<div role="alert">${notice(words.notNow)}</div>${openForm(words)}`;
    case "opened":
      return html`${notice(words.opened)}${codes(subject.record, words, language)}${personal(subject.record, words)}${about(subject.record, words)}`;
    case "dead_end":
      return notice(words.deadEnds[view.why]);
    default:
      return view satisfies never;
  }
}

const notice = ({ title, text }: Notice): Html => html`<h2>${title}</h2><p>${text}</p>`;

/** A button, because only a person presses it: previews and prefetches send GET, which makes no code. */
const openForm = ({ open }: FlowWords): Html =>
  html`<form method="post"><button type="submit">${open}</button></form>`;

function personal({ customization }: RedemptionRecord, words: FlowWords): Html {
  const { message = "", senderName = "" } = customization;
  if (message.trim() === "" && senderName.trim() === "") return html``;
  return html`<figure class="message"><blockquote dir="auto">${message}</blockquote>${
    senderName.trim() === "" ? "" : html`<figcaption>${words.sender} ${senderName}</figcaption>`
  }</figure>`;
}

/** The items that the usages list names, in its order, and the printable document. */
function codes(record: RedemptionRecord, words: FlowWords, language: Spoken): Html {
  const { reward, codes: issued } = record;
  const withUsage = (usage: string) => issued?.items.filter((item) => item.usage === usage) ?? [];
  const items = reward.format.usages.flatMap(withUsage);
  return html`<dl class="codes">${items.map(
    (item, i) =>
      html`<div><dt id="name-${i}" lang="${reward.language}" dir="auto">${item.name}</dt><dd><span id="value-${i}">${codeValue(item)}</span> ${copyButton(words, i)}</dd></div>`,
  )}</dl>
<p id="said" role="status"></p>
${barcode(record, words)}
${issued?.expiresAt ? html`<p>${words.validUntil} ${dayOf(issued.expiresAt, language)}</p>` : ""}
${withUsage("printable_document_url").map(
  ({ value }) =>
    html`<p><a href="${value}" target="_blank" rel="noopener noreferrer">${words.document}</a></p>`,
)}`;
}

/** Hidden until the script that copies is there. */
const copyButton = ({ copy, copied, notCopied }: FlowWords, i: number): Html =>
  html`<button type="button" hidden id="copy-${i}" aria-labelledby="copy-${i} name-${i}" data-copy="value-${i}" data-copied="${copied}" data-failed="${notCopied}">${copy}</button>`;

/** Units of the drawing: the style sheet gives it its size. Longer codes get thinner bars, never more room. */
const WIDEST = 400;

/** Dark on white in every theme, with its quiet zone, as scanners need it. */
function barcode(record: RedemptionRecord, words: FlowWords): Html {
  const symbol = barcodeFor(record, WIDEST);
  if (!symbol) return html``;
  const { bars, width, height, before: quiet } = symbol;
  const type = record.reward.format.barcode_type === "qrcode" ? "qrcode" : "barcode";
  const path = bars.map((bar) => `M${bar.x} ${bar.y}h${bar.width}v${bar.height}h${-bar.width}z`).join("");
  const box = [-quiet, -quiet, width + 2 * quiet, height + 2 * quiet].join(" ");
  return html`<figure class="barcode ${type}"><svg viewBox="${box}" role="img" aria-label="${words[type]}"><path d="${path}" fill="#000" shape-rendering="crispEdges"/></svg></figure>`;
}

/** A long number: cards print it in groups of four. A value with other signs is already grouped by its maker. */
const NUMBER = /^[0-9A-Za-z]{8,}$/;
/** Four characters each; a single last character joins the group before it. */
const GROUPS = /.{4}(?!.$)|.+$/g;

/** The style sheet draws the groups apart, so that the copied text is the plain value. */
function codeValue({ value, format }: CodeItem): Html {
  const groups = (NUMBER.test(value) && value.match(GROUPS)) || [value];
  if (format === "string") return html`<code>${groups.map((group) => html`<span>${group}</span>`)}</code>`;
  return html`<a href="${value}" target="_blank" rel="noopener noreferrer">${value}</a>`;
}

/** In the language of the reward, which may differ from the page's. */
export function about({ reward }: RedemptionRecord, words: FlowWords): Html {
  const { language } = reward;
  const { howToUse, important, terms } = reward.texts;
  return html`<h3>${words.howToUse}</h3><p class="lines" lang="${language}" dir="auto">${howToUse}</p>
<h3>${words.important}</h3><p class="lines" lang="${language}" dir="auto">${important}</p>
<details><summary>${words.terms}</summary><p class="lines" lang="${language}" dir="auto">${terms}</p></details>`;
}

interface Head {
  readonly language: Spoken;
  /** Whose page it is. */
  readonly color?: string;
  readonly script?: PageFile | undefined;
}

const layout = ({ language, color, script }: Head, title: string, body: Html): Html => html`<!doctype html>
<html lang="${language}"${isRightToLeft(language) ? html` dir="rtl"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="stylesheet" href="${fileUrl("base.css")}">
<link rel="stylesheet" href="${fileUrl("flow.css")}">${color === undefined ? "" : html`\n<link rel="stylesheet" href="${tintUrl(color)}">`}${
  script === undefined ? "" : html`\n<script type="module" src="${fileUrl(script)}"></script>`
}
</head>
<body><main>
${body}
</main></body>
</html>`;
