/** The look of the printed voucher, in a document of its own that no page's styles reach. */
import { css } from "lit";

export const voucherStyles = css`
  @page { margin: 15mm; }
  * { box-sizing: border-box; margin: 0; }
  body { font: 11pt/1.45 system-ui, sans-serif; color: #000; background: #fff; overflow-wrap: anywhere; }
  main { display: grid; gap: 5mm; justify-items: center; text-align: center; max-width: 160mm; margin: 0 auto; }
  header { display: flex; gap: 8mm; align-items: center; justify-content: center; text-align: start; }
  header > :not(img) { display: grid; gap: 3mm; max-width: 80mm; }
  img { width: 65mm; max-height: 45mm; object-fit: contain; border-radius: 3mm; }
  h1 { font-size: 18pt; line-height: 1.2; text-wrap: balance; }
  .worth { font-size: 22pt; font-weight: 700; }
  blockquote { font-size: 13pt; white-space: pre-line; }
  figcaption { font-size: 9pt; }
  .test { border: 1.5pt solid #000; padding: 1mm 4mm; font-weight: 700; }
  svg { display: block; max-width: 100%; max-height: 90mm; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  dl { display: flex; flex-wrap: wrap; gap: 3mm 12mm; justify-content: center; width: 100%; }
  dt { font-size: 9pt; }
  dd { font: 700 15pt/1.4 ui-monospace, monospace; direction: ltr; unicode-bidi: isolate; }
  dd span { display: inline-block; }
  dd span + span { margin-inline-start: 0.4em; }
  .unprinted { font: italic 11pt/1.4 system-ui, sans-serif; direction: inherit; }
  .small, section { font-size: 9pt; }
  .notes { display: flex; gap: 8mm; width: 100%; }
  .notes > * { flex: 1; }
  section { width: 100%; text-align: start; border-top: 0.5pt solid #000; padding-top: 3mm; white-space: pre-line; }
  main > section { font-size: 8pt; }
  h1 { text-align: -webkit-match-parent; text-align: match-parent; }
  /* As on the screen: a text that runs the other way is a block at the edge, aligned to its own start. */
  section > div { width: fit-content; text-align: start; }
  /* The terms are last and may be long: two columns halve their height. The columns follow the text's direction. */
  main > section > div { columns: 2; column-gap: 8mm; width: auto; }
  .entries { display: inline-grid; padding: 0; vertical-align: top; list-style: none; }
  .entry { display: grid; grid-template-columns: minmax(1.25em, auto) 1fr; }
  h2 { font-size: 10pt; break-after: avoid; }
  header, dl, svg, .notes { break-inside: avoid; }
`;
