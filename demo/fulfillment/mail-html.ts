/**
 * The HTML part of a mail, written as mail programs want it: tables, styles at the elements, addresses in full, a width
 * of 600 px at most. All of its data is inserted as text, never as HTML.
 */
import { html, raw } from "hono/html";
import { senderLogo } from "./catalog/assets.ts";
import type { PromotionRecord } from "./catalog/promotions.ts";
import { isRightToLeft, type Spoken } from "./languages.ts";
import type { MailWords } from "./mail.ts";
import type { RedemptionRecord } from "./store.ts";

interface MailSubject {
  readonly words: MailWords;
  readonly language: Spoken;
  readonly url: string;
  readonly site: string;
  readonly promotion: PromotionRecord;
  readonly record: RedemptionRecord;
  readonly worth: string;
}

/** The dark colours are in a style sheet, because an attribute cannot ask for the reader's theme. */
const DARK = raw(`@media (prefers-color-scheme: dark) {
.page { background: #12141a !important; }
.sheet { background: #1b1e27 !important; border-color: #363b49 !important; }
.ink { color: #e8eaf1 !important; }
.quiet { color: #a9b0c0 !important; }
.link { color: #a9bbff !important; }
}`);

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const INK = "color:#1d2230";
const QUIET = "color:#545b6c";
const TABLE = raw('role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"');

/** An address may break anywhere, so that it does not widen the mail on a phone. */
const LINK = "color:#2f4bb8;word-break:break-all";
/** In the sender's own colour, which is dark in every theme. */
const buttonOf = ({ sender }: PromotionRecord): string =>
  `display:block;padding:15px 20px;border-radius:10px;background:${sender.colors[0]};color:#ffffff;` +
  "font-size:17px;font-weight:600;text-align:center;text-decoration:none";

export function mailHtml({ words, language, url, site, promotion, record, worth }: MailSubject): string {
  const { reward, id } = record;
  const [greeting, , note] = words.lines;
  const start = isRightToLeft(language) ? "right" : "left";
  const end = isRightToLeft(language) ? "left" : "right";
  const row = (content: unknown, padding: string) =>
    html`<tr><td align="${start}" style="padding:${padding}">${content}</td></tr>`;
  return String(html`<!doctype html>
<html lang="${language}"${isRightToLeft(language) ? html` dir="rtl"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${words.subject}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f5f8">
<div role="main" lang="${language}" dir="${isRightToLeft(language) ? "rtl" : "ltr"}">
<table ${TABLE} class="page" style="background:#f4f5f8"><tr><td align="center" style="padding:16px 12px 32px">
<table ${TABLE} class="sheet ink" style="max-width:600px;border:1px solid #d5d9e2;border-radius:16px;background:#ffffff;${INK};${FONT};font-size:16px;line-height:1.5">
${row(
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td style="padding-${end}:12px"><img src="${site}${senderLogo(promotion)}" alt="" width="40" height="40" style="display:block"></td>
<td class="ink" style="${INK};font-weight:600">${promotion.sender.name}</td></tr></table>`,
  "20px 20px 0",
)}
${row(
  html`<img src="${site}/assets/cards/${reward.sku}.svg" alt="" width="558" height="352" style="display:block;width:100%;height:auto;border-radius:14px">`,
  "20px 20px 0",
)}
${row(
  html`<h1 class="ink" lang="${reward.language}" dir="auto" style="margin:0;${INK};font-size:22px;line-height:1.3">${reward.title}</h1>
<p class="ink" style="margin:4px 0 0;${INK};font-size:20px;font-weight:600">${worth}</p>`,
  "16px 20px 0",
)}
${row(
  greeting.split("\n\n").map((line) => html`<p class="ink" style="margin:0 0 8px;${INK}">${line}</p>`),
  "12px 20px 0",
)}
${row(
  html`<a class="button" href="${url}" target="_blank" rel="noopener noreferrer" style="${buttonOf(promotion)}">${words.button}</a>`,
  "12px 20px 0",
)}
${row(html`<p class="quiet" style="margin:0;${QUIET};font-size:14px">${note}</p>`, "16px 20px 0")}
${row(
  html`<p class="quiet" style="margin:0;${QUIET};font-size:14px">${words.address}<br>
<a class="link" dir="ltr" href="${url}" target="_blank" rel="noopener noreferrer" style="${LINK}">${url}</a></p>
<p class="quiet" dir="ltr" style="margin:12px 0 0;${QUIET};font-size:14px;text-align:${start}">${id}</p>`,
  "16px 20px 20px",
)}
</table>
</td></tr></table>
</div>
</body>
</html>`);
}
