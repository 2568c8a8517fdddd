/** What is left of a grant, and the ways on: to the next reward, and to the list of those that were had. */
import type { TemplateResult } from "lit";
import type { Order } from "../../shared/wire.ts";
import type * as Kit from "./kit.ts";
import type { View } from "./view.ts";

type Money = NonNullable<Order["grant"]>;

export type GrantViews = ReturnType<typeof grantViews>;

export function grantViews({ html, nothing, formatMoney }: typeof Kit) {
  /** A decimal string as money. */
  const leftText = ({ locale }: View, left: string, currency: string | undefined): string =>
    formatMoney(locale, Number(left), currency);

  /** Back from what was opened, or to the list from a grant. */
  function toListView(view: View, count?: number): TemplateResult | typeof nothing {
    const { state, t, send } = view;
    const isBack = !!state.opened;
    if (!isBack && !count) return nothing;
    return html`<button part="list button" class="tolist quiet" type="button" @click=${() => send({ type: "list" })}>${isBack ? html`<span class="chevron" aria-hidden="true"></span>` : nothing}${count ? `${t("rewards_title")} (${count})` : t("rewards_title")}</button>`;
  }

  /** Why nothing more is chosen; money may be left, which buys nothing, or for which there is no other choice. */
  function overText(view: View, { left, currency, state }: Money): string {
    const isLeft = Number(left) >= 1;
    if (isLeft && state === "open") return view.t("little_left", { amount: leftText(view, left, currency) });
    return view.t(isLeft ? "promotion_ended_title" : "balance_spent");
  }

  /** The list of what was got of the grant. What was opened from a list has the way back above it. */
  const gotView = (view: View): TemplateResult | typeof nothing =>
    view.state.opened ? nothing : toListView(view, view.state.order?.grant?.count);

  /** Above the picker, in place of the limit of a choice. */
  function balanceView(view: View): TemplateResult | undefined {
    const { order, opened } = view.state;
    if (!order?.grant) return !opened ? undefined : html`<div class="spend">${toListView(view)}</div>`;
    const { left, currency, count } = order.grant;
    return html`<div class="spend">
    <p class="budget">${view.t("spend", { amount: leftText(view, left, currency) })}</p>
    ${toListView(view, count)}
  </div>`;
  }

  /**
   * The next choice of a grant, and what was got of it.
   * @param isQuiet below a reward that was got, which has the first action of the screen
   */
  function afterView(view: View, isQuiet = false): TemplateResult | typeof nothing {
    const { state } = view;
    const { grant } = state.order ?? {};
    // One that was opened from the list is looked at, and nothing is chosen there.
    if (!grant || state.opened?.isChoice === false) return nothing;
    return html`<div class="after">
    ${grant.state === "open" ? nextButton(view, grant, isQuiet) : html`<p>${overText(view, grant)}</p>`}
    ${gotView(view)}
  </div>`;
  }

  const nextButton = (
    view: View,
    { left, currency }: Pick<Money, "left" | "currency">,
    isQuiet = false,
  ): TemplateResult =>
    html`<button part="next button ${isQuiet ? "secondary" : "primary"}" class=${isQuiet ? "plain" : "main"} type="button" aria-disabled=${view.state.task?.do === "next"} @click=${() => view.send({ type: "next" })}>${view.t("next", { amount: leftText(view, left, currency) })}</button>`;

  /** In place of an empty picker. */
  function littleLeftView(view: View): TemplateResult | undefined {
    const { grant } = view.state.order ?? {};
    // With nothing spent, it is the promotion that has nothing.
    if (!grant || (grant.state === "open" && grant.spent === "0")) return undefined;
    return html`<p>${overText(view, grant)}</p>`;
  }

  return { leftText, overText, nextButton, toListView, gotView, balanceView, afterView, littleLeftView };
}
