/** One reward before anything is reserved: its description, amount and terms. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { tilesOf } from "../catalog/tiles.ts";
import { isSingle, onlyAmount, rewardOf } from "../state/selectors.ts";
import type { Screen } from "../state/state.ts";
import { alertView } from "./alert.ts";
import { amountView, typedWorth } from "./amount.ts";
import { isOfOnlyReward } from "./failure-text.ts";
import { helpView } from "./help.ts";
import { instructionsView } from "./instructions.ts";
import { nameView } from "./name.ts";
import { stockView } from "./picker.ts";
import { type Pictures, pictureView } from "./picture.ts";
import { pointsView, rewardPointsView } from "./points.ts";
import type { View } from "./view.ts";

/**
 * The tile has a picture of its own. The key is the catalog's reward, because the texts that load later belong to the
 * same picture.
 */
const pictures: Pictures = new WeakMap();

/** @param close the button that leads back to the picker; absent without a picker */
export function detailsView(
  view: View,
  screen: Extract<Screen, { name: "details" }>,
  close?: TemplateResult,
): TemplateResult {
  const { state, t, serviceLang } = view;
  const reward = rewardOf(state, screen.sku);
  const [tile] = reward ? tilesOf([reward], state.order, view.locale) : [];
  const isFree = reward?.free_value === true;
  // Before an amount is chosen the line shows the allowed range, so that its height stays the same.
  const isToChoose = isFree && onlyAmount(reward, state.order) === undefined;
  const typed = isToChoose ? typedWorth(view, reward, screen.amount) : undefined;
  const worth = !isFree || isToChoose ? (typed?.words ?? tile?.chips[0]?.label) : undefined;
  const points = typed ? pointsView(view, typed.amount) : reward && rewardPointsView(view, reward);
  const description = reward?.description
    ? keyed(
        reward.sku,
        html`<p class="text" lang=${serviceLang} dir="auto" translate="yes">${reward.description}</p>`,
      )
    : nothing;
  const isSoldOut = reward?.in_stock === false && !state.failure;
  // The amount field, or the next step, comes before texts that are only read.
  const isDescribedBelow = isFree || isSoldOut;
  return html`<form class="look ${reward?.in_stock === false ? "gone" : ""}" @submit=${(event: SubmitEvent) => event.preventDefault()}>
    <div class="scroll">
      ${close}
      <div class="top">
        ${reward ? pictureView(state.catalog?.find(({ sku }) => sku === screen.sku) ?? reward, tile?.name, pictures) : nothing}
        <div class="stack">
          <div class="stack named">
            ${tile ? html`<h2 part="title" id="looked-at" tabindex="-1" lang=${serviceLang} dir="auto">${nameView(tile.name)}</h2>` : html`<h2 part="title" id="looked-at" tabindex="-1">${t("loading")}</h2>`}
            ${worth ? html`<p class="price large" lang=${serviceLang} dir="auto">${worth}${points}</p>` : nothing}
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
        ${isGone(view, screen) ? (isSingle(state) ? againButton(view) : nothing) : bookButton(view)}
        ${close || isSingle(state) ? nothing : html`<button part="back button secondary" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${t("back")}</button>`}
      </div>
      ${isSoldOut ? helpView(view) : nothing}
    </div>
  </form>`;
}

/**
 * A sold-out reward cannot be chosen. Neither can the only reward after a booking was refused as unavailable, until it
 * was checked again.
 */
const isGone = ({ state }: View, { sku }: Extract<Screen, { name: "details" }>): boolean =>
  rewardOf(state, sku)?.in_stock === false ||
  isOfOnlyReward(state, state.failure) ||
  state.task?.do === "catalog";

/** The only reward may come back; the user asks whether it has. */
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
    // Enter in the amount field submits the form, and arrives here as a click.
    event.preventDefault();
    send({ type: "book" });
  };
  // A button that just appeared takes no press yet, but does not look disabled, because no input is missing.
  return html`<button part="book button primary" class="main ${isBusy ? "busy" : isNew ? "soon" : ""}" aria-disabled=${isBusy || isNew ? "true" : "false"} @click=${press}>${t(label)}</button>`;
}
