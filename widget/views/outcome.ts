/** Screens of an order that only inform: its outcome, what to do, and the reference to name when asking for help. */

import { html, nothing, type TemplateResult } from "lit";
import { isSignedOut } from "../page/session-url.ts";
import { walletHere } from "../page/wallet-loader.ts";
import { assuranceOf } from "../state/assurance.ts";
import type { KnownOrder, Screen, ToldState } from "../state/state.ts";
import type { TextKey } from "../texts/texts.ts";
import { joinSentences } from "../words/sentences.ts";
import { alertView } from "./alert.ts";
import { isOfOnlyReward } from "./failure-text.ts";
import { helpButton, helpView } from "./help.ts";
import { retryButton } from "./next-step.ts";
import { passView } from "./pass.ts";
import { problemView } from "./problem.ts";
import type { View } from "./view.ts";

type Outcome = Exclude<ToldState, "notified">;

/** `told_unexpected`: a user who expected this outcome need do nothing. */
const NEXT: Record<Outcome, TextKey> = {
  canceled: "told_unexpected",
  refunded: "told_unexpected",
  failed: "told_contact",
  denied: "told_contact",
  blocked: "told_contact",
  expired: "told_contact",
};

export function outcomeView(view: View, name: Outcome): TemplateResult {
  const { state, t, locale } = view;
  const { order } = state;
  const assurance = assuranceOf(order, false);
  const help = helpButton(view);
  // With a help button, only the words for users who did not expect the outcome are needed.
  const next = help === nothing || NEXT[name] === "told_unexpected" ? html`<p>${t(NEXT[name])}</p>` : nothing;
  // The reward may still come.
  const isAwaited = name === "blocked";
  const words = joinSentences(
    locale,
    t(textKey(name, order)),
    isAwaited && t("leave"),
    assurance && t(assurance),
  );
  return html`<div class="column">
    <h2 part="title" tabindex="-1">${t(`${name}_title`)}</h2>
    ${walletHere()?.afterView(view)}
    ${passView(view, html`<p>${words}</p>${next}${help}`, { isGrand: true, isLost: !isAwaited })}
    ${helpView(view, undefined, help === nothing)}
  </div>`;
}

/** A canceled link may still be in somebody's hands. */
const textKey = (name: Outcome, order: KnownOrder | undefined): TextKey =>
  name === "canceled" && order?.delivery !== "redeem" ? "canceled_link_text" : `${name}_text`;

/** Replaces an empty picker. An empty catalog is no failure, and may be filled later. */
export function emptyView(view: View): TemplateResult {
  const { state, t } = view;
  const little = walletHere()?.littleLeftView(view);
  return html`<div class="column">
    <h2 part="title" tabindex="-1">${t(little ? "rewards_title" : "closed_title")}</h2>
    ${passView(
      view,
      html`
        ${alertView(view, state.failure)}
        ${isOfOnlyReward(state, state.failure) ? nothing : (little ?? html`<p part="alert" role="alert">${t("no_rewards")}</p>`)}
        ${little ? walletHere()?.toListView(view, state.order?.grant?.count) : retryButton(view)}
      `,
    )}
    ${state.failure ? nothing : helpView(view)}
  </div>`;
}

/** Shows the reward that the user looked at when the session ended. */
export function sessionExpiredView(
  view: View,
  { from }: Extract<Screen, { name: "session-expired" }>,
): TemplateResult {
  const { t, session } = view;
  const canRenew = session.getSession !== undefined;
  // Nothing has ended yet: the page could give no first session.
  if (canRenew && session.token === undefined && !isSignedOut(session.thrown))
    return problemView(view, {
      name: "problem",
      failure: { code: "unreadable" },
      retry: { do: "order" },
      from,
    });
  const [title, text]: [TextKey, TextKey] = isSignedOut(session.thrown)
    ? ["sign_in_title", "sign_in_text"]
    : ["session-expired_title", canRenew ? "session-expired_again" : "reload_text"];
  const sku = from.name === "details" ? from.sku : from.name === "confirming" ? from.choice.sku : undefined;
  const subject = sku === undefined ? undefined : { sku, name: undefined, value: undefined };
  return html`<div class="column">
    <h2 part="title" tabindex="-1">${t(title)}</h2>
    ${passView(
      view,
      html`
        <p role="alert" part="alert">${t(text)}</p>
        <button part="retry button primary" class="main" type="button" @click=${() => (canRenew ? view.send({ type: "retry" }) : location.reload())}>${t(canRenew ? "retry" : "reload")}</button>
      `,
      subject,
    )}
    ${helpView(view)}
  </div>`;
}
