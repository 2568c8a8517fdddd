/** All rewards to choose from: the first at once, more when the end of the list comes near. */
import { html, nothing, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";
import type { Section } from "../catalog/groups.ts";
import { rangeOf } from "../catalog/range.ts";
import { type Chip, type Tile, tilesOf } from "../catalog/tiles.ts";
import type { Flow } from "../loaders.ts";
import { formatNumber } from "../words/locale.ts";
import { nameView } from "./name.ts";
import { pictureView } from "./picture.ts";
import type { View } from "./view.ts";

/** From this stock on, the user is told how many are left. */
const FEW = 10;
/** Fewer tiles are all seen at once, and need no search. */
const SEARCHED_FROM = 4;
/** Grey cards while the catalog loads: about one screen, and no more than what comes after them. */
const SKELETONS = 6;
/** The chips that a folded tile shows: a row or two. */
const CHIPS = 3;

/** @param flow search, details and alerts, once they are loaded */
export function pickerView(view: View, flow: Flow | undefined): TemplateResult {
  const { state, t, locale } = view;
  const { catalog, search, order } = state;
  const { query } = search;
  const most = order?.amount_limits?.max_amount;
  const found = catalog && (flow?.findRewards(catalog, query, order) ?? catalog);
  const { length: tiles } = catalog ? tilesOf(catalog, order, locale, SEARCHED_FROM) : [];
  const isSole = tiles === 1;
  return html`<div class="picker">
    <div class="list">
      <div class="head">
        <h2 part="title" tabindex="-1">${t("pick_title")}</h2>
        ${flow?.balanceView(view) ?? (most ? html`<p class="budget">${t("up_to", { amount: formatNumber(locale, Number(most), order.currency) })}</p>` : nothing)}
        ${
          catalog && tiles < SEARCHED_FROM
            ? nothing
            : html`<input part="search" type="search" autocomplete="off" enterkeyhint="search" placeholder=${t("search")} size=${t("search").length} aria-label=${t("search")} ?disabled=${!catalog} .value=${query}
                @input=${(event: InputEvent & { target: HTMLInputElement }) => view.send({ type: "search", query: event.target.value })}>`
        }
      </div>
      ${state.screen.name === "open" ? flow?.alertView(view, state.failure) : nothing}
      ${catalog && flow?.groupsView(view, catalog)}
      ${flow?.foundView(view)}
      ${found ? cardsView(view, found, isSole, flow) : loadingCards()}
    </div>
    ${flow?.besideView(view)}
  </div>`;
}

/** The likely layout of the loaded screen, so that nothing jumps. In another language than English the words are on their way. */
export const loadingView = ({ t }: View, isEnglish: boolean): TemplateResult =>
  html`<div class="picker"><div class="list"><div class="head"><h2 part="title">${isEnglish ? t("loading") : "…"}</h2><input disabled aria-hidden="true"></div>${loadingCards()}</div></div>`;

const loadingCards = (): TemplateResult =>
  html`<div class="cards" aria-hidden="true">${Array(SKELETONS).fill(html`<div class="card skeleton"></div>`)}</div>`;

/** @param isSole whether all rewards are of one brand: then its card is large */
function cardsView(view: View, rewards: readonly Reward[], isSole: boolean, flow: Flow | undefined): unknown {
  const { state, t, locale } = view;
  let left = state.search.shown;
  let hasMore = false;
  const found = flow?.sectionsOf(rewards, state.order, state.search) ?? [{ rewards }];
  const sections = found.map(({ name, rewards }: Section) => {
    const tiles = tilesOf(rewards, state.order, locale, left + 1);
    const drawn = tiles.slice(0, left);
    hasMore ||= tiles.length > left;
    left -= drawn.length;
    if (!drawn[0]) return nothing;
    return html`${name ? html`<h3 dir="auto">${name}</h3>` : nothing}<ul class="cards ${isSole ? "sole" : ""}">${drawn.map((tile) => html`<li>${tileView(view, tile, isSole || !tiles[1], flow)}</li>`)}</ul>`;
  });
  return html`
    ${sections}
    ${hasMore ? html`<button part="more button secondary" class="plain" type="button" @click=${() => view.send({ type: "more" })}>${t("more")}</button>` : nothing}
  `;
}

/** @param isAlone whether there is no other tile: then no chip is folded */
function tileView(view: View, { name, chips }: Tile, isAlone: boolean, flow: Flow | undefined): unknown {
  const { serviceLang, state, send, t } = view;
  const [first, second] = chips;
  if (!first) return;
  const picture = pictureView(first.reward, name);
  const title = html`<span class="name" lang=${serviceLang} dir="auto">${nameView(name)}</span>`;
  const chipOf = ({ reward, label }: Chip, content: unknown, look: string) => {
    const range = rangeOf(reward, state.order);
    // Beside fixed values the limits would say more than anybody reads there.
    const isOther = second && range && range.min < range.max;
    return html`<button part="reward button" class=${look} type="button" data-sku=${reward.sku} aria-disabled=${!reward.in_stock} aria-current=${isLookedAt(view, reward)} @click=${() => send({ type: "select", sku: reward.sku })}>${content}<span class="price" lang=${isOther ? nothing : serviceLang} dir="auto">${isOther ? t("other_amount") : label}${flow?.rewardPointsView(view, reward)}</span> ${stockView(view, reward)}</button>`;
  };
  if (!second) return chipOf(first, [picture, title], "card");
  const isFolded = !isAlone && chips.length > CHIPS + 1 && state.search.unfolded !== first.reward.sku;
  return html`<div class="card" role="group" aria-label=${name}>
    ${picture}${title}
    <div class="chips">
      ${chips.slice(0, isFolded ? CHIPS : undefined).map((chip) => chipOf(chip, html`<span class="unseen">${name} </span>`, "chip"))}
      ${isFolded ? html`<button part="unfold button" class="chip" type="button" dir="ltr" aria-expanded="false" aria-label="+${chips.length - CHIPS}, ${name}" @click=${() => send({ type: "unfold", sku: first.reward.sku })}>+${chips.length - CHIPS}</button>` : nothing}
    </div>
  </div>`;
}

const isLookedAt = ({ state }: View, { sku }: Reward): boolean =>
  state.screen.name === "details" && state.screen.sku === sku;

/** Shown only if few or none are left. Written in words, so that colour is not the only sign. */
export function stockView({ t }: View, { in_stock, stock_quantity }: Reward): unknown {
  if (!in_stock) return html`<span class="stock out">${t("out_of_stock")}</span>`;
  if (!stock_quantity || stock_quantity > FEW) return;
  return html`<span class="stock few">${t("few_left", { count: stock_quantity })}</span>`;
}
