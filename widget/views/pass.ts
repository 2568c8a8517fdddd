/**
 * The pass: one object on every screen after the choice. Its face is the card's art with the reward's name and worth, said
 * once; below it stands whatever the screen has to add.
 */
import { html, nothing, type TemplateResult } from "lit";
import { formatMoney } from "../format.ts";
import { choiceOf, rewardOf } from "../selectors.ts";
import type { KnownOrder } from "../state.ts";
import { pictureView } from "./picture.ts";
import type { View } from "./view.ts";

/** What the pass is about; by default what the order is about. */
export interface Subject {
  readonly sku?: string | undefined;
  /** The reward's name, where the order knows it. */
  readonly name?: string | undefined;
  /** Its worth as it is written, as far as it is known. */
  readonly value?: string | undefined;
}

/** @param body what the screen adds below the face */
export function passView(
  view: View,
  body: unknown = nothing,
  { isFresh = false, ...subject }: Subject & { readonly isFresh?: boolean } = subjectOf(view),
): TemplateResult {
  const { name, value, sku } = { ...subjectOf(view), ...subject };
  const reward = rewardOf(view.state, sku);
  const title = name ?? reward?.name ?? sku;
  return html`
    <div part="summary" class="pass ${isFresh ? "fresh" : ""}">
      ${title ? faceView(view, title, value, reward) : html`<div class="face">${BLANK}</div>`}
      ${body}
    </div>
  `;
}

/** Where nothing was chosen yet: a card that could be any. */
const BLANK = html`<span part="card" class="picture blank" aria-hidden="true"><svg class="icon" viewBox="0 0 24 24"><path d="M4 9h16v4H4zM6 13v7h12v-7M12 9v11M12 9S10 4 7.5 5.5 9 9 12 9zM12 9s2-5 4.5-3.5S15 9 12 9z" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/></svg></span>`;

function faceView(
  view: View,
  title: string,
  value: string | undefined,
  reward: ReturnType<typeof rewardOf>,
): TemplateResult {
  return html`
    <div class="face">
      ${pictureView(reward ?? { name: title, logo_url: null, catalog_card_url: null })}
      <div class="about">${titleView(view, title, value)}</div>
    </div>
  `;
}

/** Name and worth, each once: many a name ends in its worth, which then stands out where it is. */
function titleView({ serviceLang }: View, title: string, value: string | undefined): TemplateResult {
  const at = value === undefined ? -1 : title.lastIndexOf(value);
  const isLast = value !== undefined && at > 0 && at + value.length === title.length;
  // Not where it only ends like it: $5 in $15.
  if (isLast && !/[\d.,]/.test(title.charAt(at - 1)))
    return html`<p class="name" lang=${serviceLang} dir="auto">${title.slice(0, at)}<b class="worth">${value}</b></p>`;
  return html`
    <p class="name" lang=${serviceLang} dir="auto">${title}</p>
    ${value && !says(title, value) ? html`<p class="worth">${value}</p>` : nothing}
  `;
}

/** Whether a name says the worth already: once is enough. Not where it only begins like it: $5 in $50. */
export function says(name: string, value: string): boolean {
  const [said = "", worth = ""] = [name, value].map((text) => text.replace(/\s/g, ""));
  const at = said.indexOf(worth);
  return at >= 0 && !/\d/.test(said[at - 1] ?? "") && !/[\d.,]/.test(said[at + worth.length] ?? "");
}

/** What the order is about. What was not booked it does not name before the server knows of it: then what was sent is. */
export function subjectOf(view: View): Subject {
  const { order, sent } = view.state;
  const choice = choiceOf(order) ?? sent?.confirmation;
  return {
    sku: choice?.sku,
    name: order?.reward_name,
    value: valueText(view, order ?? {}) ?? worthOf(view, choice?.sku, choice?.amount),
  };
}

/** The worth of what was chosen, as far as it is known. */
export function valueText(
  { locale }: View,
  order: Pick<KnownOrder, "value" | "amount" | "currency">,
): string | undefined {
  if (order.value) return formatMoney(locale, order.value.amount, order.value.currency);
  return order.amount === undefined ? undefined : formatMoney(locale, Number(order.amount), order.currency);
}

/** The worth of a choice that no order knows of yet. */
export function worthOf(view: View, sku: string | undefined, amount: string | undefined): string | undefined {
  const { state, locale } = view;
  const learned = rewardOf(state, sku)?.value;
  if (amount === undefined) return learned && formatMoney(locale, learned.amount, learned.currency);
  return formatMoney(locale, Number(amount), state.order?.currency);
}
