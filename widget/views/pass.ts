/**
 * The pass: one object on every screen after the choice. Its face is the card's art with the reward's name and worth, said
 * once; below it stands whatever the screen has to add.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";
import { PRICE, tilesOf, withoutPrice } from "../catalog/tiles.ts";
import { choiceOf, rewardOf } from "../state/selectors.ts";
import type { KnownOrder } from "../state/state.ts";
import { formatMoney } from "../words/format.ts";
import { languageOf } from "../words/locale.ts";
import { nameView } from "./name.ts";
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

interface Appearance {
  /** It is unwrapped, once. */
  readonly isFresh?: boolean;
  /** Its art is as wide as the pass, also on a phone: no barcode needs the room. */
  readonly isGrand?: boolean;
  /** Nobody gets it: its art does not shine. */
  readonly isLost?: boolean;
}

/** @param body what the screen adds below the face */
export function passView(
  view: View,
  body: unknown = nothing,
  { isFresh = false, isGrand = false, isLost = false, ...subject }: Subject & Appearance = {},
): TemplateResult {
  const { name, value, sku } = { ...subjectOf(view), ...subject };
  const reward = rewardOf(view.state, sku);
  const title = name ?? reward?.name ?? sku;
  const offer = view.state.order?.promotion.name;
  return html`
    <div part="summary" class="pass ${isFresh ? "fresh" : ""} ${isGrand ? "grand" : ""} ${isLost ? "lost" : ""}">
      ${title ? faceView(view, title, value, reward) : html`<div class="face">${BLANK}${offer ? html`<div class="about"><p class="name" lang=${view.serviceLang} dir="auto">${offer}</p></div>` : nothing}</div>`}
      ${body}
    </div>
  `;
}

/** Where nothing was chosen yet: a card that could be any, of the offer. */
export const BLANK = html`<span part="card" class="picture blank" aria-hidden="true"><svg class="icon" viewBox="0 0 24 24"><path d="M4 9h16v4H4zM6 13v7h12v-7M12 9v11M12 9S10 4 7.5 5.5 9 9 12 9zM12 9s2-5 4.5-3.5S15 9 12 9z" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/></svg></span>`;

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

function titleView(view: View, title: string, value: string | undefined): TemplateResult {
  const { name, worth } = titled(view, title, value);
  return html`
    <p class="name" lang=${view.serviceLang} dir="auto">${nameView(name)}</p>
    ${worth ? html`<p class="worth">${worth}</p>` : nothing}
  `;
}

/** Name and worth, each said once, in whatever way the service writes the worth into the name. */
export function titled(
  { locale, state }: View,
  title: string,
  value: string | undefined,
): { name: string; worth?: string } {
  const [, price] = PRICE.exec(title) ?? [];
  const isRange = price !== undefined && RANGE.test(price);
  if (value === undefined) {
    // Only the name tells it. A number without a currency may be anything.
    const isMoney = price !== undefined && !isRange && price.search(SUM) === 0;
    if (!isMoney) return { name: title };
    // Written as its tile writes it.
    const [tile] = tilesOf([{ sku: title, name: title } as Reward], state.order, locale);
    return { name: withoutPrice(title), ...(tile?.chips[0] && { worth: tile.chips[0].label }) };
  }
  // A range says less than what was chosen of it.
  const isSaidLast = price && (digitsOf(price) === digitsOf(value) || isRange);
  if (isSaidLast) return { name: withoutPrice(title), worth: value };
  const sums = title.match(SUM) ?? [];
  return sums.some((sum) => digitsOf(sum) === digitsOf(value))
    ? { name: title }
    : { name: title, worth: value };
}

/**
 * Name and worth in one line, in the order in which the language says them: English puts the amount before what it is of,
 * the other languages put it behind.
 */
export function lineView(view: View, title: string, value?: string): TemplateResult {
  const { name, worth } = titled(view, title, value);
  const called = html`<bdi lang=${view.serviceLang}>${name}</bdi>`;
  if (!worth) return called;
  const amount = html`<bdi>${worth}</bdi>`;
  return languageOf(view.locale) === "en" ? html`${amount} ${called}` : html`${called} ${amount}`;
}

/** Two amounts, and what stands between them. */
const RANGE = /\d\D*\s\S{1,3}\s\D*\d/;

/** Money with its currency. */
const SUM = /(?:\p{Sc}|[A-Z]{3})\s?\d[\d.,]*|\d[\d.,]*\s?(?:\p{Sc}|[A-Z]{3}\b)/gu;

/** An amount without what each language writes in its own way: separators, currency, marks, and cents where there are none. */
const digitsOf = (money: string): string => money.replace(/[.,]00(?!\d)/, "").replace(/\D/g, "");

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
