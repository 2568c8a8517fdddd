/** What to do next where something could not be had: the main button of its screen, or in outline the way to help. */
import { html, type TemplateResult } from "lit";
import type { Failure } from "../state/failure.ts";
import { alertView } from "./alert.ts";
import { helpButton } from "./help.ts";
import type { View } from "./view.ts";

export const retryButton = ({ t, send }: View): TemplateResult =>
  html`<button part="retry button primary" class="main" type="button" @click=${() => send({ type: "retry" })}>${t("retry")}</button>`;

/** What went wrong, and what to do. What could not be read is not asked for again: that is for help to do. */
export function nextStepView(view: View, failure: Failure): TemplateResult {
  const isUnreadable = failure.code === "codes_unreadable";
  return html`
    ${alertView(view, failure, { hasLink: !isUnreadable })}
    ${isUnreadable ? helpButton(view) : retryButton(view)}
  `;
}
