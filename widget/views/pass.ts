/**
 * The pass: one object on every screen after the choice. Its face is the card's art with the reward's name and worth,
 * each shown once; below the face is the screen's own content.
 */
import { html, nothing, type TemplateResult } from "lit";
import { PRICE, withoutPrice } from "../../shared/reward-name.ts";
import type { Reward } from "../../shared/wire.ts";
import { tilesOf } from "../catalog/tiles.ts";
import { unwrap } from "../page/unwrap.ts";
import { choiceOf, rewardOf } from "../state/selectors.ts";
import type { KnownOrder } from "../state/state.ts";
import { formatMoney } from "../words/format.ts";
import { languageOf } from "../words/locale.ts";
import { nameView } from "./name.ts";
import { PARCEL } from "./parcel.ts";
import { pictureView } from "./picture.ts";
import type { View } from "./view.ts";

/** The reward of the pass; by default the order's. */
export interface Subject {
  readonly sku?: string | undefined;
  /** The reward's name, if the order knows it. */
  readonly name?: string | undefined;
  /** The formatted worth, if it is known. */
  readonly value?: string | undefined;
  /** The price in points, before the reward is confirmed. */
  readonly points?: unknown;
}

interface Appearance {
  /** The code is new: the pass is unwrapped, once. */
  readonly isFresh?: boolean;
  /** The art is as wide as the pass. */
  readonly isGrand?: boolean;
  /** The reward is lost: its art does not shine. */
  readonly isLost?: boolean;
}

/** @param body what the screen adds below the face */
export function passView(
  view: View,
  body: unknown = nothing,
  { isFresh = false, isGrand = false, isLost = false, ...subject }: Subject & Appearance = {},
): TemplateResult {
  const { name, value, sku, points } = { ...subjectOf(view), ...subject };
  const reward = rewardOf(view.state, sku);
  const title = name ?? reward?.name ?? sku;
  const offer = view.state.order?.promotion.name;
  return html`
    <div part="summary" class="pass ${isGrand ? "grand" : ""} ${isLost ? "lost" : ""}" ${unwrap(isFresh)}>
      ${title ? faceView(view, title, value, reward, points) : html`<div class="face">${BLANK}${offer ? html`<div class="about"><p class="name" lang=${view.serviceLang} dir="auto">${offer}</p></div>` : nothing}</div>`}
      ${body}
      ${isFresh ? PARCEL : nothing}
    </div>
  `;
}

/** The card before a reward is chosen. */
export const BLANK = html`<span part="card" class="picture blank" aria-hidden="true"><svg class="icon" viewBox="0 0 24 24"><path d="M4 9h16v4H4zM6 13v7h12v-7M12 9v11M12 9S10 4 7.5 5.5 9 9 12 9zM12 9s2-5 4.5-3.5S15 9 12 9z" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/></svg></span>`;

function faceView(
  view: View,
  title: string,
  value: string | undefined,
  reward: ReturnType<typeof rewardOf>,
  points: unknown,
): TemplateResult {
  return html`
    <div class="face">
      ${pictureView(reward ?? { name: title, logo_url: null, catalog_card_url: null })}
      <div class="about">${titleView(view, title, value)}${points}</div>
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

/** Name and worth, each shown once, however the service writes the worth into the name. */
export function titled(
  { locale, state }: View,
  title: string,
  value: string | undefined,
): { name: string; worth?: string } {
  const [, price] = PRICE.exec(title) ?? [];
  const isRange = price !== undefined && RANGE.test(price);
  if (value === undefined) {
    // Only the name tells the worth. A number without a currency may mean anything.
    const isMoney = price !== undefined && !isRange && price.search(SUM) === 0;
    if (!isMoney) return { name: title };
    // Written as on the reward's tile.
    const [tile] = tilesOf([{ sku: title, name: title } as Reward], state.order, locale);
    return { name: withoutPrice(title), ...(tile?.chips[0] && { worth: tile.chips[0].label }) };
  }
  // The chosen amount says more than a range.
  const isSaidLast = price && (digitsOf(price) === digitsOf(value) || isRange);
  if (isSaidLast) return { name: withoutPrice(title), worth: value };
  const sums = title.match(SUM) ?? [];
  return sums.some((sum) => digitsOf(sum) === digitsOf(value))
    ? { name: title }
    : { name: title, worth: value };
}

/**
 * Name and worth on one line, in the language's order: English puts the amount first, the other languages put it last.
 */
export function lineView(view: View, title: string, value?: string): TemplateResult {
  const { name, worth } = titled(view, title, value);
  const called = html`<bdi lang=${view.serviceLang}>${name}</bdi>`;
  if (!worth) return called;
  const amount = html`<bdi>${worth}</bdi>`;
  return languageOf(view.locale) === "en" ? html`${amount} ${called}` : html`${called} ${amount}`;
}

/** Two amounts with a sign between them. */
const RANGE = /\d\D*\s\S{1,3}\s\D*\d/;

/** An amount with its currency. */
const SUM = /(?:\p{Sc}|[A-Z]{3})\s?\d[\d.,]*|\d[\d.,]*\s?(?:\p{Sc}|[A-Z]{3}\b)/gu;

/**
 * An amount's digits without what languages write differently: separators, currency, marks, and cents that are zero.
 */
const digitsOf = (money: string): string => money.replace(/[.,]00(?!\d)/, "").replace(/\D/g, "");

/**
 * The order's reward. Without a booking (`notify`) the order does not name the reward before the server knows it: then
 * the sent choice does.
 */
export function subjectOf(view: View): Subject {
  const { order, sent } = view.state;
  const choice = choiceOf(order) ?? sent?.confirmation;
  return {
    sku: choice?.sku,
    name: order?.reward_name,
    value: valueText(view, order ?? {}) ?? worthOf(view, choice?.sku, choice?.amount),
  };
}

/** The worth of the order's reward, if it is known. */
export function valueText(
  { locale }: View,
  order: Pick<KnownOrder, "value" | "amount" | "currency">,
): string | undefined {
  if (order.value) return formatMoney(locale, order.value.amount, order.value.currency);
  return order.amount === undefined ? undefined : formatMoney(locale, Number(order.amount), order.currency);
}

/** The worth of a choice that is in no order yet. */
export function worthOf(view: View, sku: string | undefined, amount: string | undefined): string | undefined {
  const { state, locale } = view;
  const learned = rewardOf(state, sku)?.value;
  if (amount === undefined) return learned && formatMoney(locale, learned.amount, learned.currency);
  return formatMoney(locale, Number(amount), state.order?.currency);
}
