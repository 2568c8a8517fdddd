/** A failure in words: what happened, what is certain, what to do. */
import { html, nothing, type TemplateResult } from "lit";
import { closedOf, referenceOf } from "../calls/problem-members.ts";
import { assuranceOf } from "../state/assurance.ts";
import type { Failure } from "../state/failure.ts";
import { hasEnded } from "../state/selectors.ts";
import { joinSentences } from "../words/sentences.ts";
import { failureText } from "./failure-text.ts";
import { helpView } from "./help.ts";
import { retry } from "./offline.ts";
import { lineView } from "./pass.ts";
import type { View } from "./view.ts";

interface Below {
  readonly hasRetry?: boolean;
  /** False if the link to help is already the next step on the screen. */
  readonly hasLink?: boolean;
  /** The reward's name on the pass: not shown twice, but a screen reader reads the alert without the pass. */
  readonly unseenName?: string | undefined;
}

/** @param below the actions, shown inside the alert */
export function alertView(
  view: View,
  failure: Failure | undefined,
  { hasRetry = false, hasLink, unseenName }: Below = {},
): TemplateResult | typeof nothing {
  const { state, t, locale } = view;
  if (!failure) return hasEnded(state) ? endedView(view) : nothing;
  const assurance = assuranceOf(state.order, state.sent !== undefined, failure);
  const reference = referenceOf(failure) ?? state.order?.reference;
  const closed = closedOf(failure);
  return html`
    <div part="alert" role="alert" class="alert" tabindex="-1">
      ${closed ? html`<p class="name">${t(`promotion_${closed.reason}_title`)}</p>` : nothing}
      ${failure.about ? html`<p class="name">${lineView(view, failure.about)}</p>` : unseenName ? html`<p class="unseen">${lineView(view, unseenName)}</p>` : nothing}
      <p>${joinSentences(locale, failureText(view, failure), assurance && t(assurance))}</p>
      ${hasRetry ? html`<button part="retry button secondary" class="plain" type="button" @click=${() => retry(view, failure)}>${t(failure.isGone ? "reload" : "retry")}</button>` : nothing}
      ${helpView(view, reference, hasLink)}
    </div>
  `;
}

/**
 * The confirmed attempt ended without a code. With delivery `redeem` the user was sent no link, so the text names none.
 */
function endedView(view: View): TemplateResult | typeof nothing {
  const { state, t } = view;
  const { ended_reward_name: name } = state.order ?? {};
  const words = t(state.order?.delivery === "redeem" ? "ended_text" : "ended_link_text");
  // Empty while the texts of the language are loading, so that a screen reader reads the alert in one language only.
  return words
    ? html`<div part="alert" role="alert" class="alert calm">${name ? html`<p class="name">${lineView(view, name)}</p>` : nothing}<p>${words}</p></div>`
    : nothing;
}
