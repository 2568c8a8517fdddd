/** One reward: what it is, how much of it, and its terms, before anything is reserved. */
import { html, nothing, type TemplateResult } from "lit";
import { tilesOf } from "../catalog/tiles.ts";
import { onlyAmount, rewardOf } from "../state/selectors.ts";
import type { Screen } from "../state/state.ts";
import { alertView } from "./alert.ts";
import { amountView, typedWorth } from "./amount.ts";
import { isOfOnlyReward } from "./failure-text.ts";
import { helpView } from "./help.ts";
import { instructionsView } from "./instructions.ts";
import { nameView } from "./name.ts";
import { stockView } from "./picker.ts";
import { type Pictures, pictureView } from "./picture.ts";
import type { View } from "./view.ts";

/** The tile keeps its own. By the catalog's reward: its texts, which come later, are of the same picture. */
const pictures: Pictures = new WeakMap();

/** @param close the button that leads back to the picker, where that is still there */
export function detailsView(
  view: View,
  screen: Extract<Screen, { name: "details" }>,
  close?: TemplateResult,
): TemplateResult {
  const { state, t, serviceLang } = view;
  const reward = rewardOf(state, screen.sku);
  const [tile] = reward ? tilesOf([reward], state.order, view.locale) : [];
  const isFree = reward?.free_value === true;
  // Until an amount is chosen, what may be: the line keeps its height.
  const isToChoose = isFree && onlyAmount(reward, state.order) === undefined;
  const chosen = isToChoose ? typedWorth(view, reward, screen.amount) : undefined;
  const worth = !isFree || isToChoose ? (chosen ?? tile?.chips[0]?.label) : undefined;
  const description = reward?.description
    ? html`<p class="text" lang=${serviceLang} dir="auto">${reward.description}</p>`
    : nothing;
  const isSoldOut = reward?.in_stock === false && !state.failure;
  // What is to be typed, and what now, come before what is to be read.
  const isDescribedBelow = isFree || isSoldOut;
  return html`<form class="look ${reward?.in_stock === false ? "gone" : ""}" @submit=${(event: SubmitEvent) => event.preventDefault()}>
    <div class="scroll">
      ${close}
      <div class="top">
        ${reward ? pictureView(state.catalog?.find(({ sku }) => sku === screen.sku) ?? reward, tile?.name, pictures) : nothing}
        <div class="stack">
          <div class="stack named">
            ${tile ? html`<h2 part="title" id="looked-at" tabindex="-1" lang=${serviceLang} dir="auto">${nameView(tile.name)}</h2>` : html`<h2 part="title" id="looked-at" tabindex="-1">${t("loading")}</h2>`}
            ${worth ? html`<p class="price large" lang=${serviceLang} dir="auto">${worth}</p>` : nothing}
            ${reward ? stockView(view, reward) : nothing}
            ${isSoldOut ? html`<p>${t("sold_out")}</p>` : nothing}
          </div>
          ${isDescribedBelow ? nothing : description}
        </div>
      </div>
      ${reward ? amountView(view, reward, screen) : nothing}
      ${isDescribedBelow ? description : nothing}
      ${instructionsView(view, screen.sku, { waiting: html`<div class="skeleton block"></div>` })}
    </div>
    <div class="dock">
      ${alertView(view, state.failure)}
      <div class="actions">
        ${isGone(view, screen) ? (state.catalog?.length === 1 ? againButton(view) : nothing) : bookButton(view)}
        ${close || state.catalog?.length === 1 ? nothing : html`<button part="back button secondary" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${t("back")}</button>`}
      </div>
      ${isSoldOut ? helpView(view) : nothing}
    </div>
  </form>`;
}

/**
 * What is sold out cannot be chosen, nor can the only reward when a booking was answered that it cannot be had, until it
 * was checked again.
 */
const isGone = ({ state }: View, { sku }: Extract<Screen, { name: "details" }>): boolean =>
  rewardOf(state, sku)?.in_stock === false ||
  isOfOnlyReward(state, state.failure) ||
  state.task?.do === "catalog";

/** The only reward may come back: whether it has is asked for by the person. */
function againButton({ state, t, send }: View): TemplateResult {
  const isBusy = state.task?.do === "catalog";
  return html`<button part="retry button primary" class="main ${isBusy ? "busy" : ""}" type="button" aria-disabled=${isBusy} @click=${() => send({ type: "retry" })}>${t(isBusy ? "booking" : "balance_again")}</button>`;
}

function bookButton({ state, t, send }: View): TemplateResult {
  const { isNew } = state;
  const isBusy = state.task?.do === "book";
  const isBooking = state.order?.delivery !== "notify";
  const label = isBusy
    ? "booking"
    : state.failure?.code === "hold_expired"
      ? "book_again"
      : isBooking
        ? "book"
        : "continue";
  const press = (event: MouseEvent) => {
    // Enter in the amount field submits the form without a pointer; both end here.
    event.preventDefault();
    send({ type: "book" });
  };
  // What just appeared takes no press yet, but nothing is missing: it does not look as if there were.
  return html`<button part="book button primary" class="main ${isBusy ? "busy" : isNew ? "soon" : ""}" aria-disabled=${isBusy || isNew ? "true" : "false"} @click=${press}>${t(label)}</button>`;
}
