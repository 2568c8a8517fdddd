/** All rewards to choose from: the first at once, more as the end of the list comes near. */
import { html, nothing, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";
import { formatNumber } from "../locale.ts";
import { rangeOf } from "../range.ts";
import { pictureView } from "./picture.ts";
import type { View } from "./view.ts";

/** From here on the stock is news worth telling. */
const FEW = 10;
/** Any text: looking for it makes the names ready, so that the first key need not wait for that. */
const FIRST_KEY = "a";
/** Grey cards while the catalog is on its way: about the first screen. */
const SKELETONS = 12;

/** @param alert what went wrong with an earlier choice */
export function pickerView(view: View, alert: unknown): TemplateResult {
  const { state, t, flow } = view;
  const { catalog, search } = state;
  const { query, shown } = search;
  const isLong = !catalog || catalog.length > 1;
  // What finds them comes with the later screens; what is typed before that waits for it.
  const found = catalog && (flow?.findRewards(catalog, query) ?? catalog);
  return html`
    <h2 part="title" tabindex="-1">${t("pick_title")}</h2>
    ${alert}
    ${
      isLong
        ? html`<input part="search" type="search" autocomplete="off" enterkeyhint="search" placeholder=${t("search")} aria-label=${t("search")} ?disabled=${!catalog} .value=${query}
            @focus=${() => flow?.findRewards(catalog ?? [], FIRST_KEY)}
            @input=${(event: InputEvent & { target: HTMLInputElement }) => view.send({ type: "search", query: event.target.value })}>`
        : nothing
    }
    ${found ? (found.length > 0 ? cardsView(view, found, shown) : html`<p>${catalog?.length ? t("found_none", { query }) : t("no_rewards")}</p>`) : loadingCards()}
  `;
}

/** The shape of what most likely comes, so that nothing jumps when it does. */
export const loadingView = ({ t }: View): TemplateResult =>
  html`<h2 part="title">${t("loading")}</h2><input disabled aria-hidden="true">${loadingCards()}`;

const loadingCards = (): TemplateResult =>
  html`<div class="cards" aria-hidden="true">${Array.from({ length: SKELETONS }, () => html`<div class="card skeleton"></div>`)}</div>`;

/** How many there are of what is looked for, for those who do not see it. */
export function foundText({ state, t, flow }: View): string {
  const { catalog, search } = state;
  const { query } = search;
  if (!catalog || !flow || query === "") return "";
  const count = flow.findRewards(catalog, query).length;
  if (count === 0) return t("found_none", { query });
  return t("found", { count });
}

function cardsView(view: View, rewards: readonly Reward[], shown: number): TemplateResult {
  return html`
    <ul class="cards">${rewards.slice(0, shown).map((reward) => cardView(view, reward))}</ul>
    ${rewards.length > shown ? html`<button part="more button secondary" class="plain" type="button" @click=${() => view.send({ type: "more" })}>${view.t("more")}</button>` : nothing}
  `;
}

function cardView(view: View, reward: Reward): TemplateResult {
  const { t, locale } = view;
  const { value } = reward;
  const { order } = view.state;
  const range = rangeOf(reward, order);
  const money = (amount: number) => formatNumber(locale, amount, (value ?? order)?.currency);
  const worth = range
    ? t("range", { min: money(range.min), max: money(range.max) })
    : value && money(value.amount);
  return html`
    <li>
      <button part="reward button" class="card" type="button" data-sku=${reward.sku} aria-disabled=${!reward.in_stock} @click=${() => view.send({ type: "select", sku: reward.sku })}>
        ${pictureView(reward)}
        <span class="name" lang=${view.serviceLang} dir="auto">${reward.name}</span>
        <span class="stock">${worth}</span>
        ${stockView(view, reward)}
      </button>
    </li>
  `;
}

/** In words, and told apart by more than a colour. */
export function stockView({ t }: View, { in_stock, stock_quantity }: Reward): TemplateResult {
  const isFew = in_stock && stock_quantity && stock_quantity <= FEW;
  const words = !in_stock
    ? t("out_of_stock")
    : !isFew
      ? t("in_stock")
      : t("few_left", { count: stock_quantity });
  return html`<span class="stock ${isFew ? "few" : in_stock ? "" : "out"}">${words}</span>`;
}
