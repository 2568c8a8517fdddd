/** The list of what a user has, and above it what can still be chosen. Used rewards stand below, folded. */
import type { TemplateResult } from "lit";
import type { OpenChoice, OwnedReward, Reward } from "../../shared/wire.ts";
import type { TextKey } from "../texts/texts.ts";
import type { GrantViews } from "./grant.ts";
import type * as Kit from "./kit.ts";
import type { Pictures } from "./picture.ts";
import type { View } from "./view.ts";

/** Fewer are all seen at once, and need no search. */
const SEARCHED_FROM = 12;

/** A list of its own: the picker's picture of a reward may be in the document, too. */
const pictures: Pictures = new WeakMap();

/** The rewards as the search and the pictures know them, kept for as long as the list is the same. */
const searched = new WeakMap<OwnedReward, Reward>();

function asReward(owned: OwnedReward): Reward {
  const known = searched.get(owned);
  if (known) return known;
  const { order_id: sku, reward_name: name, logo_url, catalog_card_url } = owned;
  const made: Reward = {
    sku,
    name,
    logo_url,
    catalog_card_url,
    description: "",
    free_value: false,
    in_stock: true,
    stock_quantity: null,
  };
  searched.set(owned, made);
  return made;
}

/** What is said of a reward that is not simply there. */
const SAID: Partial<Record<OwnedReward["state"], TextKey>> = {
  refunded: "is_refunded",
  expired: "is_expired",
  canceled: "is_canceled",
  activated: "is_link",
  notified: "is_mailed",
  failed: "failed_title",
  denied: "denied_title",
  blocked: "blocked_title",
};
/** Nothing can be had of these any more. */
const LOST: ReadonlySet<OwnedReward["state"]> = new Set([
  "refunded",
  "expired",
  "canceled",
  "failed",
  "denied",
  "blocked",
]);

