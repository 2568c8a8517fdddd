/** The service's own texts on a reward: shown as text, with their line breaks, never interpreted. */
import { html, nothing, type TemplateResult } from "lit";
import type { RewardDetails } from "../../shared/wire.ts";
import type { View } from "./view.ts";

export function instructionsView(
  { t, serviceLang }: View,
  details: RewardDetails | undefined,
): TemplateResult | typeof nothing {
  if (!details) return nothing;
  const {
    important_instructions: important,
    how_to_use_instructions: usage,
    terms_and_conditions: terms,
  } = details;
  if (!important && !usage && !terms) return nothing;
  return html`<div class="aside">
    ${important ? html`<div class="stack"><h3>${t("important")}</h3><p class="text" lang=${serviceLang} dir="auto">${linesOf(important)}</p></div>` : nothing}
    ${usage ? html`<div class="stack"><h3>${t("how_to_use")}</h3><p class="text" lang=${serviceLang} dir="auto">${linesOf(usage)}</p></div>` : nothing}
    ${terms ? html`<div class="stack"><h3 id="terms">${t("terms")}</h3><div part="terms" class="text terms" lang=${serviceLang} dir="auto" role="region" aria-labelledby="terms" tabindex="0">${linesOf(terms)}</div></div>` : nothing}
  </div>`;
}

/** A number or a mark at the beginning of a line, and the rest of the line. */
const ENTRY = /^((?:\p{Nd}{1,2}[.)、]|[-–•*・])\s)(.*?)(\n?)$/u;

/** The lines of a text as they are written; an entry of a list has its number, or mark, before all of its lines. */
const linesOf = (text: string): readonly unknown[] =>
  text.split(/(?<=\n)/).map((line) => {
    const [, mark, words, end] = ENTRY.exec(line) ?? [];
    return words ? html`<span class="entry"><span>${mark}</span><span>${words}</span></span>${end}` : line;
  });
