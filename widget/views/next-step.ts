/**
 * The next step when data could not be loaded: the screen's main button tries again, or an outlined button leads to
 * help.
 */
import { html, type TemplateResult } from "lit";
import type { Failure } from "../state/failure.ts";
import { alertView } from "./alert.ts";
import { helpButton } from "./help.ts";
import type { View } from "./view.ts";

export const retryButton = ({ t, send }: View): TemplateResult =>
  html`<button part="retry button primary" class="main" type="button" @click=${() => send({ type: "retry" })}>${t("retry")}</button>`;

/** The failure and the next step. Unreadable codes are not read again: only help can solve that. */
export function nextStepView(view: View, failure: Failure, unseenName?: string): TemplateResult {
  const isUnreadable = failure.code === "codes_unreadable";
  return html`
    ${alertView(view, failure, { hasLink: !isUnreadable, unseenName })}
    ${isUnreadable ? helpButton(view) : retryButton(view)}
  `;
}
