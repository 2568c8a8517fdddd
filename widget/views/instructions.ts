/** The service's own texts on a reward: shown as text, with their line breaks, never interpreted. */
import { html, nothing, type TemplateResult } from "lit";
import type { RewardDetails } from "../../shared/wire.ts";
import { grown } from "../grown.ts";
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
    ${important ? html`<div class="stack"><h3>${t("important")}</h3><div class="text" lang=${serviceLang} dir="auto">${partsOf(important)}</div></div>` : nothing}
    ${usage ? html`<div class="stack"><h3>${t("how_to_use")}</h3><div class="text" lang=${serviceLang} dir="auto">${partsOf(usage)}</div></div>` : nothing}
    ${terms ? html`<div class="stack"><h3 id="terms">${t("terms")}</h3><div part="terms" class="text terms" lang=${serviceLang} dir="auto" role="region" aria-labelledby="terms" tabindex="0" ${grown()}>${partsOf(terms)}</div></div>` : nothing}
  </div>`;
}

/** A number or a mark at the beginning of a line. */
const MARK = String.raw`(?:\p{Nd}{1,2}[.)、]|[-–•*・])[^\S\n]`;
const ENTRY = new RegExp(`^(${MARK})(.+)$`, "u");
/** Such lines, one after the other. */
const LIST = new RegExp(`(^${MARK}.+(?:\n${MARK}.+)*)`, "mu");
const NUMBERED = /^\p{Nd}/u;

/** The text to the letter, with its lists as lists: what an entry begins with stays the service's own. */
const partsOf = (text: string): readonly unknown[] =>
  // Every other part is what was split at.
  text.split(LIST).map((part, at) => (at % 2 === 0 ? part : listView(part)));

function listView(list: string): TemplateResult {
  const entries = list.split("\n").map((line, at) => {
    const [, mark, words] = ENTRY.exec(line) ?? [];
    return html`${at > 0 ? "\n" : nothing}<li class="entry"><span>${mark}</span><span>${words}</span></li>`;
  });
  // The role as well: WebKit takes a list that draws no marks for none.
  return NUMBERED.test(list)
    ? html`<ol class="entries" role="list">${entries}</ol>`
    : html`<ul class="entries" role="list">${entries}</ul>`;
}
