/** What went wrong, now or before, in words: what happened, what is sure, what to do. */
import { html, nothing, type TemplateResult } from "lit";
import { assuranceOf } from "../assurance.ts";
import type { Failure } from "../failure.ts";
import { referenceOf } from "../problem-members.ts";
import { hasEnded } from "../selectors.ts";
import { joinSentences } from "../sentences.ts";
import { failureText } from "./failure-text.ts";
import { helpView } from "./help.ts";
import type { View } from "./view.ts";

export function alertView(
  view: View,
  failure: Failure | undefined,
  hasRetry = false,
): TemplateResult | typeof nothing {
  const { state, t, serviceLang, locale } = view;
  if (!failure) return hasEnded(state) ? endedView(view) : nothing;
  const assurance = assuranceOf(state.order, state.sent !== undefined, failure);
  const reference = referenceOf(failure) ?? state.order?.reference;
  return html`
    <div part="alert" role="alert" class="alert" tabindex="-1">
      ${failure.about ? html`<p class="name" lang=${serviceLang} dir="auto">${failure.about}</p>` : nothing}
      <p>${joinSentences(locale, failureText(view, failure), assurance && t(assurance))}</p>
      ${hasRetry ? html`<button part="retry button secondary" class="plain" type="button" @click=${() => view.send({ type: "retry" })}>${t("retry")}</button>` : nothing}
      ${helpView(view, reference)}
    </div>
  `;
}

/** What was confirmed before came to nothing; with delivery `redeem` nobody was sent a link. */
function endedView({ state, t, serviceLang }: View): TemplateResult | typeof nothing {
  const { ended_reward_name: name } = state.order ?? {};
  const words = t(state.order?.delivery === "redeem" ? "ended_text" : "ended_link_text");
  // Empty while the language's own words are on their way: it is said once, not once a language.
  return words
    ? html`<div part="alert" role="alert" class="alert calm">${name ? html`<p class="name" lang=${serviceLang} dir="auto">${name}</p>` : nothing}<p>${words}</p></div>`
    : nothing;
}
