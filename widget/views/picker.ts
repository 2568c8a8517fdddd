/** All rewards to choose from. */
import { html, nothing, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";
import { formatNumber } from "../locale.ts";
import { findRewards } from "../search.ts";
import { rangeOf } from "../selectors.ts";
import { alertView } from "./alert.ts";
import { pictureView } from "./picture.ts";
import type { View } from "./view.ts";

/** From here on the stock is news worth telling. */
const FEW = 10;
/** Grey cards while the catalog is on its way: about the first screen of a phone. */
const SKELETONS = 6;

export function pickerView(view: View, query: string): TemplateResult {
  const { state, t } = view;
  const { catalog } = state;
  const rewards = catalog && findRewards(catalog, query);
  return html`
    <h2 tabindex="-1">${t("pick_title")}</h2>
    ${alertView(view, state.failure)}
    ${
      catalog && catalog.length > 1
        ? html`<input part="search" type="search" autocomplete="off" enterkeyhint="search" placeholder=${t("search")} aria-label=${t("search")} .value=${query}
            @input=${(event: InputEvent & { target: HTMLInputElement }) => view.send({ type: "search", query: event.target.value })}>`
        : nothing
    }
    ${
      rewards
        ? rewards.length > 0
          ? html`<ul class="cards">${rewards.map((reward) => cardView(view, reward))}</ul>`
          : html`<p>${catalog?.length ? t("found_none", { query }) : t("no_rewards")}</p>`
        : html`<p class="unseen">${t("loading")}</p><div class="cards" aria-hidden="true">${Array.from({ length: SKELETONS }, () => html`<div class="card skeleton"></div>`)}</div>`
    }
  `;
}

/** How many there are of what is looked for, for those who do not see it. */
export function foundText({ state, t, locale }: View, query: string): string {
  if (!state.catalog || query === "") return "";
  const count = findRewards(state.catalog, query).length;
  if (count === 0) return t("found_none", { query });
  return count === 1 ? t("found_one") : t("found", { count: formatNumber(locale, count) });
}

function cardView(view: View, reward: Reward): TemplateResult {
  const range = rangeOf(reward, view.state.order);
  return html`
    <li>
      <button part="reward" class="card" type="button" data-sku=${reward.sku} aria-disabled=${reward.in_stock ? "false" : "true"} @click=${() => view.send({ type: "select", sku: reward.sku })}>
        ${pictureView(reward)}
        <span class="name" lang=${view.serviceLang} dir="auto">${reward.name}</span>
        ${range ? html`<span>${rangeText(view, range)}</span>` : nothing}
        <span class="stock">${stockText(view, reward)}</span>
      </button>
    </li>
  `;
}

function rangeText({ t, locale }: View, { min, max }: { min: number; max: number }): string {
  const [low, high] = [formatNumber(locale, min), formatNumber(locale, max)];
  return min === max ? low : t("range", { min: low, max: high });
}

export function stockText({ t, locale }: View, { in_stock, stock_quantity }: Reward): string {
  if (!in_stock) return t("out_of_stock");
  if (!stock_quantity || stock_quantity > FEW) return t("in_stock");
  return stock_quantity === 1
    ? t("last_one")
    : t("few_left", { count: formatNumber(locale, stock_quantity) });
}