export function rewardViews(
  {
    html,
    nothing,
    alertView,
    findRewards,
    formatDate,
    formatMoney,
    formatNumber,
    helpView,
    nameView,
    pictureView,
    titled,
  }: typeof Kit,
  { leftText, overText, nextButton, toListView }: GrantViews,
) {
  function rewardsView(view: View): TemplateResult {
    const { state, t, send } = view;
    const { owned, order, search, failure } = state;
    const { rewards = [], open = [] } = owned ?? {};
    const found = foundIn(rewards, search.query);
    const [fresh, used] = [found.filter(({ is_used }) => !is_used), found.filter(({ is_used }) => is_used)];
    const drawn = fresh.slice(0, search.shown);
    const said = foundText(view);
    const hasSearch = rewards.length >= SEARCHED_FROM;
    return html`<div class="column wallet">
    ${!order && rewards.some(({ testing }) => testing) ? html`<p class="badge"><small part="badge">${t("test_note")}</small></p>` : nothing}
    <div class="head">
      <h2 part="title" tabindex="-1">${t("rewards_title")}</h2>
      ${
        hasSearch
          ? html`<input part="search" type="search" autocomplete="off" enterkeyhint="search" placeholder=${t("search")} size=${t("search").length} aria-label=${t("search")} .value=${search.query}
              @input=${(event: InputEvent & { target: HTMLInputElement }) => send({ type: "search", query: event.target.value })}>`
          : nothing
      }
    </div>
    ${alertView(aboutNone(view), failure, { hasRetry: true })}
    ${order?.grant ? grantView(view, open) : waitingView(view, open)}
    ${owned ? nothing : html`<div class="skeleton block" role="status" aria-label=${t("loading")}></div>`}
    ${owned && rewards.length === 0 && !(order?.grant && open.length === 0) ? html`<p>${t("rewards_none")}</p>` : nothing}
    ${said === "" ? nothing : html`<p class="stock found">${said}</p>`}
    ${listView(view, drawn)}
    ${fresh.length > drawn.length ? html`<button part="more button secondary" class="plain" type="button" @click=${() => send({ type: "more" })}>${t("more")}</button>` : nothing}
    ${
      used.length > 0
        ? html`<details class="rest" ?open=${search.query.trim() !== ""}><summary part="rest button secondary">${t("used_title", { count: used.length })}</summary>${listView(view, used)}</details>`
        : nothing
    }
    ${helpView(view, "")}
  </div>`;
  }

  /** The list is about no single order, so nothing is said of one. */
  const aboutNone = (view: View): View => ({ ...view, state: { ...view.state, order: undefined } });

  /** Also what a screen reader says while somebody searches. */
  function foundText({ state, t }: View): string {
    const { query } = state.search;
    if (query.trim() === "") return "";
    const { length: count } = foundIn(state.owned?.rewards ?? [], query);
    return count === 0 ? t("found_none", { query }) : t("found", { count });
  }

  /** Those whose name, or whose brand, is like the query; all without one. */
  function foundIn(rewards: readonly OwnedReward[], query: string): readonly OwnedReward[] {
    if (query.trim() === "") return rewards;
    const ids = new Set(findRewards(rewards.map(asReward), query).map(({ sku }) => sku));
    return rewards.filter(({ order_id }) => ids.has(order_id));
  }

  function listView(view: View, rewards: readonly OwnedReward[]): TemplateResult | typeof nothing {
    if (rewards.length === 0) return nothing;
    return html`<ul class="owned" aria-label=${view.t("rewards_title")}>${rewards.map((reward) => html`<li>${rowView(view, reward)}</li>`)}</ul>`;
  }

  function rowView(view: View, reward: OwnedReward): TemplateResult {
    const { locale, t, send, serviceLang, state } = view;
    const { order_id, value, redeemed_at, is_used } = reward;
    const worth = value && formatMoney(locale, value.amount, value.currency);
    const { name, worth: shown } = titled(view, reward.reward_name, worth);
    const said = SAID[reward.state];
    const isLost = LOST.has(reward.state);
    const isEntered = state.task?.do === "enter" && state.task.opened.order_id === order_id;
    const day = redeemed_at === undefined ? undefined : formatDay(locale, redeemed_at);
    const kind = `own ${isLost || is_used ? "lost" : ""}`;
    const body = html`
      ${pictureView(asReward(reward), name, pictures)}
      <span class="about">
        <span class="name" lang=${serviceLang} dir="auto">${nameView(name)}</span>
        ${shown ? html`<span class="price">${shown}</span>` : nothing}
        <span class="small">${said ? html`<b>${t(said)}</b>` : nothing}${said && day ? " " : nothing}${day}</span>
      </span>`;
    if (state.owned?.audience) return html`<div part="owned" class=${kind}>${body}</div>`;
    return html`
    <button part="owned button" class=${kind} type="button" data-order=${order_id} aria-busy=${isEntered} @click=${() => send({ type: "enter", opened: { order_id, isChoice: false } })}>${body}</button>
    ${isLost ? nothing : usedButton(view, reward)}
  `;
  }

  /** A day without its time. */
  const formatDay = (locale: string, value: string): string =>
    formatDate(locale, value.slice(0, "2026-12-31".length));

  const usedButton = ({ t, send }: View, { order_id, is_used, reward_name }: OwnedReward): TemplateResult =>
    html`<button part="used button secondary" class="quiet mark" type="button" aria-label="${t(is_used ? "used_undo" : "used")}, ${reward_name}" @click=${() => send({ type: "mark", order_id, used: !is_used })}>${t(is_used ? "used_undo" : "used")}</button>`;

  /** Above what was opened: the way back, and the mark that it is used up. */
  function openedView(view: View): TemplateResult {
    const { owned, opened } = view.state;
    const reward = owned?.rewards.find(({ order_id }) => order_id === opened?.order_id);
    const canMark = reward && !opened?.isChoice && !LOST.has(reward.state);
    return html`<div class="spend top">${toListView(view)}${canMark ? usedButton(view, reward) : nothing}</div>`;
  }

  /** What is left of the grant of this session, and the way to its next reward. */
  function grantView(view: View, open: readonly OpenChoice[]): TemplateResult | typeof nothing {
    const { grant } = view.state.order ?? {};
    if (!grant || !view.state.owned) return nothing;
    const [next] = open;
    // The list is newer than the order: with more rewards than it knew, what was left is spent.
    const isNewer = view.state.owned.rewards.length > grant.count;
    return next?.left === undefined
      ? html`<p>${isNewer ? view.t("balance_spent") : overText(view, grant)}</p>`
      : html`<div class="after"><p class="budget">${view.t("spend", { amount: leftText(view, next.left, next.currency) })}</p>${nextButton(view, { left: next.left, currency: grant.currency })}</div>`;
  }

  function waitingView(view: View, open: readonly OpenChoice[]): TemplateResult | typeof nothing {
    if (open.length === 0) return nothing;
    const { t, send, serviceLang, locale } = view;
    const row = (choice: OpenChoice) => {
      const { order_id, left, currency, promotion, amount_limits, state } = choice;
      const most = amount_limits?.amount ?? amount_limits?.max_amount;
      const worth =
        left === undefined
          ? most === undefined
            ? undefined
            : t("up_to", { amount: formatNumber(locale, Number(most), currency) })
          : t("spend", { amount: leftText(view, left, currency) });
      return html`<li class="waits">
      <span class="about"><span class="name" lang=${serviceLang} dir="auto">${promotion.name ?? promotion.id}</span>${worth ? html`<span class="small">${worth}</span>` : nothing}</span>
      <button part="waiting button primary" class="main" type="button" aria-label="${t(state === "open" ? "waiting_choose" : "waiting_go_on")}, ${promotion.name ?? promotion.id}" @click=${() => send({ type: "enter", opened: { order_id, isChoice: true } })}>${t(state === "open" ? "waiting_choose" : "waiting_go_on")}</button>
    </li>`;
    };
    return html`<h3>${t("waiting")}</h3><ul class="owned waiting">${open.map(row)}</ul>`;
  }

  return { rewardsView, openedView, foundText };
}
