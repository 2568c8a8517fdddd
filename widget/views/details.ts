/** One reward: what it is, how much of it, and its terms, before anything is reserved. */
import { html, nothing, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";
import { formatMoney } from "../format.ts";
import { rewardOf } from "../selectors.ts";
import type { Screen } from "../state.ts";
import { alertView } from "./alert.ts";
import { amountView } from "./amount.ts";
import { instructionsView } from "./instructions.ts";
import { stockView } from "./picker.ts";
import { pictureView } from "./picture.ts";
import { isByPointer, type View } from "./view.ts";

export function detailsView(view: View, screen: Extract<Screen, { name: "details" }>): TemplateResult {
  const { state, t } = view;
  const reward = rewardOf(state, screen.sku);
  const details = state.details?.sku === screen.sku ? state.details : undefined;
  const isSingle = state.catalog?.length === 1;
  return html`<div class="split">
    <form class="column" @submit=${(event: SubmitEvent) => event.preventDefault()}>
      <div class="top">
        ${reward ? pictureView(reward) : nothing}
        <div class="stack">
          ${reward ? html`<h2 part="title" tabindex="-1" lang=${view.serviceLang} dir="auto">${reward.name}</h2>` : html`<h2 part="title" tabindex="-1">${t("loading")}</h2>`}
          ${reward?.value ? html`<p>${formatMoney(view.locale, reward.value.amount, reward.value.currency)}</p>` : nothing}
          ${reward ? stockView(view, reward) : nothing}
          ${reward?.description ? html`<p class="text" lang=${view.serviceLang} dir="auto">${reward.description}</p>` : nothing}
        </div>
      </div>
      ${reward ? amountView(view, reward, screen) : nothing}
      ${alertView(view, state.failure)}
      <div class="actions">
        ${bookButton(view, screen, reward)}
        ${isSingle ? nothing : html`<button part="back button secondary" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${t("back")}</button>`}
      </div>
    </form>
    ${details ? instructionsView(view, details) : html`<div class="aside"><div class="skeleton block"></div></div>`}
  </div>  `;
}

function bookButton(
  { state, t, send }: View,
  { isNew }: Extract<Screen, { name: "details" }>,
  reward: Reward | undefined,
): TemplateResult {
  const isBusy = state.task?.do === "book";
  const isReady = reward?.in_stock && !isBusy && !isNew;
  const isBooking = state.order?.delivery !== "notify";
  const label = isBusy
    ? "booking"
    : reward && !reward.in_stock
      ? "out_of_stock"
      : state.failure?.code === "hold_expired"
        ? "book_again"
        : isBooking
          ? "book"
          : "continue";
  const press = (event: MouseEvent) => {
    // Enter in the amount field submits the form without a pointer; both end here.
    event.preventDefault();
    send({ type: "book", byPointer: isByPointer(event) });
  };
  return html`<button part="book button primary" class="main" aria-disabled=${isReady ? "false" : "true"} @click=${press}>${t(label)}</button>`;
}
