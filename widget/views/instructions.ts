/** The service's own texts on a reward: shown as text, with their line breaks, never interpreted. */
import { html, nothing, type TemplateResult } from "lit";
import type { RewardDetails } from "../../shared/wire.ts";
import { grown } from "../page/grown.ts";
import type { State } from "../state/state.ts";
import type { View } from "./view.ts";

/**
 * Beside the column where that is wide. While the texts are fetched their place is kept: what stands in the column stays where it
 * is. Where none will come there is no such place, and the column stands in the middle as on every screen without texts.
 * @param waiting what stands there meanwhile
 * @param isLink there is a link, and no code yet: how the code is used is not told before there is one
 */
export function instructionsView(
  { state, t, serviceLang }: View,
  sku: string | undefined,
  {
    waiting = nothing,
    isLink = false,
  }: { readonly waiting?: TemplateResult | typeof nothing; readonly isLink?: boolean } = {},
): TemplateResult | typeof nothing {
  const details: RewardDetails | undefined = state.details?.sku === sku ? state.details : undefined;
  if (!details)
    return waiting !== nothing || (isFetched(state) && state.undescribed !== sku)
      ? html`<div class="aside">${waiting}</div>`
      : nothing;
  const {
    important_instructions: important,
    how_to_use_instructions: howTo,
    terms_and_conditions: terms,
  } = details;
  const usage = isLink ? undefined : howTo;
  if (!important && !usage && !terms) return nothing;
  return html`<div class="aside">
    ${important ? html`<div class="stack"><h3>${t("important")}</h3>${proseView(important, serviceLang)}</div>` : nothing}
    ${usage ? html`<div class="stack"><h3>${t("how_to_use")}</h3>${proseView(usage, serviceLang)}</div>` : nothing}
    ${terms ? html`<div class="stack"><h3 id="terms">${t("terms")}</h3><div part="terms" class="terms" role="region" aria-labelledby="terms" tabindex="0" ${grown()}><div class="text" lang=${serviceLang} dir="auto">${partsOf(terms)}</div></div></div>` : nothing}
  </div>`;
}

/** Whether the texts are on their way: they are asked for after what the screen is for. */
const isFetched = ({ task }: State): boolean =>
  task !== undefined && ["details", "codes", "link", "prepare"].includes(task.do);

/** A paragraph, unless a list is in it. */
const proseView = (text: string, lang: string): TemplateResult =>
  LIST.test(text)
    ? html`<div class="text" lang=${lang} dir="auto">${partsOf(text)}</div>`
    : html`<p class="text" lang=${lang} dir="auto">${partsOf(text)}</p>`;

/** A number or a mark at the beginning of a line. */
const MARK = String.raw`(?:\p{Nd}{1,2}[.)、]|[-–•*・])[^\S\n]`;
const ENTRY = new RegExp(`^(${MARK})([^\n]+)$`, "u");
/** Such lines, one after the other. */
const LIST = new RegExp(`(^${MARK}[^\n]+(?:\n${MARK}[^\n]+)*)`, "mu");
const NUMBERED = /^\p{Nd}/u;

/** The text to the letter, line by line, with its lists as lists: what an entry begins with stays the service's own. */
export const partsOf = (text: string): readonly unknown[] =>
  // Every other part is what was split at.
  text
    .split(LIST)
    .flatMap((part, at): readonly unknown[] => (at % 2 === 0 ? part.split(/(?<=\n)/) : [listView(part)]));

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
