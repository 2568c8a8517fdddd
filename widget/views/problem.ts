/** The screen of a problem that leaves nothing else to show. */
import { html, nothing, type TemplateResult } from "lit";
import { type Closed, closedOf } from "../calls/problem-members.ts";
import { walletHere } from "../page/wallet-loader.ts";
import { isPassing } from "../state/doubt.ts";
import type { Failure } from "../state/failure.ts";
import type { Screen } from "../state/state.ts";
import type { TextKey } from "../texts/texts.ts";
import { alertView } from "./alert.ts";
import { failureText, isDistant } from "./failure-text.ts";
import { helpButton, helpView } from "./help.ts";
import { nextStepView, retryButton } from "./next-step.ts";
import { passView } from "./pass.ts";
import type { View } from "./view.ts";

export function problemView(
  view: View,
  { failure, from }: Extract<Screen, { name: "problem" }>,
): TemplateResult {
  const isOfReward = from.name === "details";
  const closed = isOfReward ? undefined : closedOf(failure);
  return html`<div class="column">
    <h2 part="title" tabindex="-1">${view.t(titleOf(failure))}</h2>
    ${passView(view, closed ? closedView(view, failure, closed) : bodyOf(view, failure, isOfReward), isOfReward ? { sku: from.sku, name: undefined, value: undefined } : undefined)}
    ${from.name === "rewards" ? nothing : walletHere()?.gotView(view)}
    ${closed ? helpView(view, undefined, hasRetry(view, closed)) : nothing}
    ${isOfReward ? html`<div class="actions"><button part="back button secondary" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${view.t("back")}</button></div>` : nothing}
  </div>`;
}

function bodyOf(view: View, failure: Failure, isOfReward: boolean): TemplateResult {
  if (isPassing(failure) || failure.code === "codes_unreadable") return nextStepView(view, failure);
  // For a closed offer the main button would repeat the alert.
  if (failure.code === "promotion_unavailable" && !isOfReward)
    return html`${alertView(view, failure, { hasLink: false })}${helpButton(view)}`;
  return html`${alertView(view, failure)}${isOfReward ? nothing : reloadButton(view)}`;
}

function titleOf(failure: Failure): TextKey {
  const closed = closedOf(failure);
  if (closed) return `promotion_${closed.reason}_title`;
  // Not a failure either: there is nothing to choose at this time.
  return failure.code === "promotion_unavailable" || failure.code === "promotion_not_found"
    ? "closed_title"
    : "problem_title";
}

/** Whether the reason may pass while the user waits on this page. */
const hasRetry = ({ clock }: View, closed: Closed): boolean =>
  closed.reason !== "ended" && !isDistant(closed, clock);

/** Nothing failed and nothing was chosen: the text is calm, and the user can try again if the reason may pass. */
function closedView(view: View, failure: Failure, closed: Closed): TemplateResult {
  return html`
    <p part="alert" role="alert">${failureText(view, failure)}</p>
    ${closed.reason === "ended" ? html`<p>${view.t("told_unexpected")}</p>` : nothing}
    ${hasRetry(view, closed) ? retryButton(view) : helpButton(view)}
  `;
}

/** Nothing else on this page helps, as the words of these problems say. */
const reloadButton = ({ t }: View): TemplateResult =>
  html`<button part="retry button primary" class="main" type="button" @click=${() => location.reload()}>${t("reload")}</button>`;
