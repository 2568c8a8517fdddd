/** The service's texts on a reward: shown as plain text with their line breaks, never interpreted. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { RewardDetails } from "../../shared/wire.ts";
import { grown } from "../page/grown.ts";
import type { State } from "../state/state.ts";
import type { View } from "./view.ts";

/**
 * The texts stand beside the column if there is room. While they load their room is kept, so that the column does not
 * move. If none will come, the column is centred, as on every screen without texts.
 * @param waiting the contents of that room while the texts load
 * @param isLink whether there is a link and no code yet: then the text on how to use the code is left out
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
  // A translator puts its own nodes in place of the texts: another reward's need new ones.
  return html`${keyed(
    sku,
    html`<div class="aside" translate="yes">
    ${important ? html`<div class="stack"><h3>${t("important")}</h3>${proseView(important, serviceLang)}</div>` : nothing}
    ${usage ? html`<div class="stack"><h3>${t("how_to_use")}</h3>${proseView(usage, serviceLang)}</div>` : nothing}
    ${terms ? html`<div class="stack"><h3 id="terms">${t("terms")}</h3><div part="terms" class="terms" role="region" aria-labelledby="terms" tabindex="0" ${grown()}><div class="text" lang=${serviceLang} dir="auto">${partsOf(terms)}</div></div></div>` : nothing}
  </div>`,
  )}`;
}

/** Whether the texts are loading, or will be loaded after the screen's own data. */
const isFetched = ({ task }: State): boolean =>
  task !== undefined && ["details", "codes", "link", "prepare"].includes(task.do);

/** A paragraph, or a block if the text contains a list. */
const proseView = (text: string, lang: string): TemplateResult =>
  LIST.test(text)
    ? html`<div class="text" lang=${lang} dir="auto">${partsOf(text)}</div>`
    : html`<p class="text" lang=${lang} dir="auto">${partsOf(text)}</p>`;

/** A number or a bullet at the beginning of a line. */
const MARK = String.raw`(?:\p{Nd}{1,2}[.)、]|[-–•*・])[^\S\n]`;
const ENTRY = new RegExp(`^(${MARK})([^\n]+)$`, "u");
/** Consecutive lines with such a mark. */
const LIST = new RegExp(`(^${MARK}[^\n]+(?:\n${MARK}[^\n]+)*)`, "mu");
const NUMBERED = /^\p{Nd}/u;

/** The text, line by line and unchanged, with its lists as list elements. The entries keep the service's own marks. */
export const partsOf = (text: string): readonly unknown[] =>
  // Every other part is a list that the text was split at.
  text
    .split(LIST)
    .flatMap((part, at): readonly unknown[] => (at % 2 === 0 ? part.split(/(?<=\n)/) : [listView(part)]));

function listView(list: string): TemplateResult {
  const entries = list.split("\n").map((line, at) => {
    const [, mark, words] = ENTRY.exec(line) ?? [];
    return html`${at > 0 ? "\n" : nothing}<li class="entry"><span>${mark}</span><span>${words}</span></li>`;
  });
  // The role is set, too: WebKit does not treat a list without markers as a list.
  return NUMBERED.test(list)
    ? html`<ol class="entries" role="list">${entries}</ol>`
    : html`<ul class="entries" role="list">${entries}</ul>`;
}
